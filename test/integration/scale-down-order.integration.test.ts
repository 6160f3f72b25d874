import { describe, expect } from "vitest";

import { actingFor, apiRequest, mustRequest, type ApiObject } from "../../hack/cluster/api.ts";
import { createNodes, deleteNodes } from "../../hack/cluster/nodes.ts";
import { CustomMetrics } from "../../hack/cluster/metrics/custom-metrics.ts";
import { requestsOfOperator } from "./cluster/audit.ts";
import { sharedOperator } from "./cluster/shared-operator.ts";
import { it, type Workloads, zoneLabel } from "./cluster/workloads.ts";
import { eventually } from "./eventually.ts";

const pods = "api/v1/pods";
const strategicPatch = "application/strategic-merge-patch+json";
const cost = "controller.kubernetes.io/pod-deletion-cost";
const mark = "autoscaling.trimtab.dev/removed-first";
const atOnce = { scaleDown: { stabilizationWindowSeconds: 0 } };

interface Pod extends ApiObject {
  readonly metadata?: ApiObject["metadata"] & {
    readonly ownerReferences?: readonly { readonly uid: string }[];
  };
  readonly spec?: { readonly nodeName?: string };
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

const isReady = ({ status }: Pod): boolean =>
  status?.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True") === true;

async function podsOf(workloads: Workloads): Promise<readonly Pod[]> {
  const { items = [] } = await mustRequest(workloads.cluster, "GET", workloads.path(pods));
  return (items as readonly Pod[]).filter(({ metadata }) => !metadata?.deletionTimestamp);
}

/** The ready pods of the namespace, once there are as many. */
const ready = (workloads: Workloads, count: number) =>
  eventually(async () => {
    const all = await podsOf(workloads);
    const others = all.filter(pod => !isReady(pod));
    expect(others.map(({ spec, status }) => ({ node: spec?.nodeName, status }))).toEqual([]);
    expect(all).toHaveLength(count);
    return all;
  });

const nameOf = ({ metadata }: ApiObject): string => metadata?.name ?? "";
const annotationsOf = ({ metadata }: ApiObject) => metadata?.annotations ?? {};

const ownerOf = (pod: Pod | undefined): string | undefined =>
  pod?.metadata?.ownerReferences?.[0]?.uid;

const patchesOfPods = async ({ cluster, namespace }: Workloads) =>
  (await requestsOfOperator(cluster, namespace)).filter(
    ({ verb, objectRef }) => verb === "patch" && objectRef?.resource === "pods",
  );

/**
 * The pods that the operator asks to be removed first. Which pods go is up to the ReplicaSet controller, for which
 * their cost is best effort: its cache of pods may be older than the count.
 */
const marked = async (workloads: Workloads): Promise<readonly string[]> => {
  const patches = await patchesOfPods(workloads);
  return [...new Set(patches.map(({ objectRef }) => objectRef?.name ?? ""))].sort();
};

describe.concurrent("scaleDownOrder", () => {
  it("marks the least loaded pods, and leaves no mark", async ({ workloads }) => {
    await workloads.run("web", { replicas: 5, usage: {} });
    const running = (await ready(workloads, 5)).map(nameOf).sort();
    const [first = "", , third = ""] = running;
    const idle = [first, third];
    const { namespace } = workloads;
    const value = (name: string) => (idle.includes(name) ? "1" : "19");
    await new CustomMetrics(workloads.cluster).setCustom(
      ...running.map(name => ({
        ...{ resource: "pods", namespace, name, metric: "rps", value: value(name) },
      })),
    );
    const target = { type: "AverageValue" as const, averageValue: "20" };
    await workloads.scaler("web", {
      ...{ minReplicas: 3, behavior: atOnce, scaleDownOrder: "LeastLoaded" },
      metrics: [{ type: "Pods", pods: { metric: { name: "rps" }, target } }],
    });
    await ready(workloads, 3);
    await eventually(async () => {
      const survivors = await ready(workloads, 3);
      for (const survivor of survivors) expect(annotationsOf(survivor)).not.toHaveProperty([cost]);
    });
    expect(await marked(workloads)).toEqual(idle);
    const { decision } = await workloads.scalerStatus("web");
    expect(decision?.to).toBe(3);
  });

  it("keeps zones balanced, by the labels that Kubernetes copies to pods", async ({
    workloads,
  }) => {
    const { cluster, namespace } = workloads;
    await workloads.nodes.label(namespace, { [zoneLabel]: "a" });
    const labels = { "trimtab.test/workloads": namespace, [zoneLabel]: "b" };
    const names = [`${namespace}-b`];
    await createNodes(cluster, { names, labels, pods: "500" });
    await workloads.run("web", { replicas: 6, usage: {}, zones: 2 });
    const running = await ready(workloads, 6);
    await workloads.scaler("web", { maxReplicas: 4, scaleDownOrder: "Zone" });
    await ready(workloads, 4);
    const going = await marked(workloads);
    const staying = running.filter(pod => !going.includes(nameOf(pod)));
    const zones = staying.map(({ metadata }) => metadata?.labels?.[zoneLabel]).sort();
    expect(zones).toEqual(["a", "a", "b", "b"]);
    await deleteNodes(cluster, names);
  });

  it("leaves a cost that a person has set, and says so", async ({ workloads }) => {
    await workloads.run("web", { replicas: 3, usage: {} });
    const [one] = await ready(workloads, 3);
    const annotations = { [cost]: "5" };
    await workloads.patch(pods, nameOf(one ?? {}), { metadata: { annotations } });
    await workloads.scaler("web", {
      ...{ minReplicas: 1, maxReplicas: 2, scaleDownOrder: "Newest" },
    });
    await ready(workloads, 2);
    expect(await patchesOfPods(workloads)).toEqual([]);
  });

  it("gives the operator no right to change anything else of a pod", async ({ workloads }) => {
    await workloads.run("web", { replicas: 1, usage: {} });
    const [one] = await ready(workloads, 1);
    const operator = actingFor(workloads.cluster, { user: sharedOperator().user });
    const path = workloads.path(pods, nameOf(one ?? {}));
    const change = (fields: object) => apiRequest(operator, "PATCH", path, fields, strategicPatch);
    const refusal = "may change nothing of a pod but the annotations of scaleDownOrder";
    await eventually(async () => {
      for (const fields of [
        { spec: { containers: [{ name: "main", image: "example.invalid/evil:1" }] } },
        { metadata: { labels: { app: "other" } } },
        { metadata: { annotations: { team: "x" } } },
        { metadata: { ownerReferences: [{ uid: ownerOf(one), blockOwnerDeletion: false }] } },
      ]) {
        expect(await change(fields)).toMatchObject({
          ...{ code: 403, text: expect.stringContaining(refusal) as string },
        });
      }
    });
    expect(await change({ metadata: { annotations: { [mark]: "x" } } })).toMatchObject({
      code: 200,
    });
  });

  it("clears a mark that an earlier leader has left behind", async ({ workloads }) => {
    await workloads.run("web", { replicas: 2, usage: {} });
    const [one] = await ready(workloads, 2);
    const annotations = { [cost]: "-1000", [mark]: "true" };
    await workloads.patch(pods, nameOf(one ?? {}), { metadata: { annotations } });
    await workloads.scaler("web", { minReplicas: 2, scaleDownOrder: "Newest" });
    await eventually(async () => {
      for (const pod of await ready(workloads, 2)) {
        expect(annotationsOf(pod)).not.toHaveProperty([mark]);
        expect(annotationsOf(pod)).not.toHaveProperty([cost]);
      }
    });
  });
});
