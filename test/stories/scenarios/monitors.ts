import type { ThresholdSpec } from "../../../engine/model/spec/autoscaler-spec.ts";
import type { World } from "../../world/world.ts";
import type { Story } from "../story.ts";

/** In these worlds it finds all workloads. */
const bothColours = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  selector: { matchLabels: { app: "web" } },
};

export const queueOf5 = {
  type: "External",
  external: { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "5" } },
} as const;

const requestsOf5 = {
  type: "Pods",
  pods: { metric: { name: "rps" }, target: { type: "AverageValue", averageValue: "5" } },
} as const;

const below3: ThresholdSpec = {
  name: "idle",
  type: "Value",
  value: {
    metric: { type: "Pods", pods: { metric: { name: "rps" } } },
    comparison: "LessThan",
    ...{ value: "3", durationSeconds: 30, increment: -1 },
  },
};

export const together = {
  targetSelector: bothColours,
  monitorSelectors: [bothColours],
  behavior: { scaleDown: { stabilizationWindowSeconds: 60 } },
};

/** A deployment tool writes a count. */
export const scale =
  (name: string, replicas: number) =>
  (world: World): void => {
    world.scaleByHand(replicas, world.workload(name));
  };

const announce =
  (isAnnounced: boolean) =>
  (world: World): void => {
    for (const workload of world.workloads) workload.isAnnounced = isAnnounced;
  };

const rollOut = (world: World): void => {
  world.target.rollOut();
};

const inMode =
  (mode: World["mode"]) =>
  (world: World): void => {
    world.mode = mode;
  };

export const startIdleGreen = (replicas: number) => (world: World) => {
  world.workload("green").isServing = false;
  world.scaleByHand(replicas, world.workload("green"));
};

