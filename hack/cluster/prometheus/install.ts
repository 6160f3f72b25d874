import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { makeMissing } from "../controlplane/artifacts.ts";
import { aptDownload } from "../../host/apt.ts";
import { cacheFolder } from "../../host/cache.ts";
import { runOrThrow } from "../../host/run.ts";

/** Debian 12's package, which also contains promtool. */
const version = "2.42.0+ds-5+deb12u1";
const sha256 = "81d59a24fce84f7fbe97a45a4f2914b6a5881b5cd1db2a6a0e129e515e1a5f55";

export interface PrometheusBinaries {
  readonly prometheus: string;
  readonly promtool: string;
}

/** Downloads what is not in the cache with the machine's package manager, without root. */
export async function installPrometheus(): Promise<PrometheusBinaries> {
  const folder = join(cacheFolder(), "prometheus");
  const path = join(folder, `prometheus-${version}`);
  await makeMissing(folder, [{ path, make: partial => unpack(partial, path) }]);
  return { prometheus: join(path, "prometheus"), promtool: join(path, "promtool") };
}

async function unpack(partial: string, path: string): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), "trimtab-prometheus-"));
  try {
    const { code, stderr } = await aptDownload(`prometheus=${version}`, scratch);
    if (code !== 0) throw new Error(`apt-get download failed:\n${stderr.trim()}${by(path)}`);
    const [file = ""] = await readdir(scratch);
    const content = await readFile(join(scratch, file));
    const found = createHash("sha256").update(content).digest("hex");
    if (found !== sha256) throw new Error(`${file}: sha256 is ${found}, not ${sha256}.${by(path)}`);
    await runOrThrow("dpkg", ["-x", file, "unpacked"], { cwd: scratch });
    await mkdir(partial, { recursive: true });
    for (const name of ["prometheus", "promtool"]) {
      await cp(join(scratch, "unpacked/usr/bin", name), join(partial, name));
    }
  } finally {
    await rm(scratch, { recursive: true });
  }
}

const by = (path: string): string =>
  `\nIt is a package of Debian 12 (amd64); elsewhere put prometheus and promtool 2.42 or newer into ${path}.`;
