import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { runOrThrow } from "./run.ts";

const root = join(import.meta.dirname, "../..");

interface TrackedFile {
  /** Relative to the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** The files of the repository that match one of the patterns of `git ls-files`, such as `*.ts`. */
export async function trackedFiles(...patterns: readonly string[]): Promise<TrackedFile[]> {
  const listed = await runOrThrow("git", ["ls-files", ...patterns], { cwd: root });
  const paths = listed.trimEnd().split("\n");
  return Promise.all(
    paths.map(async path => ({ path, text: await readFile(join(root, path), "utf8") })),
  );
}
