import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const pages = globSync(["*.md", "{docs,engine,hack,crds,charts,cli,test}/**/*.md"], { cwd: root });

/** The files that a page links to. */
const linkedFiles = (page: string): string[] => {
  const text = readFileSync(join(root, page), "utf8");
  const links = Array.from(
    text.matchAll(/\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g),
    ([, link = ""]) => link,
  );
  return links.filter(link => !/^[a-z]+:/.test(link)).map(link => join(dirname(page), link));
};

it("finds pages that link to tests", () => {
  expect(
    linkedFiles("docs/proposal-2015.md").filter(file => file.endsWith(".test.ts")).length,
  ).toBeGreaterThan(30);
});

it.each(pages)("%s links to files that exist", page => {
  expect(linkedFiles(page).filter(file => !existsSync(join(root, file)))).toEqual([]);
});
