import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { mutatedText } from "./checkout.ts";
import { mutants, needsCluster, type RowMutant } from "./mutants.ts";
import { threatRows, withMutants } from "./page.ts";

const root = join(import.meta.dirname, "../../..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const page = read("docs/threat-model.md");
const rows = threatRows(page);
/** Where unit tests are next to their file. */
const isUnitTest = (test: string): boolean =>
  !/^test\/(?!attack\/)/.test(test) && !needsCluster(test);

describe("the rows of the threat model", () => {
  it("have different texts, by which mutants name them", () => {
    const attacks = rows.map(({ attack }) => attack);
    expect(attacks.length).toBeGreaterThan(60);
    expect(attacks.filter((attack, index) => attacks.indexOf(attack) !== index)).toEqual([]);
  });

  it.each(rows)("$attack: each of its unit tests has a mutant", ({ attack, tests }) => {
    const caught = mutants.filter(({ row }) => row === attack).flatMap(mutant => mutant.tests);
    expect(tests.filter(isUnitTest).filter(test => !caught.includes(test))).toEqual([]);
    expect(tests.length, "a row names a test").toBeGreaterThan(0);
  });

  it("show their mutants; if not: npm run generate", () => {
    const cells = (text: string) => text.split("\n").map(line => line.replaceAll(/[ -]+/g, " "));
    expect(cells(withMutants(page))).toEqual(cells(page));
  });
});

describe("a mutant", () => {
  it.each(mutants)("of $row: $when", mutant => {
    const row = rows.find(({ attack }) => attack === mutant.row);
    expect(row?.tests, "the row links to its tests").toEqual(
      expect.arrayContaining([...mutant.tests]),
    );
    expect(mutant.tests.length).toBeGreaterThan(0);
    const kinds = new Set(mutant.tests.map(needsCluster));
    expect(kinds.size, "all of its tests need a cluster, or none").toBe(1);
    expect(mutatedText(read(mutant.file), mutant)).toMatchObject({ ok: true });
  });

  it("has a text of its own in its row", () => {
    const names = mutants.map(({ row, when }) => `${row}: ${when}`);
    expect(new Set(names).size).toBe(names.length);
  });

  const of = (from: string, to: string) => ({ when: "", file: "a.ts", from, to, tests: [] });
  it.each([
    { shows: "replaces its text", mutant: of("b", "x$&"), becomes: { ok: true, value: "ax$&c" } },
    {
      shows: "no longer applies",
      mutant: of("d", "x"),
      becomes: { ok: false, error: "a.ts no longer contains the text that this replaces" },
    },
    {
      shows: "changes nothing",
      mutant: of("b", "b"),
      becomes: { ok: false, error: "it changes nothing" },
    },
  ])("$shows", ({ mutant, becomes }) => {
    expect(mutatedText("abc", mutant)).toEqual(becomes);
  });

  it("must not apply at two places", () => {
    expect(mutatedText("abcb", of("b", "x"))).toMatchObject({ ok: false });
  });
});

describe("the column of mutants", () => {
  const mutant = (row: string, when: string, tests = ["a.test.ts"]): RowMutant => ({
    ...{ row, when, tests, file: "a.ts", from: "", to: "" },
  });
  const given = [
    "| they try to | what stops them | test |",
    "| --- | --- | --- |",
    "| steal | A lock. | [lock](../a.test.ts) |",
    "",
    "| other | table |",
    "| --- | --- |",
    "| steal | - |",
  ].join("\n");

  it("is written into tables of attacks, and can be written again", () => {
    const all = [
      mutant("steal", "the lock is open"),
      mutant("steal", "a|b", ["test/faults/a.test.ts"]),
    ];
    const written = withMutants(given, all);
    expect(written.split("\n")).toEqual([
      "| they try to | what stops them | test | the tests fail when |",
      "| --- | --- | --- | --- |",
      "| steal | A lock. | [lock](../a.test.ts) | the lock is open; a\\|b (on a cluster) |",
      ...given.split("\n").slice(3),
    ]);
    expect(withMutants(written, all)).toBe(written);
    expect(withMutants(written, [])).toContain("| steal | A lock. | [lock](../a.test.ts) |  |");
  });
});
