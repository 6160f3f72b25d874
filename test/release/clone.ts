import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

import { runOrThrow } from "../../hack/host/run.ts";
import { root } from "../integration/doc-commands.ts";

/** Clones the last commit, with the installed packages: on their file system, because they are linked. */
export async function cloneWithPackages(clone: string): Promise<void> {
  mkdirSync(dirname(clone), { recursive: true });
  await runOrThrow("git", ["clone", "--quiet", root, clone]);
  // Links to files, because esbuild writes the path of a package behind a link to a folder into the bundle.
  await runOrThrow("cp", ["-al", join(root, "node_modules"), clone]);
}

/** Runs npm scripts of a clone, one after the other. */
export async function runScripts(
  clone: string,
  scripts: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  for (const script of scripts)
    await runOrThrow("npm", ["run", "--silent", script], { cwd: clone, env });
}
