/**
 * Prints what the registry's advisories say about the packages that are locked: `npm audit`. Exits with 1 if there is
 * anything to do. A registry without advisories, or no network, is reported; with AUDIT=required, it is an error.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { command } from "../host/command.ts";
import { run } from "../host/run.ts";
import { advisoriesIn } from "./advisories.ts";
import { type Lockfile, packageFolders } from "./lockfile.ts";

const root = join(import.meta.dirname, "../..");
/** Offline, npm would report that there are no advisories. */
const audit = ["audit", "--json", "--package-lock-only", "--offline=false"];
const once = ["--fetch-retries=0", "--fetch-timeout=10000"];

async function advisoriesOf(folder: string) {
  const cwd = join(root, folder);
  const { stdout } = await run("npm", [...audit, ...once], { cwd });
  const lockfile = JSON.parse(readFileSync(join(cwd, "package-lock.json"), "utf8")) as Lockfile;
  return { folder, ...advisoriesIn(stdout, lockfile) };
}

await command(async () => {
  const found = await Promise.all(packageFolders.map(advisoriesOf));
  const problems = found.flatMap(({ folder, problems: each }) =>
    each.map(problem => `${folder}: ${problem}`),
  );
  const unchecked = found.flatMap(({ folder, unchecked: why }) =>
    why === undefined ? [] : [`${folder}: npm audit did not run: ${why}`],
  );
  if (process.env["AUDIT"] === "required") problems.push(...unchecked);
  else for (const line of unchecked) console.warn(line);
  if (problems.length > 0) throw new Error(problems.join("\n"));
});
