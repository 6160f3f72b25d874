/**
 * Prints what the lock files, package.json and .npmrc leave open, and licences that nothing has allowed. Exits with 1 if
 * there is anything.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { command } from "../host/command.ts";
import { licenceProblems } from "./licences.ts";
import { type Lockfile, type Manifest, packageFolders, problemsOf } from "./lockfile.ts";

function problemsIn(folder: string): string[] {
  const read = (name: string): string =>
    readFileSync(join(import.meta.dirname, "../..", folder, name), "utf8");
  const lockfile = JSON.parse(read("package-lock.json")) as Lockfile;
  const manifest = JSON.parse(read("package.json")) as Manifest;
  return [...problemsOf(lockfile, manifest, read(".npmrc")), ...licenceProblems(lockfile)].map(
    problem => `${folder}: ${problem}`,
  );
}

await command(() => {
  const problems = packageFolders.flatMap(problemsIn);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return Promise.resolve();
});
