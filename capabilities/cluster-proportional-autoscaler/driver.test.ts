import { expect, it } from "vitest";

import type { ParametersInForce } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { NodeTally } from "../../engine/observation/node-tally.ts";
import { ok } from "../../engine/result.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import type { ClusterSizes } from "./cluster-sizes.ts";
import type { ConfigMaps, ConfigMapState } from "./config-maps.ts";
import { claimedBy, clusterProportionalDriver, type StoredAutoscaler } from "./driver.ts";
import { untracked } from "../../controller/testing/untracked.ts";

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
  clusterProportionalDriver({
    get: () => object,
    sizes: {
      synced,
      tally: () => ok(new NodeTally(() => true)),
    } as unknown as ClusterSizes,
    configMaps: { read: () => observed } as unknown as ConfigMaps,
    clock: new ManualClock(),
    rails: { leastSyncPeriodSeconds: 3, largestMaxReplicas: 1_000, allowedTargetKinds: null },
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

const [target] = object.spec.scaleTargetRefs;

// prettier-ignore
it.each<{ shows: string; spec: object | null; want: readonly unknown[] }>([
  { shows: "its targets",                              spec: {},                                   want: [target] },
  { shows: "its targets if another field is invalid",  spec: { configMapRef: {} },               want: [target] },
  { shows: "nothing in a dry run",                     spec: { mode: "DryRun" },                   want: [] },
  { shows: "nothing if its mode is invalid",           spec: { mode: "Off" },                      want: [] },
  { shows: "nothing if one of its targets is invalid", spec: { scaleTargetRefs: [target, {}] },  want: [] },
  { shows: "nothing without a spec",                   spec: null,                                 want: [] },
])("claims $shows", ({ spec, want }) => {
  const stored = { ...object, spec: spec && { ...object.spec, ...spec } } as StoredAutoscaler;
  expect(claimedBy(stored)).toEqual(want);
});
