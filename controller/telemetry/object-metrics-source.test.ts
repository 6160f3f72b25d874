import { expect, it } from "vitest";

import { viewClusterProportionalStatus } from "../../engine/status/cluster-proportional-status.ts";
import { ObjectStates, targetState } from "../reconcile/object-state.ts";
import type { ResourceDriver, ScalingObject, ObservedSpec } from "../resource-driver.ts";
import { shownObjects } from "./object-metrics-source.ts";

type Object = ScalingObject<Parameters<typeof viewClusterProportionalStatus>[0]>;

const ref = { apiVersion: "apps/v1", kind: "Deployment", name: "dns" };
const condition = {
  status: "False",
  reason: "TargetNotFound",
  message: "",
  lastTransitionTime: "",
};
const metadata = { name: "a", namespace: "ns", uid: "u", resourceVersion: "1" };
const told: Object = {
  metadata,
  status: {
    conditions: [{ ...condition, type: "Ready" }],
    targets: [{ ref, currentReplicas: 2, desiredReplicas: 3 }],
  },
};

/** The metrics of an object after a pass has decided on its spec. */
function scene(object: Object, isThere = true) {
  const view = viewClusterProportionalStatus;
  const states = new ObjectStates<Object>({ view, onUnreadable: () => undefined });
  const state = states.load("ns/a", object, 0);
  const kind = { kind: "Thing", get: () => (isThere ? object : undefined), view };
  const show = () => [
    ...shownObjects(kind as unknown as ResourceDriver<Object, ObservedSpec, unknown>, states),
  ];
  return { state, show };
}

it("reports an object with the counts of its status and the bounds of its latest decision", () => {
  const { state, show } = scene(told);
  state.mode = "DryRun";
  targetState(state, ref).bounds = { atLeast: 1, atMost: 5 };
  expect(show()).toEqual([
    {
      ...{ kind: "Thing", namespace: "ns", name: "a", mode: "DryRun", ready: "False" },
      targets: [{ target: "Deployment/dns", counts: { current: 2, desired: 3, min: 1, max: 5 } }],
    },
  ]);
});

it("reports Unknown for a condition with an invalid status", () => {
  const written = { ...condition, type: "Ready", status: 'True"} 1\nfake{x="' };
  const { show } = scene({ metadata, status: { conditions: [written] } } as unknown as Object);
  expect(show()).toMatchObject([{ ready: "Unknown" }]);
});

it("reports an object without a status without targets", () => {
  expect(scene({ metadata }).show()).toMatchObject([{ ready: "Unknown", targets: [] }]);
});

it("does not report a deleted object", () => {
  expect(scene(told, false).show()).toEqual([]);
});
