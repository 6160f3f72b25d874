import type { Story } from "../story.ts";

/** What pods that start may do. */
export const starts: Readonly<Record<string, Story>> = {
  "a-slow-start": {
    told: "Pods need a minute to start. By the object's own periods, the CPU of a pod counts only once it is ready and measured since then, for ten minutes; votes say how many pods that leaves out.",
    spec: {
      minReplicas: 2,
      maxReplicas: 12,
      cpuInitializationPeriodSeconds: 600,
      initialReadinessDelaySeconds: 120,
      metrics: [
        {
          type: "Resource",
          resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
        },
      ],
      behavior: { scaleDown: { stabilizationWindowSeconds: 60 } },
    },
    workloads: { web: 2 },
    startSeconds: 60,
    load: { cpu: 90 },
    events: [
      { at: 60, told: "twice as much to do", load: { cpu: 200 } },
      { at: 300, told: "hardly anything to do", load: { cpu: 40 } },
    ],
    minutes: 9,
  },
};
