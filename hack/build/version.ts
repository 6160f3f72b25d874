import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Plugin } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { readonly version: string };

/**
 * The commit of a checkout or of a source archive, and whether files differ from it; null: unknown.
 * The environment variable COMMIT is for a build without either, as in the Containerfile.
 */
export function commitOf(folder = root, environment = process.env): string | null {
  const told = environment["COMMIT"] ?? "";
  const found = told === "" ? (gitCommit(folder) ?? archivedCommit(folder)) : told;
  const [, commit] = /^([0-9a-f]{12,40}(?:\.dirty)?)$/.exec(found ?? "") ?? [];
  if (told !== "" && commit === undefined)
    throw new Error(`COMMIT is "${told}": set it to the output of \`git rev-parse HEAD\`.`);
  return commit ?? null;
}

/** Only of a repository of this folder: an archive may be unpacked inside another one. */
function gitCommit(folder: string): string | null {
  if (!existsSync(join(folder, ".git"))) return null;
  const asked = ["describe", "--always", "--exclude=*", "--abbrev=40", "--dirty=.dirty"];
  try {
    return execFileSync("git", ["-C", folder, ...asked], {
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  } catch (error) {
    console.warn(`The version has no commit: ${(error as Error).message.trim()}`);
    return null;
  }
}

/** `git archive` writes the commit into the file: see .gitattributes. */
function archivedCommit(folder: string): string | null {
  const file = join(folder, ".git_archival.txt");
  return existsSync(file) ? (/^node: (.*)$/m.exec(readFileSync(file, "utf8"))?.[1] ?? null) : null;
}

/** The version in package.json with the commit as SemVer's build metadata: `0.1.0+g0123456789ab`. */
export function buildVersion(folder = root, environment = process.env): string {
  const { version } = manifestOf(folder);
  const commit = commitOf(folder, environment);
  return commit === null ? version : `${version}+g${commit.replace(/^(.{12})[0-9a-f]*/, "$1")}`;
}

/** In a bundle, package.json has this version. */
export const versioned: Plugin = {
  name: "versioned",
  setup(build) {
    build.onLoad({ filter: /[/\\]package\.json$/ }, ({ path }) => {
      if (path !== join(root, "package.json")) return undefined;
      const manifest = { ...manifestOf(root), version: buildVersion() };
      return { contents: JSON.stringify(manifest), loader: "json" };
    });
  },
};
