import type { World } from "../../world/world.ts";
import type { Story } from "../story.ts";

const queueOf5 = {
  type: "External",
  external: { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "5" } },
} as const;

const inMode = (mode: World["mode"]) => (world: World) => {
  world.mode = mode;
};

const minutes = 60_000;

/** What the past may do: recommendations, changes and values of long ago. */
export const windows: Readonly<Record<string, Story>> = {
  "an-old-recommendation": {
    told: "The past raises no count: a recommendation from before a pause is older than its window, so the count that a person sets stays. Three hours stand for any time.",
    spec: { minReplicas: 1, maxReplicas: 30, metrics: [queueOf5] },
    workloads: { web: 20 },
    load: { queue: 100 },
    events: [
      { at: 60, told: "mode: Paused", happens: inMode("Paused") },
      { at: 5_400, told: "a quarter of the work", load: { queue: 25 } },
      {
        at: 7_200,
        told: "a person writes 5",
        happens: world => {
          world.scaleByHand(5);
        },
      },
      { at: 10_860, told: "mode: Active", happens: inMode("Active") },
    ],
    minutes: 190,
  },
  "a-short-period": {
    told: "How fast a count grows does not depend on the period: without behavior, at most twofold or by 4 in 15 s, with decisions 3 s apart.",
    spec: { minReplicas: 1, maxReplicas: 200, syncPeriodSeconds: 3, metrics: [queueOf5] },
    workloads: { web: 1 },
    load: { queue: 5 },
    events: [{ at: 15, told: "128 times as much to do", load: { queue: 640 } }],
    minutes: 2,
  },
  "an-intention-under-a-window": {
    told: "An intention waits for its window once, and then moves one step per sync: from 30 to 2 in one window and 28 syncs.",
    spec: {
      minReplicas: 1,
      maxReplicas: 40,
      thresholds: [
        {
          name: "cpu",
          type: "Intention",
          intention: { intent: "CPUUtilization", value: "60" },
        },
      ],
    },
    workloads: { web: 30 },
    load: { cpu: 1_800 },
    events: [
      { at: 60, told: "hardly anything to do", load: { cpu: 100 } },
      { at: 960, told: "ten times as much", load: { cpu: 1_000 } },
    ],
    minutes: 22,
  },
  "a-dead-exporter": {
    told: "A value of long ago is no value: an adapter comes back with the empty queue of 40 minutes ago, while the real queue grows.",
    spec: { minReplicas: 2, maxReplicas: 20, metrics: [queueOf5] },
    workloads: { web: 8 },
    load: { queue: 40 },
    events: [
      {
        at: 60,
        told: "the adapter restarts, and serves a value of 40 minutes ago",
        load: { queue: 0 },
        happens: world => (world.trouble = { measuredAt: world.now - 40 * minutes }),
      },
      {
        at: 600,
        told: "the exporter is repaired: the queue had grown",
        load: { queue: 60 },
        happens: world => (world.trouble = {}),
      },
    ],
    minutes: 12,
  },
  "a-clock-set-back": {
    told: "No wait is longer than its configured length: the operator's clock is set back an hour during a cooldown of three minutes.",
    spec: {
      minReplicas: 1,
      maxReplicas: 20,
      metrics: [queueOf5],
      cooldown: { scaleUpSeconds: 180 },
    },
    workloads: { web: 2 },
    load: { queue: 10 },
    events: [
      { at: 60, told: "more to do", load: { queue: 15 } },
      {
        at: 120,
        told: "the clock is set back an hour, and there is still more to do",
        load: { queue: 40 },
        happens: world => (world.skewMs = -60 * minutes),
      },
    ],
    minutes: 66,
  },
};
