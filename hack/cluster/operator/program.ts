import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { atExit } from "../../host/at-exit.ts";

const bundle = fileURLToPath(new URL("../../../dist/trimtab.cjs", import.meta.url));

interface Program {
  readonly path: string;
  /** A folder for what Node.js compiles of it. */
  readonly compiled: string;
}

const programs = new Map<string, Program>();

/**
 * A copy of a build of the operator, alone in its folder as in an image: it cannot load any other file. All
 * starts share it, because Node.js finds by the path what an earlier start has compiled.
 */
export function programOf(build = bundle): Program {
  const version = `${build} ${statSync(build).mtimeMs}`;
  const known = programs.get(version);
  if (known) return known;
  const folder = mkdtempSync(join(tmpdir(), "trimtab-program-"));
  atExit(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const program = { path: join(folder, "trimtab.cjs"), compiled: join(folder, "compiled") };
  copyFileSync(build, program.path);
  programs.set(version, program);
  return program;
}
