import type { Story } from "../story.ts";
import { scale, startIdleGreen, together } from "./monitors.ts";

const cpuAt50 = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
} as const;

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
};
