// hack/bench/keda/: KEDA, built from its Go module, outside of a cluster. `make bench` imports it.

import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { makeMissing } from "../../cluster/controlplane/artifacts.ts";
import { cacheKey, versionOf } from "../../cluster/controlplane/go-module.ts";
import { copyManifests } from "../../cluster/controlplane/manifests.ts";
import { cacheFolder } from "../../host/cache.ts";
import { runOrThrow } from "../../host/run.ts";

const folder = import.meta.dirname;
const keda = "github.com/kedacore/keda/v2";

export interface KedaBuild {
  /** v2.21.0 */
  readonly version: string;
  readonly operator: string;
  /** keda-metrics-apiserver */
  readonly adapter: string;
  /** The folder `config` of its repository. */
  readonly manifests: string;
}

/** Builds what is not in the cache: about ten minutes on two cores the first time, then nothing. */
export async function buildKeda(): Promise<KedaBuild> {
  const texts = await Promise.all(
    ["go.mod", "go.sum"].map(name => readFile(join(folder, name), "utf8")),
  );
  const version = versionOf(keda, texts[0] ?? "");
  const stamp = `-X=${keda}/version.Version=${version.slice(1)}`;
  const flags = ["-buildvcs=false", "-trimpath", "-ldflags", `-s -w ${stamp}`];
  const cache = join(cacheFolder(), "keda", cacheKey([...texts, ...flags]));
  // Without cgo, as KEDA's releases. The names are those in its images: they become the user agents.
  const env = { ...process.env, GOWORK: "off", CGO_ENABLED: "0" };
  const binary = (name: string, command: string) => ({
    path: join(cache, "bin", name),
    make: async (partial: string) => {
      const args = ["build", ...flags, "-o", partial, `${keda}/cmd/${command}`];
      await runOrThrow("go", args, { cwd: folder, env });
    },
  });
  const [operator, adapter] = [binary("keda", "operator"), binary("keda-adapter", "adapter")];
  const manifests = {
    path: join(cache, "config"),
    make: (partial: string) => copyManifests({ module: keda, folder: "config" }, partial, folder),
  };
  await makeMissing(cache, [manifests, operator, adapter]);
  return {
    version,
    operator: operator.path,
    adapter: adapter.path,
    manifests: manifests.path,
  };
}
