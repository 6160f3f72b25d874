import type { World } from "../../world/world.ts";
import type { Story } from "../story.ts";

const queueOf = (averageValue: string) =>
  ({
    type: "External",
    external: { metric: { name: "queue" }, target: { type: "AverageValue", averageValue } },
  }) as const;

const fail =
  (...names: readonly string[]) =>
  (world: World): void => {
    world.trouble = { failing: new Set(names) };
  };

const cpuAt50 = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
} as const;

const scale =
  (replicas: number) =>
  (world: World): void => {
    world.scaleByHand(replicas);
  };

const restart = (world: World): void => {
  world.restart();
};

/** Metrics that are out, and work that is not there. By the path of the golden. */
export const absences: Readonly<Record<string, Story>> = {
  fallback: {
    told: "The metrics die at peak. Nothing is taken away while they are out; after two minutes the fallback asks for 12, or for as many as there are. An exporter that starts again reports zeros for a minute, which the window holds. Then everything recovers.",
    spec: {
      minReplicas: 2,
      maxReplicas: 30,
      metrics: [
        {
          ...queueOf("5"),
          fallback: { failureDurationSeconds: 120, replicas: 12, behavior: "CurrentIfHigher" },
        },
      ],
      behavior: { scaleDown: { stabilizationWindowSeconds: 120 } },
    },
    workloads: { web: 4 },
    load: { queue: 20 },
    events: [
      { at: 60, told: "the peak", load: { queue: 75 } },
      { at: 120, told: "the metrics die", happens: fail("queue") },
      { at: 360, told: "another leader continues from the status", happens: restart },
      { at: 420, told: "they answer, with zeros", load: { queue: 0 }, happens: fail() },
      { at: 480, told: "and with the real queue again", load: { queue: 75 } },
      { at: 600, told: "the peak is over", load: { queue: 20 } },
    ],
    minutes: 14,
  },
  "scenarios/static-fallback": {
    told: "A Static fallback of 4, below the current count, next to a metric that works: the failed vote blocks scale-down until the fallback counts, then the window and the policies decide. A short failure later starts the clock again.",
    spec: {
      minReplicas: 2,
      maxReplicas: 30,
      metrics: [
        { ...queueOf("5"), fallback: { failureDurationSeconds: 60, replicas: 4 } },
        cpuAt50,
      ],
      behavior: {
        scaleDown: {
          stabilizationWindowSeconds: 60,
          policies: [{ type: "Pods", value: 3, periodSeconds: 60 }],
        },
      },
    },
    workloads: { web: 10 },
    load: { queue: 50, cpu: 120 },
    events: [
      { at: 30, told: "the queue's metric fails", happens: fail("queue") },
      { at: 360, told: "it answers", happens: fail() },
      { at: 420, told: "it fails for 45 s", happens: fail("queue") },
      { at: 465, told: "it answers", happens: fail() },
    ],
    minutes: 9,
  },
  "scenarios/first-minute": {
    told: "New pods have no samples, which is no failure: the clock does not start before one of them has been ready for a minute. Then the metrics are really out.",
    spec: {
      minReplicas: 1,
      maxReplicas: 10,
      metrics: [{ ...cpuAt50, fallback: { failureDurationSeconds: 30, replicas: 5 } }],
    },
    workloads: { web: 2 },
    startSeconds: 60,
    load: { cpu: 90 },
    events: [
      { at: 15, told: "a person stops the workload", happens: scale(0) },
      {
        at: 60,
        told: "and starts it again, while metrics-server is out",
        happens: world => {
          scale(2)(world);
          fail("cpu")(world);
        },
      },
      { at: 270, told: "it answers", happens: fail() },
    ],
    minutes: 6,
  },
  idle: {
    told: "To 0 in steps, and awake at once: up to 5 messages are not worth a pod, the last one stays for three minutes without more, and policies apply down to 0. cpu keeps no last pod.",
    spec: {
      minReplicas: 0,
      maxReplicas: 20,
      metrics: [{ ...queueOf("2"), activation: { value: "5" } }, cpuAt50],
      idle: { afterSeconds: 180 },
      behavior: {
        scaleDown: {
          stabilizationWindowSeconds: 60,
          policies: [{ type: "Pods", value: 2, periodSeconds: 60 }],
        },
      },
    },
    settings: { scaleToZero: true },
    workloads: { web: 6 },
    load: { queue: 12, cpu: 100 },
    events: [
      { at: 60, told: "four messages are left, and a little to do", load: { queue: 4, cpu: 40 } },
      { at: 480, told: "the metrics die at 0", happens: fail("queue") },
      { at: 540, told: "they answer", happens: fail() },
      { at: 600, told: "six messages", load: { queue: 6 } },
      { at: 660, told: "none", load: { queue: 0, cpu: 20 } },
      {
        at: 780,
        told: "the metrics die for a minute, so the time begins again",
        happens: fail("queue"),
      },
      { at: 840, told: "they answer", happens: fail() },
    ],
    minutes: 19,
  },
  "scenarios/fallback-at-zero": {
    told: "While its metrics are out, an idle workload stays at 0 (I8), until its fallback starts it: with CurrentIfLower, it would stay at 0.",
    spec: {
      minReplicas: 0,
      maxReplicas: 20,
      metrics: [{ ...queueOf("2"), fallback: { failureDurationSeconds: 60, replicas: 3 } }],
      idle: { afterSeconds: 60 },
      behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
    },
    settings: { scaleToZero: true },
    workloads: { web: 1 },
    load: { queue: 0 },
    events: [
      { at: 120, told: "the metrics die", happens: fail("queue") },
      { at: 240, told: "they answer: there is nothing to do", happens: fail() },
    ],
    minutes: 7,
  },
};
