import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { jsonFrom } from "../../../kube/testing/child-process.ts";
import { readYaml, type YamlDocument } from "./read-yaml.ts";

const program = join(import.meta.dirname, "testing/problem-codes.ts");

function read(text: string): YamlDocument {
  const document = readYaml(text);
  if ("root" in document) return document;
  throw new Error(document.message);
}

const problemsOf = (text: string): string[] =>
  read(text).problems.map(({ path, code, offset }) => `${path.join("/")} ${code} ${offset}`);

// prettier-ignore
const values = [
  { shows: "maps and lists",                   text: "a: {b: [1, x]}\nc:\n- d: 1.5\n",        value: { a: { b: [1, "x"] }, c: [{ d: 1.5 }] } },
  { shows: "JSON",                             text: '{"a":\t[1, "\\u00e4\\/"],\n\t"b": null}', value: { a: [1, "ä/"], b: null } },
  { shows: "quoted text and block scalars",    text: "a: 'on'\nb: \"1\"\nc: |\n  on\nd: >-\n  1\n", value: { a: "on", b: "1", c: "on\n", d: "1" } },
  { shows: "text on several lines",            text: "a: x\n  y\n",                           value: { a: "x y" } },
  { shows: "empty values as null",             text: "a:\nb: [~, ]\n",                        value: { a: null, b: [null] } },
  { shows: "keys that are not strings",        text: "1: a\nyes: b\n1.5: c\n",                value: { 1: "a", true: "b", 1.5: "c" } },
  { shows: "a key named __proto__",            text: "__proto__: 1\n",                        value: Object.fromEntries([["__proto__", 1]]) },
  { shows: "tags",                             text: "a: !!str 1\nb: !x 2\nc: !!binary aGk=\n", value: { a: "1", b: "2", c: "hi" } },
  { shows: "aliases",                          text: "a: &x {b: 1}\nc: *x\nd: [*x]\n",        value: { a: { b: 1 }, c: { b: 1 }, d: [{ b: 1 }] } },
  { shows: "a redefined anchor",               text: "a: &x 1\nb: *x\nc: &x 2\nd: *x\n",      value: { a: 1, b: 1, c: 2, d: 2 } },
  { shows: "a merge, overridden by a later key", text: "a: &x {b: 1, c: 2}\nd: {<<: *x, c: 3}\n", value: { a: { b: 1, c: 2 }, d: { b: 1, c: 3 } } },
  { shows: "a merge after a key as kubectl does", text: "a: &x {b: 1}\nd: {b: 2, <<: *x}\n",     value: { a: { b: 1 }, d: { b: 1 } } },
  { shows: "several merges, the first takes precedence", text: "a: {<<: [{b: 1}, {b: 2, c: 3}]}\n",     value: { a: { b: 1, c: 3 } } },
  { shows: "a quoted << as a key",             text: "'<<': 1\n",                             value: { "<<": 1 } },
  { shows: "an empty document",                text: "# a\n",                                 value: null },
];

// prettier-ignore
const odd = [
  { shows: "a duplicate key",                  text: "a: 1\nb: 2\na: 3\n",                    found: ["a DuplicateKey 10"] },
  { shows: "a key that is a duplicate in JSON", text: "{y: 1, true: 2}",                       found: ["true DuplicateKey 7"] },
  { shows: "no duplicate for a key that is merged and set", text: "a: {<<: {b: 1}, b: 2}",                 found: [] },
  { shows: "a key that is null",               text: "{~: 1}",                                found: [" KeyMalformed 1"] },
  { shows: "a key that is a list",             text: "a: {? [b] : 1}",                        found: ["a KeyMalformed 6"] },
  { shows: "an undefined anchor",              text: "a: *x\n",                               found: ["a AliasMalformed 3"] },
  { shows: "an anchor that is defined later",  text: "a: *x\nb: &x 1\n",                      found: ["a AliasMalformed 3"] },
  { shows: "an anchor that contains itself",   text: "a: &x [*x]\n",                          found: ["a/0 AliasMalformed 7"] },
  { shows: "a merge of a scalar",              text: "a: {<<: 1}\n",                          found: ["a MergeMalformed 8"] },
  { shows: "a tag that does not match",        text: "a: !!int x\n",                          found: ["a TagMismatch 9"] },
];

const secret = "s3cr3t";
/** A secret where a parser finds a mistake: between wrong quotes, as an anchor, as a tag. */
const secretTexts = [
  ...[`a: "${secret}`, `a: '${secret}`, `a: *${secret}`, `a: &${secret} [*${secret}]`],
  ...[`a: !x!${secret} y`, `a: |${secret}\n`, `a: >${secret}`, `a: ]${secret}`, `a: [${secret}`],
  ...[`a: b: ${secret}`, `a: @${secret}`, `%YAML ${secret}\n---\n`, `a: "x" ${secret}`],
  `a: !!int ${secret}`,
];

describe("readYaml", () => {
  it.each(values)("reads $shows", ({ text, value }) => {
    const document = read(text);
    expect(document.value).toEqual(value);
    expect(document.problems).toEqual([]);
  });

  it.each(odd)("reports $shows", ({ text, found }) => {
    expect(problemsOf(text)).toEqual(found);
  });

  it("detects whole numbers that are written as fractions", () => {
    const { fractions } = read("a: 1.0\nb: [1, 1e1, 0.5]\nc: &x {d: 2.}\ne: *x\nf: '1.0'\n");
    expect(fractions.map(path => path.join("/"))).toEqual(["a", "b/1", "c/d", "e/d"]);
  });

  // Whether the limit falls on an alias or on a value depends on the length of the lists.
  it("stops at exponential alias expansion", async () => {
    const texts = [2, 9, 10, 11, 100].map(many => {
      const levels = Array.from({ length: 20 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(many)}]`); // prettier-ignore
      return `a0: &a0 [x, x, x]\n${levels.join("\n")}\n`;
    });
    const flags = ["--max-old-space-size=256"];
    const codes = await jsonFrom(program, { flags, args: texts });
    expect(codes).toEqual(texts.map(() => ["AliasMalformed"]));
  });

  // prettier-ignore
  it.each([
    { shows: "an unclosed bracket",          text: "a: [1\nb: 2\n", offset: 6 },
    { shows: "wrong indentation",            text: "a:\n    b: 1\n  c: 2\n", offset: 12 },
    { shows: "a tab before a key",           text: "a:\n\tb: 1\n", offset: 3 },
    { shows: "a Helm template",              text: "{{- if .x }}\na: 1\n{{- end }}\n", offset: 2 },
  ])("does not read $shows", ({ text, offset }) => {
    expect(readYaml(text)).toMatchObject({ code: "YamlMalformed", path: [], offset });
  });

  it.each(secretTexts)("quotes nothing of a text that it does not read: %j", text => {
    const document = readYaml(text);
    const problems = "root" in document ? document.problems : [document];
    expect(problems).not.toEqual([]);
    expect(JSON.stringify(problems)).not.toContain(secret);
  });

  it.each(["[", "{a: ", "- ", "? "])("does not read %s repeated very often", begin => {
    expect(readYaml(begin.repeat(5_000))).toMatchObject({ code: "YamlMalformed" });
  });
});
