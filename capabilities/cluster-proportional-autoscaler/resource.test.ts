import { expect, it } from "vitest";

import type { ParametersInForce } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { emptyHistory } from "../../engine/model/history.ts";
import { NodeTally } from "../../engine/model/observation/node-tally.ts";
import type { NodeFilter } from "../../engine/model/observation/node.ts";
import { err, ok } from "../../engine/model/values/result.ts";
import { timestamp } from "../../engine/model/values/time.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import type { ClusterSizes } from "./cluster-sizes.ts";
import type { ConfigMaps, ConfigMapState } from "./config-maps.ts";
import type { ObjectCounts } from "./object-counts.ts";
import {
  claimedBy,
  clusterProportionalResource,
  type ObservedCluster,
  type StoredAutoscaler,
} from "./resource.ts";
import type { ObservedTarget } from "../../controller/resource.ts";
import { untracked } from "../../controller/testing/untracked.ts";

/** What an installation gives every object; it counts neither pods nor namespaces. */
const installation = {
  counts: null,
  configMaps: {} as ConfigMaps,
  clock: new ManualClock(),
  rails: {
    permitted: new Set<never>(),
    leastSyncPeriodSeconds: 3,
    largestMaxReplicas: 1_000,
    scaleToZero: true,
    allowedTargetKinds: null,
    metricSources: new Map(),
  },
};

const object: StoredAutoscaler = {
  metadata: { name: "dns", namespace: "ns", uid: "u", resourceVersion: "1" },
  spec: {
    scaleTargetRefs: [{ apiVersion: "apps/v1", kind: "Deployment", name: "dns" }],
    configMapRef: { name: "dns" },
  },
};
const parameters: ParametersInForce = {
  source: "ConfigMap",
  configMapName: "dns",
  linear: { nodesPerReplica: 7 },
};

const kind = (observed: ConfigMapState, synced = true) =>
  clusterProportionalResource({
    ...installation,
    sizes: {
      synced,
      tally: () => ok(new NodeTally(() => true)),
    } as unknown as ClusterSizes,
    configMaps: { read: () => observed } as unknown as ConfigMaps,
  });

it.each<{ shows: string; observed: ConfigMapState }>([
  { shows: "is deleted", observed: { kind: "absent" } },
  { shows: "cannot be read", observed: { kind: "unreadable", message: "no answer" } },
  { shows: "is forbidden", observed: { kind: "refused", message: "no" } },
  { shows: "is invalid", observed: { kind: "present", data: {} } },
])("uses the last valid parameters from the status if the ConfigMap $shows", async row => {
  const seen = await kind(row.observed).observe(object, { parameters }, untracked);
  expect(seen).toMatchObject({ resolved: { parameters: { nodesPerReplica: 7 } } });
});

it.each<{ shows: string; observed: ConfigMapState; synced: boolean }>([
  { shows: "the ConfigMap", observed: { kind: "waiting" }, synced: true },
  { shows: "the nodes", observed: { kind: "absent" }, synced: false },
])("decides nothing before the first list of $shows", async ({ observed, synced }) => {
  expect(await kind(observed, synced).observe(object, { parameters }, untracked)).toEqual({
    kind: "incomplete",
  });
});

it("reads the ConfigMap of its own namespace and the nodes of its filter, and has no period", async () => {
  const read: unknown[] = [];
  const resource = clusterProportionalResource({
    ...installation,
    sizes: {
      synced: true,
      tally: (filter: NodeFilter) => {
        read.push(filter);
        return ok(new NodeTally(() => true));
      },
    } as unknown as ClusterSizes,
    configMaps: {
      read: (namespace: string, name: string) => {
        read.push(`${namespace}/${name}`);
        return { kind: "absent" };
      },
    } as unknown as ConfigMaps,
  });
  const nodes = { selector: { matchLabels: { pool: "dns" } } };
  const selective = { ...object, spec: { ...object.spec, nodes } };
  const seen = await resource.observe(selective, { parameters }, untracked);
  expect(read).toEqual(["ns/dns", nodes]);
  expect(seen).toMatchObject({ periodMs: null, due: null });
});

