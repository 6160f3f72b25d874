import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { makeMissing } from "../../cluster/controlplane/artifacts.ts";
import { cacheFolder } from "../../host/cache.ts";
import type { DebianPackage } from "../debian-packages.ts";
import { unpackDebian } from "../debian.ts";

const qemu: DebianPackage = {
  name: "qemu-user-static",
  version: "1:7.2+dfsg-7+deb12u18+b3",
  licence: "GPL-2.0-or-later",
  sha256: {
    x64: "c3e3ba2bd87f8c5b9a5da5ef21b5a3b82d7c63b89dd448d9ddaa4eabc5b6e402",
    // It runs the image itself.
    arm64: "",
  },
};
const name = "qemu-aarch64-static";

/** Debian's program that runs programs for arm64 on this machine, from the cache; it needs no other file. */
export async function installQemu(): Promise<string> {
  const folder = join(cacheFolder(), "qemu", qemu.version.replace(":", "_"));
  const path = join(folder, name);
  await makeMissing(folder, [{ path, make: unpack }]);
  return path;
}

async function unpack(to: string): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), "trimtab-qemu-"));
  try {
    await unpackDebian("x64", scratch, [qemu]);
    await copyFile(join(scratch, "usr/bin", name), to);
  } finally {
    await rm(scratch, { recursive: true });
  }
}
