import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { cacheFolder } from "./cache.ts";
import { run, type Finished } from "./run.ts";

/**
 * Downloads a Debian package, `name=version`, into a folder, without root. If the machine's own package lists
 * do not contain it, it fetches new lists from the machine's mirrors into the cache and uses those.
 */
export async function aptDownload(asked: string, folder: string): Promise<Finished> {
  const first = await apt(["download", asked], folder);
  if (first.code === 0) return first;
  const state = join(cacheFolder(), "apt");
  for (const part of ["lists/partial", "cache/archives/partial"]) {
    await mkdir(join(state, part), { recursive: true });
  }
  const own = ["-o", `Dir::State::lists=${state}/lists`, "-o", `Dir::Cache=${state}/cache`];
  const updated = await apt([...own, "update"], folder);
  if (updated.code !== 0) return { ...first, stderr: `${first.stderr}\n${updated.stderr}` };
  return apt([...own, "download", asked], folder);
}

/** On a machine without apt-get, it fails as if the package did not exist. */
const apt = (args: readonly string[], cwd: string): Promise<Finished> =>
  run("apt-get", args, { cwd }).catch((cause: unknown) => ({
    code: -1,
    stdout: "",
    stderr: String(cause),
  }));
