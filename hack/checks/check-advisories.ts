/**
 * Prints what the registry's advisories say about the packages that are locked: `npm audit`. Exits with 1 if there is
 * anything to do. A registry without advisories, or no network, is reported; with AUDIT=required, it is an error.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { command } from "../host/command.ts";
import { run } from "../host/run.ts";
import { advisoriesIn, type AuditReport } from "./advisories.ts";
import { type Lockfile, packageFolders } from "./lockfile.ts";

const root = join(import.meta.dirname, "../..");
const audit = [
  "audit",
  "--json",
  "--package-lock-only",
  "--fetch-retries=0",
  "--fetch-timeout=10000",
];

async function advisoriesOf(folder: string) {
  const cwd = join(root, folder);
  const { stdout } = await run("npm", audit, { cwd });
  const lockfile = JSON.parse(readFileSync(join(cwd, "package-lock.json"), "utf8")) as Lockfile;
  return { folder, ...advisoriesIn(JSON.parse(stdout) as AuditReport, lockfile) };
}

await command(async () => {
  const found = await Promise.all(packageFolders.map(advisoriesOf));
  const problems = found.flatMap(({ folder, problems }) =>
    problems.map(problem => `${folder}: ${problem}`),
  );
  const [unchecked] = found.flatMap(each => each.unchecked ?? []);
  if (unchecked !== undefined) {
    const says = `npm audit did not run: ${unchecked}`;
    if (process.env["AUDIT"] === "required") problems.push(says);
    else console.warn(says);
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));
});