/** By the path of the golden. Each pod requests 100m of cpu. */
export const monitors: Readonly<Record<string, Story>> = {
  "scenarios/held-maximum": {
    told: "A tool announces a deployment and starts green with as many pods as blue has. The total is then above the maximum, and no request reaches green yet.",
    spec: {
      ...together,
      ...{ minReplicas: 4, maxReplicas: 40, metrics: [queueOf5] },
      rollout: { scaleDown: "Hold" },
    },
    workloads: { blue: 30, green: 0 },
    startSeconds: 60,
    load: { queue: 150 },
    events: [
      { at: 60, told: "the tool announces the deployment", happens: announce(true) },
      { at: 75, told: "it starts green with 30", happens: startIdleGreen(30) },
      { at: 150, told: "and gives green 40", happens: scale("green", 40) },
      {
        at: 240,
        told: "green gets the requests",
        happens: world => {
          world.workload("green").isServing = true;
        },
      },
      { at: 270, told: "half of blue ends", happens: scale("blue", 15) },
      { at: 300, told: "blue ends", happens: scale("blue", 0) },
      { at: 330, told: "the tool is done", happens: announce(false) },
    ],
    minutes: 8,
  },
  "scenarios/idle-green": {
    told: "A tool that announces nothing starts green, which is ready and gets no requests. Blue keeps what its own pods need. Then the tool deletes green, because its checks fail.",
    spec: { ...together, minReplicas: 4, maxReplicas: 20, metrics: [requestsOf5] },
    workloads: { blue: 6, green: 0 },
    load: { rps: 30 },
    events: [
      { at: 60, told: "the tool starts green with 6", happens: startIdleGreen(6) },
      {
        at: 300,
        told: "the checks fail, and the tool deletes green",
        happens: world => {
          world.remove("green");
        },
      },
    ],
    minutes: 10,
  },
  "scenarios/own-zero": {
    told: "Scaling led blue to 0. A tool starts green, ends it again and goes away; later a person asks for at least 4, while the metrics API is out.",
    spec: { ...together, minReplicas: 0, maxReplicas: 20, metrics: [queueOf5] },
    settings: { scaleToZero: true },
    workloads: { blue: 3, green: 0 },
    load: { queue: 15 },
    events: [
      { at: 60, told: "no work", load: { queue: 0 } },
      {
        at: 180,
        told: "work again, and a tool starts green with 3",
        load: { queue: 15 },
        happens: scale("green", 3),
      },
      { at: 240, told: "the tool ends green", happens: scale("green", 0) },
      { at: 360, told: "no work", load: { queue: 0 } },
      {
        at: 540,
        told: "minReplicas: 4, and the metrics API is out",
        happens: world => {
          world.spec = { ...world.spec, minReplicas: 4 };
          world.trouble = { failing: new Set(["queue"]) };
        },
      },
    ],
    minutes: 12,
  },
  "scenarios/broken-green": {
    told: "The pods of a new version never become ready, and the metrics API answers 404 for them. Meanwhile the load of blue triples.",
    spec: { ...together, minReplicas: 2, maxReplicas: 40, metrics: [requestsOf5] },
    workloads: { blue: 4, green: 0 },
    load: { rps: 20 },
    events: [
      {
        at: 60,
        told: "the tool starts green with 4",
        happens: world => {
          Object.assign(world.workload("green"), { isBroken: true, isSilent: true });
          world.scaleByHand(4, world.workload("green"));
        },
      },
      { at: 120, told: "three times as many requests", load: { rps: 60 } },
      { at: 300, told: "the tool ends green", happens: scale("green", 0) },
    ],
    minutes: 8,
  },
  "scenarios/silent-blue": {
    told: "The metrics API answers 404 for the pods that serve, and green is ready and idle.",
    spec: {
      ...together,
      ...{ minReplicas: 1, maxReplicas: 20, metrics: [requestsOf5], thresholds: [below3] },
    },
    workloads: { blue: 6, green: 0 },
    load: { rps: 30 },
    events: [
      {
        at: 60,
        told: "the tool starts green with 4, and the exporter of blue breaks",
        happens: world => {
          world.workload("blue").isSilent = true;
          startIdleGreen(4)(world);
        },
      },
      {
        at: 300,
        told: "the exporter works again",
        happens: world => {
          world.workload("blue").isSilent = false;
        },
      },
    ],
    minutes: 6,
  },
  "scenarios/forgotten-announcement": {
    told: "A tool announces a rollout and dies. Fifteen minutes later, pods really are replaced.",
    spec: {
      ...{ minReplicas: 1, maxReplicas: 12, metrics: [queueOf5] },
      behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
      rollout: { scaleDown: "Hold", maxHoldSeconds: 600 },
    },
    workloads: { web: 8 },
    startSeconds: 60,
    load: { queue: 40 },
    events: [
      { at: 60, told: "a tool announces a rollout, and dies", happens: announce(true) },
      { at: 90, told: "half as much to do", load: { queue: 20 } },
      { at: 840, told: "twice as much", load: { queue: 40 } },
      {
        at: 960,
        told: "a new version is rolled out",
        happens: world => {
          world.target.rollOut();
        },
      },
      { at: 990, told: "half as much to do", load: { queue: 20 } },
    ],
    minutes: 24,
  },
  "scenarios/rollout-after-a-pause": {
    told: "A person pauses the autoscaler during a bad rollout and resumes it during the next one, which has its own time.",
    spec: {
      ...{ minReplicas: 1, maxReplicas: 12, metrics: [queueOf5] },
      behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
      rollout: { scaleDown: "Hold", maxHoldSeconds: 600 },
    },
    workloads: { web: 8 },
    startSeconds: 60,
    load: { queue: 40 },
    events: [
      { at: 60, told: "a new version is rolled out", happens: rollOut },
      { at: 120, told: "mode: Paused", happens: inMode("Paused") },
      { at: 900, told: "half as much to do", load: { queue: 20 } },
      { at: 960, told: "the next version is rolled out", happens: rollOut },
      { at: 990, told: "mode: Active", happens: inMode("Active") },
    ],
    minutes: 22,
  },
};
