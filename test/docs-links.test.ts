import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob, relative } from "node:path";

import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const pages = globSync(["*.md", "{docs,engine,hack,crds,charts,cli,test}/**/*.md"], { cwd: root });

const textOf = (page: string): string => readFileSync(join(root, page), "utf8");

/** The files that a page links to. */
const linkedFiles = (page: string): string[] => {
  const links = Array.from(
    textOf(page).matchAll(/\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g),
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

/** The files of the repository, whether or not they are committed, and their folders. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter(file => file !== "" && existsSync(join(root, file)));
const foldersOf = (file: string): string[] => {
  const folder = dirname(file);
  return folder === "." ? [] : [folder, ...foldersOf(folder)];
};
const folders = [...new Set(files.flatMap(foldersOf))];
const paths = new Set([...files, ...folders]);

/** Written like paths of the repository: what a build writes, the cache of hack/, and an API version. */
const notOurs = /^((dist|reports)\/.*|debian\/|clusters\/|apps\/)$/;

/** Whether a text between backticks is a path of the repository: by its first folder, its extension or its final slash. */
function isPath(text: string): boolean {
  if (notOurs.test(text) || !/^[\w@*{<][\w.@{},*<>/-]*$/.test(text)) return false;
  const [top = "", ...rest] = text.split("/");
  return (
    (rest.length > 0 && paths.has(top)) ||
    /\.(c?ts|m?js|go|md|sh|ya?ml|jsonc?|jsonl|gz|tpl)$|\/$/.test(text)
  );
}

/** `{a,b}/<name>.ts` as `a/*.ts` and `b/*.ts`. */
function patternsOf(path: string): string[] {
  const [whole, choices] = /\{([^{}]*)\}/.exec(path) ?? [];
  if (whole === undefined || choices === undefined) return [path.replace(/<[^<>]*>/g, "*")];
  return choices.split(",").flatMap(choice => patternsOf(path.replace(whole, choice)));
}

/** A path begins at the root or at the page; part of a path belongs to a folder that the page names. */
function existsFor(page: string, text: string): (pattern: string) => boolean {
  const names = (folder: string): boolean =>
    text.includes(folder) || text.includes(`\`${relative(dirname(page), folder)}/`);
  const from = [".", dirname(page), ...folders.filter(names)];
  return pattern =>
    from
      .map(folder => join(folder, pattern).replace(/\/$/, ""))
      .some(path =>
        path.includes("*") ? files.some(file => matchesGlob(file, path)) : paths.has(path),
      );
}

const unknownPaths = (page: string, text: string): string[] => {
  const prose = text.replace(/^```.*?^```/gms, "");
  const named = Array.from(prose.matchAll(/`([^`\n]+)`/g), ([, span = ""]) => span);
  const exists = existsFor(page, text);
  return named.filter(path => isPath(path) && !patternsOf(path).every(exists));
};

describe("the paths in a page", () => {
  // The changelog names files that do not exist any more.
  it.each(pages.filter(page => page !== "CHANGELOG.md"))("of %s exist", page => {
    expect(unknownPaths(page, textOf(page))).toEqual([]);
  });

  // prettier-ignore
  it.each([
    { shows: "a file",                             text: "`engine/sync.ts`",                             unknown: [] },
    { shows: "a file that does not exist",         text: "`engine/synk.ts`",                             unknown: ["engine/synk.ts"] },
    { shows: "a folder that does not exist",       text: "`engine/evaluate/`",                           unknown: ["engine/evaluate/"] },
    { shows: "the same without a slash",           text: "`engine/evaluate`",                            unknown: ["engine/evaluate"] },
    { shows: "a file next to the page",            text: "`spec/{settings,profile}.ts`",                 unknown: [] },
    { shows: "one of two that does not exist",     text: "`spec/{settings,profiles}.ts`",                unknown: ["spec/{settings,profiles}.ts"] },
    { shows: "a placeholder for a name",           text: "`engine/sources/<type>.ts`",                   unknown: [] },
    { shows: "a pattern without a file",           text: "`engine/sources/*.go`",                        unknown: ["engine/sources/*.go"] },
    { shows: "a file of a folder that it names",   text: "In `kube/watch/`: `reflector.ts`",             unknown: [] },
    { shows: "a file of a folder that it omits",   text: "`reflector.ts`",                               unknown: ["reflector.ts"] },
    { shows: "a route, a version and an extension", text: "`/scale`, `autoscaling/v2`, `.yaml`",         unknown: [] },
    { shows: "what a build writes",                text: "`dist/image/`",                                unknown: [] },
  ])("are checked: $shows", ({ text, unknown }) => {
    expect(unknownPaths("engine/README.md", text)).toEqual(unknown);
  });
});
