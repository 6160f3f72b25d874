import type { Story } from "./story.ts";

const cpuAt50 = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
} as const;

/** Up fourfold, down to nearly nothing. */
const upAndDown = {
  load: { cpu: 95 },
  events: [
    { at: 120, told: "four times as much to do", load: { cpu: 400 } },
    { at: 480, told: "hardly anything to do", load: { cpu: 30 } },
  ],
};

/** By the name of the golden. Each pod requests 100m of cpu, and is ready 20 s after its creation. */
export const stories: Readonly<Record<string, Story>> = {
  plain: {
    told: "cpu at half of the requests, as a HorizontalPodAutoscaler without behavior: up with the load, at most twofold at a time, and down after five minutes without a higher recommendation.",
    spec: { minReplicas: 1, maxReplicas: 10, metrics: [cpuAt50] },
    workloads: { web: 2 },
    ...upAndDown,
    minutes: 15,
  },
  behavior: {
    told: "The same with behavior: one pod a minute up, a window of two minutes and half of the pods a minute down.",
    spec: {
      minReplicas: 1,
      maxReplicas: 10,
      metrics: [cpuAt50],
      behavior: {
        scaleUp: { policies: [{ type: "Pods", value: 1, periodSeconds: 60 }] },
        scaleDown: {
          stabilizationWindowSeconds: 120,
          policies: [{ type: "Percent", value: 50, periodSeconds: 60 }],
        },
      },
    },
    workloads: { web: 2 },
    ...upAndDown,
    minutes: 15,
  },
  cooldown: {
    told: "The times of the design of 2015: after each change nothing is added for 3 minutes and nothing taken away for 5, whichever direction that change had.",
    spec: {
      minReplicas: 1,
      maxReplicas: 10,
      metrics: [cpuAt50],
      behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
      cooldown: { scaleUpSeconds: 180, scaleDownSeconds: 300 },
    },
    workloads: { web: 2 },
    load: { cpu: 95 },
    events: [
      { at: 60, told: "twice as much to do", load: { cpu: 190 } },
      { at: 120, told: "and twice as much again", load: { cpu: 390 } },
      { at: 300, told: "hardly anything to do", load: { cpu: 30 } },
    ],
    minutes: 12,
  },
};
