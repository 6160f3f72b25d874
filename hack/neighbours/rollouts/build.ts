import { readFileSync } from "node:fs";
import { join } from "node:path";

import { versionOf } from "../../cluster/controlplane/go-module.ts";
import { buildPrograms, moduleFolder } from "../build.ts";

const folder = import.meta.dirname;
const module = "github.com/argoproj/argo-rollouts";
/** Its go.mod requires a newer patch release of Go than the other modules here do. */
const environment = { CGO_ENABLED: "0", GOTOOLCHAIN: "auto" };

/** The version that go.mod pins: v1.10.2. */
export const rolloutsVersion = (): string =>
  versionOf(module, readFileSync(join(folder, "go.mod"), "utf8"));

export interface RolloutsBuild {
  readonly controller: string;
  /** The folder of its CRDs. */
  readonly crds: string;
}

/** Builds the controller if it is not in the cache: about ten minutes of CPU time the first time. */
export async function buildRollouts(): Promise<RolloutsBuild> {
  const packages = { "rollouts-controller": `${module}/cmd/rollouts-controller` };
  const { "rollouts-controller": controller } = await buildPrograms(folder, packages, {
    environment,
  });
  const crds = join(await moduleFolder(folder, module, environment), "manifests/crds");
  return { controller, crds };
}
