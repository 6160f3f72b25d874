import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { makeMissing } from "../../cluster/controlplane/artifacts.ts";
import { cacheFolder } from "../../host/cache.ts";
import { runOrThrow } from "../../host/run.ts";
import type { Architecture } from "../image.ts";

interface Pinned {
  readonly version: string;
  readonly integrity: string;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, Pinned>>;
}

const ownLockfile = fileURLToPath(new URL("../../../package-lock.json", import.meta.url));

/** The folder of the npm package that contains Node.js for Linux on an architecture. */
export const nodePackage = (architecture: Architecture): Promise<string> =>
  lockedPackage(`node-linux-${architecture}`, ownLockfile);

/**
 * The folder of an npm package that a lock file pins. npm installs only packages for this machine; others come from the
 * registry into the cache.
 */
export async function lockedPackage(name: string, lockfile: string): Promise<string> {
  const { packages } = JSON.parse(await readFile(lockfile, "utf8")) as Lockfile;
  const pinned = packages[`node_modules/${name}`];
  if (!pinned) throw new Error(`${lockfile} does not pin ${name}.`);
  const folder = join(dirname(lockfile), "node_modules", name);
  const isInstalled = existsSync(folder) && versionOf(folder) === pinned.version;
  return isInstalled ? folder : download(name, pinned);
}

/** Of the package in a folder. */
export const versionOf = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Pick<Pinned, "version">)
    .version;

async function download(name: string, pinned: Pinned): Promise<string> {
  const folder = join(cacheFolder(), "node-packages");
  const path = join(folder, `${name}-${pinned.version}`);
  const make = (partial: string): Promise<void> =>
    unpack(`${name}@${pinned.version}`, pinned.integrity, partial);
  await makeMissing(folder, [{ path, make }]);
  return path;
}

async function unpack(asked: string, integrity: string, into: string): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), "trimtab-node-"));
  try {
    await runOrThrow("npm", ["pack", asked, "--loglevel=error", "--pack-destination", scratch]);
    const [name = ""] = await readdir(scratch);
    const file = join(scratch, name);
    const found = createHash("sha512")
      .update(await readFile(file))
      .digest("base64");
    if (`sha512-${found}` !== integrity) {
      throw new Error(
        `${asked} has the SHA512 ${found}, which is not the one that is pinned: clear the cache of npm, and retry.`,
      );
    }
    await mkdir(into, { recursive: true });
    const whole = ["--extract", "--gzip", "--strip-components=1"];
    await runOrThrow("tar", [...whole, "--file", file, "--directory", into]);
  } finally {
    await rm(scratch, { recursive: true });
  }
}
