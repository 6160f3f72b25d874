import type { Story } from "./story.ts";

const cpuAt50 = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
} as const;

const queueOf5 = {
  type: "External",
  external: { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "5" } },
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
  rollout: {
    told: "Nothing is taken away while pods are replaced; what is added is. Pods are ready after a minute, so that a rollout of eight takes some.",
    spec: {
      minReplicas: 1,
      maxReplicas: 12,
      metrics: [queueOf5],
      behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
      rollout: { scaleDown: "Hold", maxHoldSeconds: 600 },
    },
    workloads: { web: 8 },
    startSeconds: 60,
    load: { queue: 40 },
    events: [
      {
        at: 60,
        told: "a new version is rolled out, two pods at a time",
        happens: world => {
          world.target.rollOut();
        },
      },
      { at: 90, told: "half as much to do", load: { queue: 20 } },
      {
        at: 420,
        told: "a tool announces a rollout of its own",
        happens: world => (world.target.isAnnounced = true),
      },
      { at: 450, told: "half as much again", load: { queue: 10 } },
      { at: 510, told: "three times as much: more it may get", load: { queue: 30 } },
      { at: 570, told: "nothing at all", load: { queue: 0 } },
      {
        at: 660,
        told: "the tool is done",
        happens: world => (world.target.isAnnounced = false),
      },
    ],
    minutes: 12,
  },
  people: {
    told: "A 0 of its own ends when there is work; a person's stays until a person ends it.",
    spec: {
      minReplicas: 0,
      maxReplicas: 10,
      metrics: [queueOf5],
      behavior: { scaleDown: { stabilizationWindowSeconds: 30 } },
    },
    settings: { scaleToZero: true },
    workloads: { web: 2 },
    load: { queue: 9 },
    events: [
      { at: 60, told: "the queue is empty", load: { queue: 0 } },
      { at: 180, told: "work again", load: { queue: 14 } },
      {
        at: 300,
        told: "a person writes 0",
        happens: world => {
          world.scaleByHand(0);
        },
      },
      { at: 420, told: "much work, and nobody to do it", load: { queue: 40 } },
      {
        at: 540,
        told: "a person writes 1",
        happens: world => {
          world.scaleByHand(1);
        },
      },
    ],
    minutes: 11,
  },
};
