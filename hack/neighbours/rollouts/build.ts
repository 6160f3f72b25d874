import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { makeMissing } from "../../cluster/controlplane/artifacts.ts";
import { cacheKey, versionOf } from "../../cluster/controlplane/go-module.ts";
import { cacheFolder } from "../../host/cache.ts";
import { runOrThrow } from "../../host/run.ts";

const folder = import.meta.dirname;
const module = "github.com/argoproj/argo-rollouts";
const flags = ["-buildvcs=false", "-trimpath", "-ldflags", "-s -w"];

/** The version that go.mod pins: v1.10.2. */
export const rolloutsVersion = (): string =>
  versionOf(module, readFileSync(join(folder, "go.mod"), "utf8"));

/** Its go.mod requires a newer patch release of Go than the other modules here do. */
const go = (args: readonly string[]): Promise<string> => {
  const env = { ...process.env, GOWORK: "off", CGO_ENABLED: "0", GOTOOLCHAIN: "auto" };
  return runOrThrow("go", args, { cwd: folder, env });
};

export interface RolloutsBuild {
  readonly controller: string;
  /** The folder of its CRDs. */
  readonly crds: string;
}

/** Builds the controller if it is not in the cache: about ten minutes of CPU time the first time. */
export async function buildRollouts(): Promise<RolloutsBuild> {
  const texts = ["go.mod", "go.sum"].map(name => readFile(join(folder, name), "utf8"));
  const key = cacheKey([...(await Promise.all(texts)), ...flags]);
  const cache = join(cacheFolder(), "neighbours", "rollouts", key);
  const path = join(cache, "rollouts-controller");
  const make = async (partial: string): Promise<void> => {
    await go(["build", ...flags, "-o", partial, `${module}/cmd/rollouts-controller`]);
  };
  await makeMissing(cache, [{ path, make }]);
  const named = `${module}@${rolloutsVersion()}`;
  const { Dir } = JSON.parse(await go(["mod", "download", "-json", named])) as Download;
  return { controller: path, crds: join(Dir, "manifests/crds") };
}

interface Download {
  readonly Dir: string;
}
