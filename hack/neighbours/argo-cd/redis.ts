import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { makeMissing } from "../../cluster/controlplane/artifacts.ts";
import { aptDownload } from "../../host/apt.ts";
import { cacheFolder } from "../../host/cache.ts";
import { runOrThrow } from "../../host/run.ts";
import { startProgram, type Program } from "../program.ts";

/** Debian 12's Redis, with the libraries that its base system lacks. */
const packages = [
  {
    asked: "redis-tools=5:7.0.15-1~deb12u10",
    sha256: "f791cfcbf3054832bd6e786546acb0d4e046888f8e63bcf567c1c65fbfaf69e2",
  },
  {
    asked: "libjemalloc2=5.3.0-1",
    sha256: "a4117c23c5c8acf6c9678a6cb086f000b79476369da7efe8a78a70826956ad3d",
  },
  {
    asked: "liblzf1=3.6-3",
    sha256: "9854b0866201b63e04f1e446f45f01ef4a6f72c61f2250b75f944f6046cc7e8c",
  },
] as const;

/** A Redis without persistence, on loopback. */
export async function startRedis(port: number): Promise<Program> {
  const folder = join(cacheFolder(), "neighbours", "redis");
  const path = join(folder, packages[0].asked.replaceAll(/[^\w.-]/g, "-"));
  await makeMissing(folder, [{ path, make: unpack }]);
  const args = ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--appendonly", "no"];
  const env = { LD_LIBRARY_PATH: join(path, "usr/lib/x86_64-linux-gnu") };
  return startProgram(join(path, "redis-server"), { args, env, port });
}

async function unpack(partial: string): Promise<void> {
  await mkdir(partial, { recursive: true });
  for (const { asked, sha256 } of packages) {
    const scratch = await mkdtemp(join(tmpdir(), "trimtab-redis-"));
    try {
      const { code, stderr } = await aptDownload(asked, scratch);
      if (code !== 0) throw new Error(`apt-get download ${asked} failed:\n${stderr.trim()}`);
      const [file = ""] = await readdir(scratch);
      const content = await readFile(join(scratch, file));
      const found = createHash("sha256").update(content).digest("hex");
      if (found !== sha256) throw new Error(`${asked}: sha256 is ${found}, not ${sha256}.`);
      await runOrThrow("dpkg", ["-x", file, partial], { cwd: scratch });
    } finally {
      await rm(scratch, { recursive: true });
    }
  }
  // One program with two names; the package redis-server has only the link.
  await symlink("usr/bin/redis-check-rdb", join(partial, "redis-server"));
}
