import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { stringify } from "yaml";

import { helm } from "../cluster/helm/helm.ts";

const namespace = "trimtab-system";

/** The objects of a chart with its default values, for a cluster without Helm. */
export async function plainManifests(chart: string): Promise<string> {
  const objects = await helm([
    "template",
    "trimtab",
    chart,
    `--namespace=${namespace}`,
    "--skip-tests",
  ]);
  const own = { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
  return `---\n${stringify(own)}${objects}`;
}

/** A kustomize base of the same objects. */
export function writeBase(manifests: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const kustomization = {
    apiVersion: "kustomize.config.k8s.io/v1beta1",
    kind: "Kustomization",
    resources: ["install.yaml"],
  };
  writeFileSync(join(folder, "kustomization.yaml"), stringify(kustomization));
  writeFileSync(join(folder, "install.yaml"), manifests);
}
