/**
 * Checks the types of all code: `npm run lint:types`. TypeScript 7 is a native program that takes a fifth of the
 * CPU time of TypeScript 5.8. Pepr needs the API of 5.8: `pepr build`, which the tests
 * run, checks the product with it.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const platform = `${process.platform}-${process.arch}`;
const compiler = join(root, `node_modules/@typescript/typescript-${platform}/lib/tsc`);

/** The engine has no types of Node.js, and the pages of a browser have those of a document. */
const projects = [".", "engine", "cli"];

for (const project of projects) {
  // One thread needs a third less CPU time than two, and other checks use the second core.
  const { status, error } = spawnSync(
    compiler,
    ["--noEmit", "--singleThreaded", "--project", project],
    // Half a gigabyte of garbage costs less than its collection.
    { cwd: root, stdio: "inherit", env: { ...process.env, GOGC: "400" } },
  );
  if (error) throw new Error(`no TypeScript 7 for ${platform}: run npm ci`, { cause: error });
  if (status !== 0) {
    process.exitCode = 1;
    break;
  }
}
