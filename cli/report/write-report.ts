// cli/report/: a simulation as one HTML file, for `trimtab simulate --report`. client/ runs in the browser,
// model/ in both.

import { realpath, rename, rm, stat, writeFile } from "node:fs/promises";

import type { Simulation } from "../simulate/result.ts";
import { reportPage } from "./page.ts";

/** Writes the whole file or nothing. Returns a sentence if the path cannot be written. */
export async function writeReport(simulation: Simulation, path: string): Promise<string | null> {
  const page = reportPage(simulation);
  try {
    await replace(path, page);
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return `cannot write the report ${path}: ${reasons[code] ?? message}`;
  }
}

async function replace(path: string, text: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  // A device such as /dev/null stays what it is; a folder is an error.
  if (found && !found.isFile()) return await writeFile(path, text);
  // A link stays a link.
  const file = found ? await realpath(path) : path;
  const partial = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(partial, text, { flag: "wx" });
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "the folder does not exist",
  ENOTDIR: "a part of the path is not a folder",
  EISDIR: "it is a folder; add the name of a file",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "no space is left",
};
