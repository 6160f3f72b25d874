import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { withLock } from "../../host/lock.ts";

/** A file or folder that is slow to build, and complete as soon as it exists. */
export interface Artifact {
  readonly path: string;
  /** Builds it at another path, from which it is moved. */
  readonly make: (partial: string) => Promise<void>;
}

/** Builds what does not exist yet, with at most one process at a time per folder. */
export async function makeMissing(folder: string, artifacts: readonly Artifact[]): Promise<void> {
  const missing = () => artifacts.filter(({ path }) => !existsSync(path));
  if (missing().length === 0) return;
  await withLock(
    folder,
    async () => {
      // Another process may have built everything while this one waited.
      const wanted = missing();
      if (wanted.length > 0) await makeAll(folder, wanted);
    },
    () => {
      console.error("Another process is building the control plane; waiting for it.");
    },
  );
}

/**
 * Builds everything in a temporary folder and moves it when complete: an interrupted build leaves nothing
 * incomplete, even if its compiler continues to run.
 */
async function makeAll(folder: string, wanted: readonly Artifact[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    if (name.startsWith("partial-")) await rm(join(folder, name), { recursive: true, force: true });
  }
  const partial = await mkdtemp(join(folder, "partial-"));
  const begun = performance.now();
  for (const [index, { path, make }] of wanted.entries()) {
    const started = performance.now();
    process.stderr.write(`[${index + 1}/${wanted.length}] building ${basename(path)} ... `);
    await make(join(partial, basename(path)));
    await mkdir(dirname(path), { recursive: true });
    await rename(join(partial, basename(path)), path);
    process.stderr.write(`${secondsSince(started)} s, ${secondsSince(begun)} s in all\n`);
  }
  await rm(partial, { recursive: true });
}

const secondsSince = (start: number): string => ((performance.now() - start) / 1000).toFixed(0);
