import { createHash } from "node:crypto";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { makeMissing } from "../cluster/controlplane/artifacts.ts";
import { aptDownload } from "../host/apt.ts";
import { cacheFolder } from "../host/cache.ts";
import { runOrThrow } from "../host/run.ts";
import { checksumOf, debianPackages, type DebianPackage } from "./debian-packages.ts";
import { architectures, type Architecture } from "./image.ts";

/**
 * Unpacks every package into `into`: with apt-get's download the first time, later from the cache.
 *
 * @param packages by default those of the image
 */
export async function unpackDebian(
  architecture: Architecture,
  into: string,
  packages: readonly DebianPackage[] = debianPackages,
): Promise<void> {
  const folder = join(cacheFolder(), "debian");
  const files = packages.map(wanted => ({
    wanted,
    path: join(folder, `${wanted.name}_${wanted.version}_${architecture}.deb`),
  }));
  await makeMissing(
    folder,
    files.map(({ wanted, path }) => ({ path, make: to => download(wanted, architecture, to) })),
  );
  await mkdir(into, { recursive: true });
  for (const { wanted, path } of files) {
    await check(wanted, architecture, path);
    await runOrThrow("dpkg-deb", ["--extract", path, into]);
  }
}

async function download(
  wanted: DebianPackage,
  architecture: Architecture,
  to: string,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "trimtab-debian-"));
  try {
    const { name, version } = wanted;
    const asked = `${name}:${architectures[architecture].debian}=${version}`;
    const { code, stderr } = await aptDownload(asked, folder);
    const [file] = await readdir(folder);
    if (code !== 0 || file === undefined) throw new Error(notThere(asked, name, stderr));
    await check(wanted, architecture, join(folder, file));
    await copyFile(join(folder, file), to);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const notThere = (asked: string, name: string, stderr: string): string =>
  `apt-get cannot download ${asked}:\n${stderr.trim()}\n` +
  "This machine's mirrors must be those of Debian 12. If they are, " +
  `the mirror has a newer version: \`apt-cache show ${name}\` has its version and SHA256, which ` +
  `belong where it is pinned.`;

async function check(wanted: DebianPackage, architecture: Architecture, path: string) {
  const found = createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
  const expected = checksumOf(wanted, architecture);
  if (found === expected) return;
  throw new Error(
    `${path} has the SHA256 ${found}, not the pinned ${expected}: ` +
      "remove the file, and if the next one differs too, find out why before you change the pin.",
  );
}
