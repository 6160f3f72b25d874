import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Agent } from "node:https";
import { resolve } from "node:path";

import { parse } from "yaml";

import {
  apiRequest,
  forEachConcurrently,
  mustRequest,
  type ApiObject,
} from "../../../hack/cluster/api.ts";
import type { Cluster } from "../../../hack/cluster/cluster.ts";
import { run } from "../../../hack/host/run.ts";
import type { Operator } from "../../../hack/cluster/operator/operator.ts";
import { eventually } from "../../integration/eventually.ts";
import { ask } from "../../integration/probe.ts";
import { crdFolder, productGroup } from "../../integration/cluster/crd-files.ts";

const pluralOf = (kind: string): string => `${kind.toLowerCase()}s`;

export interface Wrong {
  readonly kind: string;
  readonly spec: unknown;
}

export const toObject = (namespace: string, name: string, { kind, spec }: Wrong) => ({
  ...{ apiVersion: `${productGroup}/v1alpha1`, kind },
  metadata: { name, namespace },
  ...(spec === undefined ? {} : { spec }),
});

const pathOf = (namespace: string, kind: string): string =>
  `/apis/${productGroup}/v1alpha1/namespaces/${namespace}/${pluralOf(kind)}`;

/** True if the API server rejects it on its own. */
export async function apiServerRefuses(
  cluster: Cluster,
  namespace: string,
  wrong: Wrong,
): Promise<boolean> {
  const path = `${pathOf(namespace, wrong.kind)}?dryRun=All`;
  const { code } = await apiRequest(cluster, "POST", path, toObject(namespace, "wrong", wrong));
  if (code !== 201 && code !== 422) throw new Error(`an unexpected answer: ${code}`);
  return code === 422;
}

// Shorter than the operator keeps an idle connection: a request on one that it closes fails.
const agent = new Agent({ keepAlive: true, timeout: 2_000 });

/** The webhook's message about it; empty: accepted. */
export async function webhookSays(
  operator: Operator,
  namespace: string,
  ...[wrong, username = "admin", groups = ["system:masters"]]: [Wrong, string?, string[]?]
): Promise<string> {
  const { kind } = wrong;
  const request = {
    ...{ uid: randomUUID(), operation: "CREATE", name: "wrong", namespace, dryRun: true },
    kind: { group: productGroup, version: "v1alpha1", kind },
    resource: { group: productGroup, version: "v1alpha1", resource: pluralOf(kind) },
    userInfo: { username, groups },
    object: toObject(namespace, "wrong", wrong),
    oldObject: null,
    options: null,
  };
  const review = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request };
  const body = JSON.stringify(review);
  const { code, text } = await ask(`${operator.url}/validate`, { method: "POST", body, agent });
  if (code !== 200) throw new Error(`the webhook answered ${code}: ${text}`);
  const { response } = JSON.parse(text) as {
    response: { allowed: boolean; status?: { message: string } };
  };
  return response.allowed ? "" : (response.status?.message ?? "refused");
}

/** The error codes of the command line, by object name. */
export async function commandLineFinds(
  objects: readonly ApiObject[],
): Promise<Map<string, Set<string>>> {
  const program = resolve(import.meta.dirname, "../../../bin/trimtab");
  const list = { apiVersion: "v1", kind: "List", items: objects };
  const { stdout } = await run(program, ["validate", "-", "--output=json"], {
    stdin: JSON.stringify(list),
  });
  const { findings } = JSON.parse(stdout) as {
    findings: { name: string; code: string; severity: string }[];
  };
  const found = new Map<string, Set<string>>();
  for (const { name, code, severity } of findings) {
    if (severity === "error") found.set(name, (found.get(name) ?? new Set()).add(code));
  }
  return found;
}

/** Makes the API server accept more than the CRDs do, for example objects older than the CRDs' rules. */
export async function loosen(cluster: Cluster, what: "rules" | "everything"): Promise<void> {
  await forEachConcurrently(["Autoscaler", "ClusterProportionalAutoscaler"], async kind => {
    const name = `${pluralOf(kind)}.${productGroup}`;
    const crd = parse(readFileSync(`${crdFolder}/${name}.yaml`, "utf8")) as ApiObject;
    const loose = JSON.parse(
      JSON.stringify(crd, (key, value: unknown) => {
        if (key === "x-kubernetes-validations" || key === "selectableFields") return undefined;
        const isSpec = what === "everything" && key === "openAPIV3Schema";
        return isSpec ? withAnySpec(value as Schema) : value;
      }),
    ) as object;
    const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}?fieldManager=hack&force=true`;
    await mustRequest(cluster, "PATCH", path, loose, "application/apply-patch+yaml");
  });
}

interface Schema {
  readonly properties: Readonly<Record<string, object>>;
}

const withAnySpec = (schema: Schema): object => ({
  ...schema,
  required: [],
  properties: { ...schema.properties, spec: { "x-kubernetes-preserve-unknown-fields": true } },
});

/** Creates all objects. */
export async function createAll(cluster: Cluster, objects: readonly ApiObject[]): Promise<void> {
  await forEachConcurrently(objects, object => {
    const { kind = "", metadata } = object;
    return mustRequest(cluster, "POST", pathOf(metadata?.namespace ?? "", kind), object);
  });
}

/** The controller's message about each object, by name, once it has one for every object. */
export function controllerSays(
  cluster: Cluster,
  namespace: string,
  count: number,
): Promise<Map<string, string>> {
  return eventually(async () => {
    const said = new Map<string, string>();
    for (const kind of ["Autoscaler", "ClusterProportionalAutoscaler"]) {
      const { items = [] } = await mustRequest(cluster, "GET", pathOf(namespace, kind));
      for (const { metadata, status } of items) {
        const { conditions = [] } = (status ?? {}) as { conditions?: Condition[] };
        const ready = conditions.find(({ type }) => type === "Ready");
        if (ready) {
          const isRefused = ready.status === "False" || ready.message.includes("this installation");
          said.set(metadata?.name ?? "", isRefused ? `${ready.reason} ${ready.message}` : "");
        }
      }
    }
    if (said.size < count)
      throw new Error(
        `${said.size} of ${count} have a status: ${[...said.keys()].sort().join(" ")}`,
      );
    return said;
  }, 60_000);
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}
