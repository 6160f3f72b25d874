import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, posix } from "node:path";

import packageJson from "../../package.json" with { type: "json" };

/** Where the built site is. */
export const siteFolder = join(import.meta.dirname, "../../dist/site");

/** The path below which the pages are served: of the homepage in package.json. */
export const siteBase = `${new URL(packageJson.homepage).pathname.replace(/\/$/, "")}/`;

/** Pages of the root of the checkout, and what they are called on the site. */
const rootPages: Readonly<Record<string, string>> = {
  "README.md": "index.md",
  "CHANGELOG.md": "changelog.md",
  "CONTRIBUTING.md": "contributing.md",
  "SECURITY.md": "security.md",
  "GOVERNANCE.md": "governance.md",
  "MAINTAINERS.md": "maintainers.md",
  "ROADMAP.md": "roadmap.md",
  "CODE_OF_CONDUCT.md": "code-of-conduct.md",
};

/** Other files that readers and programs look for at the root of the site. */
const rootFiles: Readonly<Record<string, string>> = {
  LICENSE: "LICENSE.txt",
  "SECURITY-INSIGHTS.yml": "SECURITY-INSIGHTS.yml",
};

/** Where a file of the checkout is on the site; null: it is no page. */
function pageOf(path: string): string | null {
  if (Object.hasOwn(rootPages, path)) return rootPages[path] ?? null;
  return path.startsWith("docs/") && path.endsWith(".md") ? path.slice("docs/".length) : null;
}

/** The highlighter does not know them. */
const unknownLanguages = /^```(promql|cel)$/gm;

const link = /(\]\()([^)\s]+)(\))/g;

/**
 * A page with links that work on the site: other pages stay links to pages, and every other file of the checkout becomes a
 * copy below `files/`, so that no link leads out.
 *
 * @param path  of the page in the checkout
 * @param copy  is called with the path of each linked file or folder
 */
export function rewritten(path: string, text: string, copy: (linked: string) => void): string {
  const from = dirname(pageOf(path) ?? path);
  return text
    .replace(unknownLanguages, "```text")
    .replace(link, (whole, before: string, target: string, after: string) => {
      if (/^[a-z]+:|^#/i.test(target)) return whole;
      const [file = "", fragment] = target.split("#");
      const linked = posix.normalize(posix.join(dirname(path), file)).replace(/\/$/, "");
      const page = pageOf(linked);
      const isImage = /\.(png|svg)$/.test(linked) && linked.startsWith("docs/");
      let to = page ?? (isImage ? linked.slice("docs/".length) : null);
      if (to === null) {
        copy(linked);
        return `${before}/files/${linked}.txt${after}`;
      }
      to = posix.relative(from, to);
      const relative = to.startsWith(".") ? to : `./${to}`;
      return `${before}${relative}${fragment === undefined ? "" : `#${fragment}`}${after}`;
    });
}

/** Copies the pages of a checkout, and what they link to, into a folder that VitePress builds. */
export function stage(root: string, folder: string): readonly string[] {
  const pages = [
    ...Object.keys(rootPages).filter(name => existsSync(join(root, name))),
    ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
      .filter(path => path.endsWith(".md"))
      .map(path => `docs/${path}`),
  ];
  const copied = new Set<string>();
  const copy = (linked: string): void => {
    // Nothing of another folder, and nothing of Git's own.
    if (/^(\.\.|\.git)(\/|$)/.test(linked)) throw new Error(`No page may link to ${linked}.`);
    if (copied.has(linked) || !existsSync(join(root, linked))) return;
    copied.add(linked);
    const to = join(folder, "public/files", `${linked}.txt`);
    mkdirSync(dirname(to), { recursive: true });
    if (!statSync(join(root, linked)).isDirectory()) cpSync(join(root, linked), to);
    else
      writeFileSync(
        to,
        readdirSync(join(root, linked))
          .map(name => `${linked}/${name}\n`)
          .join(""),
      );
  };
  for (const path of pages) {
    const to = join(folder, pageOf(path) ?? path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, rewritten(path, readFileSync(join(root, path), "utf8"), copy));
  }
  const images = join(root, "docs/images");
  if (existsSync(images)) cpSync(images, join(folder, "images"), { recursive: true });
  for (const [name, served] of Object.entries(rootFiles)) {
    if (existsSync(join(root, name))) cpSync(join(root, name), join(folder, "public", served));
  }
  return pages.flatMap(path => pageOf(path) ?? []);
}

/** The anchor of a heading, as GitHub makes it: the pages are read there, too. The caller numbers repeated ones. */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
    .replaceAll(" ", "-");
