import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { cacheFolder } from "./cache.ts";
import { run, type Finished } from "./run.ts";

/**
 * Downloads a Debian package, `name=version` or `name:architecture=version`, into a folder, without root. If the machine's
 * own package lists do not contain it, it fetches new lists from the machine's mirrors into the cache and uses those.
 */
export async function aptDownload(asked: string, folder: string): Promise<Finished> {
  const first = await apt(["download", asked], folder);
  if (first.code === 0) return first;
  const own = await ownLists(/^[^:=]+:([^=]+)=/.exec(asked)?.[1]);
  // Those that an earlier download has fetched.
  const second = await apt([...own, "download", asked], folder);
  if (second.code === 0) return second;
  const updated = await apt([...own, "update"], folder);
  if (updated.code !== 0) return { ...first, stderr: `${first.stderr}\n${updated.stderr}` };
  return apt([...own, "download", asked], folder);
}

/** Options for lists in the cache. A machine has lists of its own architecture only, so each has a folder. */
async function ownLists(architecture: string | undefined): Promise<string[]> {
  const state = join(cacheFolder(), architecture === undefined ? "apt" : `apt-${architecture}`);
  for (const part of ["lists/partial", "cache/archives/partial"]) {
    await mkdir(join(state, part), { recursive: true });
  }
  const foreign =
    architecture === undefined
      ? []
      : [`APT::Architecture=${architecture}`, `APT::Architectures=${architecture}`];
  const options = [`Dir::State::lists=${state}/lists`, `Dir::Cache=${state}/cache`, ...foreign];
  return options.flatMap(option => ["-o", option]);
}

/** On a machine without apt-get, it fails as if the package did not exist. */
const apt = (args: readonly string[], cwd: string): Promise<Finished> =>
  run("apt-get", args, { cwd }).catch((cause: unknown) => ({
    code: -1,
    stdout: "",
    stderr: String(cause),
  }));
