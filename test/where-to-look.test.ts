import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

const page = readFileSync(
  new URL("../docs/contributing/where-to-look.md", import.meta.url),
  "utf8",
);

/** The rows of the table: a question, its functions and their file. */
const rows = page.split("\n").flatMap(line => {
  const [, question = "", functions = "", file = ""] = line.split("|").map(cell => cell.trim());
  const names = Array.from(functions.matchAll(/`([^`]+)`/g), ([, name = ""]) => name);
  return names.length === 0 ? [] : [{ question, names, file: file.replaceAll("`", "") }];
});

/** `function name(`, `function* name(`, `const name =`, `class Name`, or a method. */
const declares = (source: string, name: string): boolean =>
  new RegExp(`(function[*]? |const |class |^ +(async )?)${name}\\b`, "m").test(source);

/** A test or a manifest has no functions to name: the row names a text in it. */
const hasTexts = (file: string): boolean => /\.(test\.ts|yaml)$/.test(file);

describe("docs/contributing/where-to-look.md", () => {
  it("has rows", () => {
    expect(rows.length).toBeGreaterThan(20);
  });

  it("has as many rows as CONTRIBUTING.md says", () => {
    const contributing = readFileSync(new URL("../CONTRIBUTING.md", import.meta.url), "utf8");
    expect(contributing).toContain(`each of ${rows.length} questions`);
  });

  it.each(rows)("answers: $question", ({ names, file }) => {
    const source = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
    const isThere = (name: string) =>
      hasTexts(file) ? source.includes(name) : declares(source, name);
    expect(names.filter(name => !isThere(name))).toEqual([]);
  });
});
