import { expect, it } from "vitest";

import { limits, problemsOf } from "./layout.ts";

const files = (folder: string, count: number, lines = 10) =>
  Array.from({ length: count }, (_, index) => ({ path: `${folder}/file-${index}.ts`, lines }));

// prettier-ignore
it.each([
  { shows: "a folder at the limit",        given: files("kube", limits.folder),                         says: [] },
  { shows: "a crowded folder",             given: files("kube", limits.folder + 1),                     says: ["kube/ has 14 source files"] },
  { shows: "a crowded folder of tools",    given: files("hack/host", limits.folder + 1),                says: ["hack/host/ has 14 source files"] },
  { shows: "tests next to their files",    given: [...files("kube", 13), { path: "kube/a.test.ts", lines: 900 }], says: [] },
  { shows: "a long file",                  given: [...files("kube", 3), { path: "engine/a.ts", lines: 251 }], says: ["engine/a.ts has 251 lines"] },
  { shows: "a long tool",                  given: [{ path: "hack/a.ts", lines: 900 }],                  says: [] },
  { shows: "a product that is too long",   given: Array.from({ length: 660 }, (_, at) => ({ path: `cli/${at}/a.ts`, lines: 80 })), says: ["the product has 52800 lines"] },
  { shows: "many files of some length",    given: files("cli", 3, 81),                                  says: ["half of the files"] },
])("$shows", ({ given, says }) => {
  const problems = problemsOf(given);
  expect(problems).toHaveLength(says.length);
  for (const [index, words] of says.entries()) expect(problems[index]).toContain(words);
});
