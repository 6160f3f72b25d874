import { expect, it } from "vitest";

import { remarksOn } from "./prose.ts";

// prettier-ignore
it.each([
  { shows: "a sentence of a page",               name: "a.md",   source: "The watch starts anew.",                  words: ["anew"] },
  { shows: "not the code in a sentence",         name: "a.md",   source: "Read `nobody`.",                          words: [] },
  { shows: "not a block of code",                name: "a.md",   source: "```sh\necho nobody\n```\nnobody",         words: ["nobody"] },
  { shows: "not the address of a link",          name: "a.md",   source: "[a page](things.md)",                     words: [] },
  { shows: "a comment",                          name: "a.ts",   source: "/** Nobody reads it. */",                 words: ["Nobody"] },
  { shows: "a line of a longer comment",         name: "a.ts",   source: " * is told by the API server",            words: ["is told"] },
  { shows: "a message or a title",               name: "a.ts",   source: 'it("lets go of it", () => {});',          words: ["lets go of"] },
  { shows: "not an identifier or a short value", name: "a.ts",   source: 'const nobody = things("nobody");',        words: [] },
  { shows: "a comment of a manifest",            name: "a.yaml", source: "kind: Thing # hence no thing",            words: ["hence", "thing"] },
  { shows: "no other file",                      name: "a.json", source: "nobody",                                  words: [] },
])("reads $shows", ({ name, source, words }) => {
  expect(remarksOn(name, source).map(remark => remark.words)).toEqual(words);
});

it("names the line and what to write instead", () => {
  expect(remarksOn("a.md", "Fine.\nIt starts anew.")).toEqual([
    { line: 2, words: "anew", instead: "again" },
  ]);
});
