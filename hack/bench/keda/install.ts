import { readFileSync } from "node:fs";
import { join } from "node:path";

import { parseAllDocuments } from "yaml";

import { forEachConcurrently, mustRequest, untilServed } from "../../cluster/api.ts";
import type { Cluster } from "../../cluster/cluster.ts";

/** The namespace and the ServiceAccount of both processes. */
export const kedaNamespace = "keda";
export const kedaServiceAccount = "keda-operator";
/** The path of the ScaledObjects of all namespaces. */
const scaledObjectsPath = "/apis/keda.sh/v1alpha1/scaledobjects";

/** What the processes need in the cluster. Their admission webhooks and Deployments are not part of it. */
const needed = [
  "general/namespace.yaml",
  "service_account/service_account.yaml",
  "rbac/role.yaml",
  "rbac/role_binding.yaml",
  "metrics-server/role.yaml",
  "metrics-server/role_binding.yaml",
];

/** @param manifests KEDA's folder `config` */
export async function installKeda(cluster: Cluster, manifests: string): Promise<void> {
  const files = needed.map(file => `--filename=${join(manifests, file)}`);
  await kubectl(cluster, ["apply", "--server-side", ...files]);
  await kubectl(cluster, ["apply", "--server-side", `--kustomize=${join(manifests, "crd")}`]);
  await untilServed(cluster, scaledObjectsPath);
}

/** Removes the CRDs and their objects, whose finalizers only a running operator would remove. */
export async function removeKeda(cluster: Cluster, manifests: string): Promise<void> {
  const { items = [] } = await mustRequest(cluster, "GET", scaledObjectsPath);
  await forEachConcurrently(items, ({ metadata }) => {
    const { namespace = "", name = "" } = metadata ?? {};
    const path = `/apis/keda.sh/v1alpha1/namespaces/${namespace}/scaledobjects/${name}`;
    const body = { metadata: { finalizers: null } };
    return mustRequest(cluster, "PATCH", path, body);
  });
  await kubectl(cluster, ["delete", `--kustomize=${join(manifests, "crd")}`]);
}

async function kubectl(cluster: Cluster, args: readonly string[]): Promise<void> {
  const { code, stderr } = await cluster.kubectl(args);
  if (code !== 0) throw new Error(`kubectl ${args.join(" ")}: ${stderr}`);
}

interface DeploymentManifest {
  readonly kind?: string;
  readonly spec: { readonly template: { readonly spec: { readonly containers: [Container] } } };
}

interface Container {
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
}

/** The arguments and the environment of a Deployment's only container. */
export function containerOf(file: string): Container {
  const manifests = parseAllDocuments(readFileSync(file, "utf8")).map(
    document => document.toJS() as DeploymentManifest | null,
  );
  const deployment = manifests.find(manifest => manifest?.kind === "Deployment");
  if (!deployment) throw new Error(`${file} has no Deployment`);
  return deployment.spec.template.spec.containers[0];
}
