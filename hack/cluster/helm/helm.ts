import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { makeMissing } from "../controlplane/artifacts.ts";
import { cacheKey, go } from "../controlplane/go-module.ts";
import { cacheFolder } from "../../host/cache.ts";
import { runOrThrow } from "../../host/run.ts";

const module = import.meta.dirname;
const flags = ["-buildvcs=false", "-trimpath", "-ldflags", "-s -w"];

/** Builds Helm if it is not cached (one minute the first time) and returns its path. */
export async function buildHelm(): Promise<string> {
  const texts = ["go.mod", "go.sum"].map(file => readFile(join(module, file), "utf8"));
  const key = cacheKey([...(await Promise.all(texts)), ...flags]);
  const folder = join(cacheFolder(), "helm", key);
  const path = join(folder, "helm");
  const make = async (partial: string): Promise<void> => {
    await go(["build", ...flags, "-o", partial, "helm.sh/helm/v4/cmd/helm"], module);
  };
  await makeMissing(folder, [{ path, make }]);
  return path;
}

let built: Promise<string> | undefined;

/** Runs Helm and returns its output. It neither reads nor changes the user's own settings. */
export async function helm(args: readonly string[], kubeconfig?: string): Promise<string> {
  const path = await (built ??= buildHelm());
  const home = join(cacheFolder(), "helm", "home");
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    HELM_CACHE_HOME: home,
    HELM_CONFIG_HOME: home,
    HELM_DATA_HOME: home,
    ...(kubeconfig === undefined ? {} : { KUBECONFIG: kubeconfig }),
  };
  return runOrThrow(path, args, { env });
}
