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

/** Why a file cannot be written, as a sentence; null: it can. Asked before the work that fills it. */
export function writeProblem(path: string): string | null {
  try {
    accessSync(dirname(path), constants.W_OK);
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
 * Writes a file that is complete or absent: under another name first. A signal waits until it has its name, so
 * none leaves the other name behind.
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const wait = (): void => undefined;
  for (const signal of signals) process.on(signal, wait);
  try {
    writeFileSync(temporary, content);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    for (const signal of signals) process.off(signal, wait);
  }
}

/** The same for a file of a cache, in a folder that may be missing. */
export function writeCached(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeWhole(path, content);
}
