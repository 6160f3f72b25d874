import type { ThresholdSpec } from "../../../engine/model/spec/autoscaler-spec.ts";
import type { World } from "../../world/world.ts";
import type { Story } from "../story.ts";
import { queueOf5, scale, startIdleGreen, together } from "./monitors.ts";

const cpuAt50 = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
} as const;

const long: ThresholdSpec = {
  name: "long",
  type: "Value",
  value: {
    metric: { type: "External", external: { metric: { name: "queue" } } },
    ...{ valueType: "AverageValue", comparison: "GreaterThan", value: "6" },
    ...{ durationSeconds: 30, increment: 1 },
  },
};

function startBrokenGreen(world: World): void {
  world.workload("green").isBroken = true;
  scale("green", 4)(world);
}

/** Next to a version that serves, whose growth does not depend on the broken one. */
export const brokenVersions: Readonly<Record<string, Story>> = {
  "green-without-requests": {
    told: "The pods of a new version request nothing, so they have no utilization. Meanwhile the load of blue triples.",
    spec: { ...together, minReplicas: 2, maxReplicas: 40, metrics: [cpuAt50] },
    workloads: { blue: 4, green: 0 },
    load: { cpu: 200 },
    events: [
      {
        at: 60,
        told: "the tool starts green with 4",
        happens: world => {
          world.workload("green").hasRequests = false;
          startIdleGreen(4)(world);
        },
      },
      { at: 120, told: "three times as much to do", load: { cpu: 600 } },
      { at: 300, told: "the tool ends green", happens: scale("green", 0) },
    ],
    minutes: 8,
  },
  "broken-green-and-a-queue": {
    told: "The pods of a new version never become ready, so they take nothing from the queue. Meanwhile the queue doubles.",
    spec: { ...together, minReplicas: 2, maxReplicas: 40, metrics: [queueOf5] },
    workloads: { blue: 4, green: 0 },
    load: { queue: 20 },
    events: [
      { at: 60, told: "the tool starts green with 4", happens: startBrokenGreen },
      { at: 120, told: "twice as much to do", load: { queue: 40 } },
      { at: 300, told: "the tool ends green", happens: scale("green", 0) },
    ],
    minutes: 8,
  },
  "broken-green-and-a-threshold": {
    told: "A threshold on the average of the queue divides it by the pods of the workloads that serve.",
    spec: { ...together, minReplicas: 2, maxReplicas: 40, thresholds: [long] },
    workloads: { blue: 4, green: 0 },
    load: { queue: 20 },
    events: [
      { at: 60, told: "the tool starts green with 4", happens: startBrokenGreen },
      { at: 120, told: "twice as much to do", load: { queue: 40 } },
    ],
    minutes: 6,
  },
};