const counted = (linear: object, counts: Pick<ObjectCounts, "count"> | null) => {
  const resource = clusterProportionalResource({
    ...installation,
    sizes: {
      synced: true,
      tally: (_: NodeFilter, resources: readonly string[]) =>
        resources.includes("nvidia.com/gpu") ? null : ok(new NodeTally(() => true, resources)),
    } as unknown as ClusterSizes,
    counts: counts as ObjectCounts | null,
  });
  const { scaleTargetRefs } = object.spec;
  const stored = { ...object, spec: { scaleTargetRefs, linear } };
  return { resource, stored, observe: () => resource.observe(stored, undefined, untracked) };
};

it.each([
  { shows: "the pods", linear: { podsPerReplica: 9 }, counts: { count: () => null } },
  {
    shows: "the nodes with a new resource",
    linear: { resourcesPerReplica: [{ name: "nvidia.com/gpu", perReplica: 1 }] },
    counts: null,
  },
])("decides nothing before the first list of $shows", async ({ linear, counts }) => {
  expect(await counted(linear, counts).observe()).toEqual({ kind: "incomplete" });
});

it("counts pods and namespaces only if the parameters ask for them", async () => {
  const asked: string[] = [];
  const count = (of: string) => {
    asked.push(of);
    return ok(70);
  };
  expect(await counted({ nodesPerReplica: 1 }, { count }).observe()).toMatchObject({
    size: { nodes: 0 },
  });
  expect(asked).toEqual([]);
  expect(await counted({ podsPerReplica: 1 }, { count }).observe()).toMatchObject({
    size: { pods: ok(70) },
  });
  expect(asked).toEqual(["pods"]);
});

it("does not shrink while the pods cannot be counted", async () => {
  const refused = err("the pods cannot be counted: no");
  const linear = { nodesPerReplica: 1, podsPerReplica: 1 };
  const { resource, observe } = counted(linear, { count: () => refused });
  const seen = (await observe()) as ObservedCluster;
  const given = { now: 1_000_000, history: emptyHistory("u"), replicas: 9, value: null };
  const decided = resource.decide(seen, given as unknown as ObservedTarget);
  expect(decided).toMatchObject({
    decision: { to: 9, steps: [{ reason: "ScaleDownBlocked" }, {}, {}] },
  });
});

it.each([
  { linear: { podsPerReplica: 1 }, reason: "ObjectCountsForbidden" },
  { linear: { namespacesPerReplica: 1 }, reason: "ObjectCountsForbidden" },
  { linear: { nodesPerReplica: 1 }, reason: undefined },
])("without the right to count objects, $linear is stalled by $reason", async row => {
  const { resource, stored, observe } = counted(row.linear, null);
  const seen = (await observe()) as ObservedCluster;
  const status = resource.toStatus(seen, { object: stored, now: 0, targets: [] }, undefined);
  const stalled = status.conditions?.find(({ type }) => type === "Stalled");
  expect(stalled?.reason).toBe(row.reason);
  if (row.reason) expect(stalled?.message).toContain("rbac.objectCounts");
});

const atMostOne = {
  scaleDown: {
    stabilizationWindowSeconds: 0,
    policies: [{ type: "Pods" as const, value: 1, periodSeconds: 60 }],
  },
};

it.each<{ shows: string; spec: Partial<StoredAutoscaler["spec"]>; to: number }>([
  { shows: "waits without behavior", spec: {}, to: 9 },
  { shows: "follows its behavior", spec: { behavior: atMostOne }, to: 8 },
  {
    shows: "ignores it under CPA-1.10",
    spec: { behavior: atMostOne, algorithm: "CPA-1.10" },
    to: 1,
  },
])("a cluster without nodes: $shows", async ({ spec, to }) => {
  const resource = kind({ kind: "absent" });
  const stored = { ...object, spec: { ...object.spec, ...spec } };
  const seen = (await resource.observe(stored, { parameters }, untracked)) as ObservedCluster;
  const now = 1_000_000;
  const observed = { now, history: emptyHistory("u"), replicas: 9, value: null };
  const decided = resource.decide(seen, observed as unknown as ObservedTarget);
  expect(decided).toMatchObject({ decision: { from: 9, to } });
});

