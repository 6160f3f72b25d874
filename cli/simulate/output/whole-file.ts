import {
  accessSync,
  constants,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";

/** Why a file cannot be written, as a sentence; null: it can. Asked before the work that fills it. */
export function writeProblem(path: string): string | null {
  if (path === "") return "cannot write a file without a name";
  try {
    const folder = dirname(path);
    accessSync(folder, constants.W_OK);
    if (!statSync(folder).isDirectory()) return `cannot write ${path}: ${folder} is not a folder`;
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
      return `cannot write ${path}: it is a folder`;
    }
    return null;
  } catch (error) {
    return `cannot write ${path}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Writes a file that is complete or absent: under another name first. A signal takes effect once the file has
 * its name, so none leaves the other name behind.
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const found = statSync(path, { throwIfNoEntry: false });
  // A device such as /dev/null stays what it is.
  if (found && !found.isFile()) {
    writeFileSync(path, content);
    return;
  }
  const temporary = `${path}.${process.pid}.tmp`;
  await deferringSignals(() => {
    try {
      writeFileSync(temporary, content);
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  });
}

/** Writes a report. Returns a sentence if the path cannot be written. */
export async function writeReport(path: string, page: string): Promise<string | null> {
  try {
    await writeWhole(path, page);
    return null;
  } catch (error) {
    return `cannot write ${path}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Does work that a signal must not interrupt. */
export async function deferringSignals(work: () => void): Promise<void> {
  const received: NodeJS.Signals[] = [];
  const note = (signal: NodeJS.Signals): void => void received.push(signal);
  for (const signal of signals) process.on(signal, note);
  try {
    work();
  } finally {
    // Node.js calls the listeners when it next polls: in the second turn at the latest.
    await setImmediate();
    await setImmediate();
    for (const signal of signals) process.off(signal, note);
    const [first] = received;
    if (first) process.kill(process.pid, first);
  }
}

/** The same for a file of a cache, in a folder that may be missing. */
export async function writeCached(path: string, content: string | Uint8Array): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  await writeWhole(path, content);
}
