import { expect, it } from "vitest";

import type { ScheduleStatus } from "../../crds/generated/autoscaler.ts";
import type { Condition } from "../../crds/generated/shared.ts";
import type { ForecastReport } from "../../engine/forecast/forecaster.ts";
import { viewClusterProportionalStatus } from "../../engine/status/cluster-proportional-status.ts";
import { targetState } from "../reconcile/object-state.ts";
import { stored, type Stored, statesScene } from "../testing/states-scene.ts";
import { shownObjects } from "./object-metrics-source.ts";

const ref = { apiVersion: "apps/v1", kind: "Deployment", name: "dns" };
const condition: Omit<Condition, "type"> = {
  status: "False",
  reason: "TargetNotFound",
  message: "",
  lastTransitionTime: "",
};
const told = stored({
  conditions: [{ ...condition, type: "Ready" }],
  targets: [{ ref, currentReplicas: 2, desiredReplicas: 3 }],
});

/** The same with this schedule in its status. */
function scheduled(schedule: ScheduleStatus) {
  const { states } = statesScene();
  states.load("ns/a", told, 0);
  const view = () => ({ targets: [], rest: null, values: [], schedule });
  const kind = { kind: "Thing", get: () => told, view };
  const show = () => [...shownObjects(kind, states)];
  return { show };
}

/** The metrics of an object after a pass has decided on its spec. */
function scene(object: Stored, isThere = true) {
  const { states } = statesScene();
  const state = states.load("ns/a", object, 0);
  const view = viewClusterProportionalStatus;
  const kind = { kind: "Thing", get: () => (isThere ? object : undefined), view };
  const show = () => [...shownObjects(kind, states)];
  return { state, show };
}

it.each(["Active", "DryRun"] as const)(
  "reports an object in mode %s with the counts of its status and the bounds of its latest decision",
  mode => {
    const { state, show } = scene(told);
    state.mode = mode;
    targetState(state, ref).bounds = { atLeast: 1, atMost: 5 };
    expect(show()).toEqual([
      {
        ...{ kind: "Thing", namespace: "ns", name: "a", mode, ready: "False" },
        badConditions: [{ ...condition, type: "Ready" }],
        targets: [
          {
            ...{ target: "Deployment/dns", failedVotes: 0 },
            counts: { current: 2, desired: 3, min: 1, max: 5 },
          },
        ],
      },
    ]);
  },
);

it("reports Unknown for a condition with an invalid status", () => {
  const forged = 'True"} 1\nfake{x="' as Condition["status"];
  const written = { ...condition, type: "Ready", status: forged };
  const { show } = scene(stored({ conditions: [written] }));
  expect(show()).toMatchObject([{ ready: "Unknown" }]);
});

it("reports the windows of schedules that the status names, as far as their times are times", () => {
  const until = "2026-11-26T20:00:00Z";
  const { show } = scheduled({ active: "day", until, next: "night", nextAt: "soon" });
  expect(show()).toMatchObject([
    { windows: [{ window: "day", state: "active", time: Date.parse(until) }] },
  ]);
});

it("reports the forecast of an object with the status of its latest pass", () => {
  const { states } = statesScene();
  states.load("ns/a", told, 0);
  const report = { days: 14 } as ForecastReport;
  const forecastOf = (key: string, status?: object) =>
    key === "ns/a" && status === told.status ? report : undefined;
  const kind = { kind: "Thing", get: () => told, view: viewClusterProportionalStatus, forecastOf };
  expect([...shownObjects(kind, states)].map(({ forecast }) => forecast)).toEqual([report]);
});

it.each([
  { type: "FallbackActive", status: "True", isBad: true },
  { type: "FallbackActive", status: "False", isBad: false },
  { type: "ScalingActive", status: "False", isBad: true },
  { type: "ScalingActive", status: "True", isBad: false },
  { type: "ScalingLimited", status: "False", isBad: false },
] as const)("reports whether $type=$status is bad: $isBad", ({ type, status, isBad }) => {
  const written = { ...condition, type, status };
  const { show } = scene(stored({ conditions: [written] }));
  expect(show()).toMatchObject([{ badConditions: isBad ? [written] : [] }]);
});

it("counts the votes of the latest decision that failed", () => {
  const votes = [
    { source: "cpu", type: "Failed", message: "" },
    { source: "queue", type: "Count", replicas: 3, message: "" },
    { source: "idle", type: "Abstain", message: "" },
    { source: "rps", type: "Failed", message: "" },
    // The vote of its expression counts.
    { source: "latency", type: "Failed", input: "latency", message: "" },
  ];
  const decision = { time: "", from: 2, to: 3, steps: [], votes };
  const { show } = scene(stored({ targets: [{ ref, decision }] }));
  expect(show()).toMatchObject([{ targets: [{ failedVotes: 2 }] }]);
});

it("reports an object without a status without targets", () => {
  expect(scene(stored()).show()).toMatchObject([{ ready: "Unknown", targets: [] }]);
});

it("does not report a deleted object", () => {
  expect(scene(told, false).show()).toEqual([]);
});
