import { expect, it } from "vitest";

import { limits, problemsOf } from "./layout.ts";

const file = (path: string, lines: number, imported: readonly string[] = []) => ({
  path,
  text:
    [
      ...imported.map(each => `import { a } from "${each}";`),
      ...Array<string>(lines - imported.length).fill("x"),
    ].join("\n") + "\n",
});

const files = (folder: string, count: number, lines = 10) =>
  Array.from({ length: count }, (_, index) => file(`${folder}/file-${index}.ts`, lines));

const short = file("kube/b.ts", 59);

// prettier-ignore
it.each([
  { shows: "a folder at the limit",        given: files("kube", limits.folder),                         says: [] },
  { shows: "a crowded folder",             given: files("kube", limits.folder + 1),                     says: ["kube/ has 14 source files"] },
  { shows: "a crowded folder of tools",    given: files("hack/host", limits.folder + 1),                says: ["hack/host/ has 14 source files"] },
  { shows: "tests next to their files",    given: [...files("kube", 13), file("kube/a.test.ts", 900)], says: [] },
  { shows: "a long file",                  given: [...files("kube", 3), file("engine/a.ts", 251)], says: ["engine/a.ts has 251 lines"] },
  { shows: "a long tool",                  given: [file("hack/a.ts", 900)],                  says: [] },
  { shows: "a product that is too long",   given: Array.from({ length: 750 }, (_, at) => file(`cli/${at}/a.ts`, 80)), says: ["the product has 60000 lines"] },
  { shows: "a short file that one other in its folder imports", given: [short, file("kube/a.ts", 191, ["./b.ts"])], says: ["kube/b.ts has 59 lines, and only kube/a.ts imports it"] },
  { shows: "a short file that two others import", given: [short, file("kube/a.ts", 9, ["./b.ts"]), file("cli/c.ts", 9, ["../kube/b.ts"])], says: [] },
  { shows: "a short file of another folder", given: [short, file("cli/c.ts", 9, ["../kube/b.ts"])],  says: [] },
  { shows: "a file of some length with one importer", given: [file("kube/b.ts", 60), file("kube/a.ts", 9, ["./b.ts"])], says: [] },
  { shows: "two files that would be too long as one", given: [short, file("kube/a.ts", 192, ["./b.ts"])],  says: [] },
  { shows: "a short file with a test of its own", given: [short, file("kube/b.test.ts", 9, ["./b.ts"]), file("kube/a.ts", 9, ["./b.ts"])], says: [] },
  { shows: "a short file with a reason",   given: [file("cli/command-line.ts", 9), file("cli/main.ts", 9, ["./command-line.ts"])], says: [] },
])("$shows", ({ given, says }) => {
  const problems = problemsOf(given);
  expect(problems).toHaveLength(says.length);
  for (const [index, words] of says.entries()) expect(problems[index]).toContain(words);
});
