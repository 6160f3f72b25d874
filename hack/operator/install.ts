import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { parseAllDocuments } from "yaml";

import { apiRequest, mustRequest, type ApiObject, type ApiTarget } from "../cluster/api.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The operator's own identity in every cluster. */
export const operatorNamespace = "trimtab-system";
export const operatorServiceAccount = "trimtab";

/** Puts the product's CRDs and its rights into a cluster, or brings those that are there up to date. */
export async function installProduct(cluster: ApiTarget): Promise<void> {
  const crds = documentsIn("crds");
  for (const crd of crds) await apply(cluster, crd);
  for (const manifest of ["rbac", "policy"]) {
    const objects = documents(`charts/trimtab/manifests/${manifest}.yaml`);
    for (const object of objects) await apply(cluster, object);
  }
  for (const crd of crds) await untilServed(cluster, crd);
}

/** Points the product's webhook at an address instead of a Service, which nothing routes here. */
export async function installWebhook(cluster: ApiTarget, url: string, ca: string): Promise<void> {
  const [configuration] = documents("charts/trimtab/manifests/webhook.yaml");
  const { webhooks = [], ...rest } = configuration as ApiObject & { webhooks?: object[] };
  const clientConfig = { url, caBundle: Buffer.from(ca).toString("base64") };
  const pointed = { ...rest, webhooks: webhooks.map(webhook => ({ ...webhook, clientConfig })) };
  await apply(cluster, pointed);
}

export function removeWebhook(cluster: ApiTarget): Promise<unknown> {
  const [configuration] = documents("charts/trimtab/manifests/webhook.yaml");
  if (!configuration) return Promise.resolve();
  return apiRequest(
    cluster,
    "DELETE",
    `${collection(configuration)}/${configuration.metadata?.name ?? ""}`,
  );
}

/** The documents of a YAML file, by its path in the checkout. */
export function documents(file: string): ApiObject[] {
  const text = readFileSync(`${root}${file}`, "utf8");
  return parseAllDocuments(text).map(document => document.toJS() as ApiObject);
}

function documentsIn(folder: string): ApiObject[] {
  const files = readdirSync(`${root}${folder}`).filter(file => file.endsWith(".yaml"));
  return files.flatMap(file => documents(`${folder}/${file}`));
}

async function apply(cluster: ApiTarget, object: ApiObject): Promise<void> {
  const path = `${collection(object)}/${object.metadata?.name ?? ""}?fieldManager=hack&force=true`;
  await mustRequest(cluster, "PATCH", path, object, "application/apply-patch+yaml");
}

const plurals: Readonly<Record<string, string>> = {
  CustomResourceDefinition: "customresourcedefinitions",
  Namespace: "namespaces",
  ServiceAccount: "serviceaccounts",
  ClusterRole: "clusterroles",
  ClusterRoleBinding: "clusterrolebindings",
  ValidatingAdmissionPolicy: "validatingadmissionpolicies",
  ValidatingAdmissionPolicyBinding: "validatingadmissionpolicybindings",
  ValidatingWebhookConfiguration: "validatingwebhookconfigurations",
};

function collection({ apiVersion = "v1", kind = "", metadata }: ApiObject): string {
  const plural = plurals[kind];
  if (!plural) throw new Error(`no path is known for kind ${kind}: add it to plurals`);
  const prefix = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const namespaced = metadata?.namespace ? `/namespaces/${metadata.namespace}` : "";
  return `${prefix}${namespaced}/${plural}`;
}

/** A CRD is accepted a moment before its objects are, and each at its own moment. */
async function untilServed(cluster: ApiTarget, crd: ApiObject): Promise<void> {
  const { group, names, versions } = crd.spec as CrdSpec;
  const path = `/apis/${group}/${versions[0].name}/${names.plural}?limit=1`;
  for (let tries = 0; tries < 100; tries++) {
    if ((await apiRequest(cluster, "GET", path)).code === 200) return;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  throw new Error(`${path} is not served after five seconds: look at the API server's log`);
}

interface CrdSpec {
  readonly group: string;
  readonly names: { readonly plural: string };
  readonly versions: readonly [{ readonly name: string }];
}
