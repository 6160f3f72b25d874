import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob, relative } from "node:path";

import { describe, expect, it } from "vitest";

import { slugOf } from "../hack/site/stage.ts";

const root = join(import.meta.dirname, "..");
const pages = globSync(["*.md", "{docs,engine,hack,crds,charts,cli,test}/**/*.md"], {
  cwd: root,
  // The site has packages of its own.
  exclude: ["**/node_modules/**"],
});

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

/** The pages that a page links to; a link to a folder is one to each of its pages. */
const linkedPages = (page: string): string[] =>
  linkedFiles(page).flatMap(file =>
    pages.filter(other => other === file || dirname(other) === file.replace(/\/$/, "")),
  );

function reachableFrom(page: string): ReadonlySet<string> {
  const reached = new Set([page]);
  for (const each of reached) for (const next of linkedPages(each)) reached.add(next);
  return reached;
}

// A folder shows its README.md by itself.
it("every page of docs/ is reached from README.md by links", () => {
  const reached = reachableFrom("README.md");
  const isPage = (page: string): boolean =>
    page.startsWith("docs/") && !page.endsWith("/README.md");
  expect(pages.filter(page => isPage(page) && !reached.has(page))).toEqual([]);
});

/** A page without its blocks of code. */
const proseOf = (text: string): string => text.replace(/^ *```.*?^ *```/gms, "");

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(text: string): ReadonlySet<string> {
  const found = new Map<string, number>();
  const anchors = Array.from(proseOf(text).matchAll(/^#{1,6} (.+)$/gm), ([, heading = ""]) => {
    const anchor = slugOf(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1"));
    const count = found.get(anchor) ?? 0;
    found.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  return new Set(anchors);
}

/** The links of a text to sections that its page, or another one, does not have. */
const deadAnchors = (page: string, text: string): string[] =>
  Array.from(text.matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g), ([, file = "", anchor = ""]) => ({
    file: file === "" ? page : join(dirname(page), file),
    anchor,
  }))
    .filter(({ file }) => file.endsWith(".md"))
    .filter(({ file }) => file === page || existsSync(join(root, file)))
    .filter(({ file, anchor }) => !anchorsOf(file === page ? text : textOf(file)).has(anchor))
    .map(({ file, anchor }) => `${file}#${anchor}`);

describe("the anchors in a page", () => {
  // The changelog names sections as they were then.
  it.each(pages.filter(page => page !== "CHANGELOG.md"))("of %s exist", page => {
    expect(deadAnchors(page, textOf(page))).toEqual([]);
  });

  // prettier-ignore
  it.each([
    { shows: "a section of the page",           text: "## One step\n[a](#one-step)",                dead: [] },
    { shows: "one that the page does not have", text: "## One step\n[a](#two-steps)",               dead: ["docs/page.md#two-steps"] },
    { shows: "a heading in a block of code",    text: "```\n## One step\n```\n[a](#one-step)",      dead: ["docs/page.md#one-step"] },
    { shows: "the second of two equal headings", text: "## a\n## a\n[a](#a-1)",                     dead: [] },
    { shows: "a section of another page",       text: "[a](glossary.md#glossary)",                  dead: [] },
    { shows: "one that it does not have",       text: "[a](glossary.md#step)",                      dead: ["docs/glossary.md#step"] },
    { shows: "a heading with code and marks",   text: "## The `scale`, why?\n[a](#the-scale-why)",  dead: [] },
  ])("are checked: $shows", ({ text, dead }) => {
    expect(deadAnchors("docs/page.md", text)).toEqual(dead);
  });
});

/** Written by hack/generate from texts elsewhere. */
const generatedPages = [
  "charts/trimtab/README.md",
  "docs/api.md",
  "docs/flags.md",
  "docs/metrics.md",
  "docs/threat-model.md",
];
const longestCell = 300;

/** The cells of tables that are longer than a reader of a terminal can follow, without the addresses of links. */
const longCells = (text: string): string[] =>
  proseOf(text)
    .split("\n")
    .filter(line => line.startsWith("|") && !/^[|\s:-]+$/.test(line))
    .flatMap(line => line.split(/(?<!\\)\|/))
    .map(cell => cell.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").trim())
    .filter(cell => cell.length > longestCell);

describe("the cells of tables", () => {
  it.each(pages.filter(page => !generatedPages.includes(page)))("of %s are short", page => {
    expect(longCells(textOf(page))).toEqual([]);
  });

  const long = "x".repeat(longestCell + 1);
  const address = `[a](${long})`;
  // prettier-ignore
  it.each([
    { shows: "a cell that is too long",     text: `| a | ${long} |`,              cells: [long] },
    { shows: "one of the greatest length",  text: `| a | ${long.slice(1)} |`,     cells: [] },
    { shows: "the address of a link",       text: `| a | ${address} |`,           cells: [] },
    { shows: "the line below the heading",  text: `| ${long.replaceAll("x", "-")} |`, cells: [] },
    { shows: "a block of code",             text: `\`\`\`\n| ${long} |\n\`\`\``, cells: [] },
    { shows: "an escaped bar in a cell",    text: `| ${long.slice(0, 200)}\\|${long.slice(0, 200)} |`, cells: [`${long.slice(0, 200)}\\|${long.slice(0, 200)}`] },
  ])("are checked: $shows", ({ text, cells }) => {
    expect(longCells(text)).toEqual(cells);
  });
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
const notOurs = /^((dist|reports)\/.*|(debian|node-packages|qemu)\/|clusters\/|apps\/)$/;

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
    { shows: "a file next to the page",            text: "`model/spec/{settings,profile}.ts`",                 unknown: [] },
    { shows: "one of two that does not exist",     text: "`model/spec/{settings,profiles}.ts`",         unknown: ["model/spec/{settings,profiles}.ts"] },
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
