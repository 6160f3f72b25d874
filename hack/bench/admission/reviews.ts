import { randomUUID } from "node:crypto";

import type { ApiObject } from "../../cluster/api.ts";

export const namespace = "default";
export const group = "autoscaling.trimtab.dev";

/** Workloads that recur: those of new objects, and as many of existing ones. */
export const familiar = 45;
/** Every tenth review of a new object is about a workload that no review has named before. */
const newEvery = 10;

/** One sort of review. */
export interface Sort {
  readonly name: string;
  /** The `request` of the AdmissionReview with this number. */
  readonly request: (index: number) => object;
}

export const autoscaler = (name: string, target: string): ApiObject => ({
  ...{ apiVersion: `${group}/v1alpha1`, kind: "Autoscaler", metadata: { name, namespace } },
  spec: {
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: target },
    ...{ minReplicas: 2, maxReplicas: 10, mode: "Active" },
  },
});

/**
 * From the floor upwards: a review of another kind, of which nothing is checked; edits of existing objects; and
 * new objects.
 */
export function sortsOf(stored: readonly ApiObject[]): readonly Sort[] {
  const old = (index: number): ApiObject => stored[index % stored.length] ?? {};
  return [
    {
      name: "another kind",
      request: () => requestOf("ConfigMap", { object: autoscaler("a", "a") }),
    },
    {
      name: "an edit of labels",
      request: index => editOf(old(index), { metadata: { labels: { edit: String(index) } } }),
    },
    {
      name: "an edit of a bound",
      request: index => editOf(old(index), { spec: { maxReplicas: 11 + (index % 50) } }),
    },
    {
      name: "a new object",
      request: index => {
        const target = index % newEvery === 0 ? `new-${randomUUID()}` : `web-${index % familiar}`;
        return requestOf("Autoscaler", { object: autoscaler("asked", target) });
      },
    },
  ];
}

function editOf(old: ApiObject, change: { readonly metadata?: object; readonly spec?: object }) {
  const object = {
    ...old,
    metadata: { ...old.metadata, ...change.metadata },
    spec: { ...(old.spec as object), ...change.spec },
  };
  return requestOf("Autoscaler", { object, oldObject: old });
}

function requestOf(
  kind: string,
  {
    object,
    oldObject = null,
  }: { readonly object: ApiObject; readonly oldObject?: ApiObject | null },
): object {
  return {
    ...{ uid: randomUUID(), operation: oldObject ? "UPDATE" : "CREATE", namespace, dryRun: true },
    name: object.metadata?.name,
    kind: { group: kind === "Autoscaler" ? group : "", version: "v1alpha1", kind },
    resource: { group, version: "v1alpha1", resource: "autoscalers" },
    userInfo: { username: "admin", groups: ["system:masters", "system:authenticated"] },
    ...{ object, oldObject, options: null },
  };
}