it.each([
  { key: "paused-until", mode: "Paused", summary: "paused until " },
  { key: "scale-down-paused-until", mode: "Active", summary: "no scale-down until " },
])("with $key, it behaves as in mode $mode, and never shrinks", async row => {
  const { key, mode, summary } = row;
  const resource = kind({ kind: "absent" });
  const now = new ManualClock().now();
  const due = now + 7_200_000;
  const annotations = { [`autoscaling.trimtab.dev/${key}`]: timestamp(due) };
  const stored = {
    metadata: { ...object.metadata, annotations },
    spec: { ...object.spec, behavior: { scaleDown: { stabilizationWindowSeconds: 0 } } },
  };
  const seen = (await resource.observe(stored, { parameters }, untracked)) as ObservedCluster;
  expect(seen).toMatchObject({ mode, due });
  const given = { now, history: emptyHistory("u"), replicas: 9, value: null };
  const outcome = resource.decide(seen, given as unknown as ObservedTarget);
  // In mode Paused, nothing is decided.
  if (mode === "Active") expect(outcome).toMatchObject({ decision: { from: 9, to: 9 } });
  const report = { object: stored, now, targets: [] };
  const status = resource.toStatus(seen, report, { parameters });
  expect(status.summary).toContain(`${summary}${timestamp(due)}`);
});

const [target] = object.spec.scaleTargetRefs;

// prettier-ignore
it.each<{ shows: string; spec: object | null; want: readonly unknown[] }>([
  { shows: "its targets",                              spec: {},                                   want: [target] },
  { shows: "its targets if another field is invalid",  spec: { configMapRef: {} },               want: [target] },
  { shows: "nothing in a dry run",                     spec: { mode: "DryRun" },                   want: [] },
  { shows: "its targets while it is paused",           spec: { mode: "Paused" },                   want: [target] },
  { shows: "nothing if its mode is invalid",           spec: { mode: "Off" },                      want: [] },
  { shows: "nothing if one of its targets is invalid", spec: { scaleTargetRefs: [target, {}] },  want: [] },
  { shows: "nothing without a spec",                   spec: null,                                 want: [] },
])("claims $shows", ({ spec, want }) => {
  const stored = { ...object, spec: spec && { ...object.spec, ...spec } } as StoredAutoscaler;
  expect(claimedBy(stored)).toEqual(want);
});

it("claims, while it is paused, all targets but those of a kind that was not served", async () => {
  const [dns, web] = ["dns", "web"].map(name => ({ ...target!, name }));
  const { metadata } = object;
  const paused: StoredAutoscaler = {
    metadata: { ...metadata, generation: 4 },
    spec: { ...object.spec, mode: "Paused", scaleTargetRefs: [dns!, web!] },
  };
  const resource = kind({ kind: "absent" });
  const observed = (await resource.observe(paused, undefined, untracked)) as ObservedCluster;
  const report = { problem: null, inactive: null, currentReplicas: null, decision: null };
  const rest = { currentMetrics: null, history: null, dryRunHistory: null, lastScaleTime: null };
  const unknown = { reason: "UnknownKind", message: "no such kind", permanent: true } as const;
  const targets = [dns!, web!].map(ref => ({
    ...{ ...report, ...rest, ref, write: { kind: "Unchanged" } as const },
    problem: ref.name === "web" ? unknown : null,
  }));
  const status = resource.toStatus(observed, { object: paused, now: 0, targets }, undefined);
  expect(claimedBy({ ...paused, status })).toEqual([dns]);
});

it("reports that it counts no nodes where nodes may not be listed, and leaves the targets alone", async () => {
  const resource = clusterProportionalResource({
    ...installation,
    sizes: null,
  });
  const seen = (await resource.observe(object, undefined, untracked)) as ObservedCluster;
  expect(seen.refs).toEqual([]);
  const status = resource.toStatus(seen, { object, now: 0, targets: [] }, undefined);
  expect(status.summary).toContain("NodesForbidden");
  expect(status.conditions).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: "Ready", status: "False", reason: "NodesForbidden" }),
      expect.objectContaining({ type: "Stalled", status: "True", reason: "NodesForbidden" }),
    ]),
  );
});
