// hack/cluster/external-scaler/: an external scaler of KEDA, built from KEDA's Go module. Tests and the demo start it.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { makeMissing } from "../controlplane/artifacts.ts";
import { cacheKey } from "../controlplane/go-module.ts";
import { cacheFolder } from "../../host/cache.ts";
import { runOrThrow } from "../../host/run.ts";

const folder = import.meta.dirname;

/** Builds it if it is not in the cache, within a minute, and returns its path. */
export async function buildExternalScaler(): Promise<string> {
  const names = (await readdir(folder)).filter(name => /\.go$|^go\./.test(name)).sort();
  const texts = await Promise.all(names.map(name => readFile(join(folder, name), "utf8")));
  const cache = join(cacheFolder(), "external-scaler", cacheKey([...names, ...texts]));
  const path = join(cache, "external-scaler");
  const env = { ...process.env, GOWORK: "off", CGO_ENABLED: "0" };
  const make = async (partial: string): Promise<void> => {
    const flags = ["-buildvcs=false", "-trimpath", "-ldflags", "-s -w"];
    await runOrThrow("go", ["build", ...flags, "-o", partial, "."], { cwd: folder, env });
  };
  await makeMissing(cache, [{ path, make }]);
  return path;
}
