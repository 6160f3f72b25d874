/** Prints what package-lock.json, package.json and .npmrc leave open. Exits with 1 if there is anything. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { command } from "../host/command.ts";
import { type Lockfile, type Manifest, problemsOf } from "./lockfile.ts";

const read = (file: string): string =>
  readFileSync(join(import.meta.dirname, "../..", file), "utf8");

await command(() => {
  const lockfile = JSON.parse(read("package-lock.json")) as Lockfile;
  const manifest = JSON.parse(read("package.json")) as Manifest;
  const problems = problemsOf(lockfile, manifest, read(".npmrc"));
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return Promise.resolve();
});
