import { NOON, type Trouble, type World } from "../../world/world.ts";
import { PERIOD_SECONDS, type Story, type StoryEvent } from "../story.ts";

const queueOf5 = {
  type: "External",
  external: { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "5" } },
} as const;

const requests = { type: "Pods", pods: { metric: { name: "rps" } } } as const;

const busy = {
  name: "busy",
  type: "Value",
  value: {
    metric: requests,
    comparison: "GreaterThan",
    value: "50",
    durationSeconds: 30,
    increment: 1,
  },
} as const;

const idle = {
  name: "idle",
  type: "Value",
  value: {
    metric: requests,
    comparison: "LessThan",
    value: "25",
    durationSeconds: 30,
    increment: -1,
  },
} as const;

const calm = {
  name: "calm",
  type: "Value",
  value: {
    metric: { type: "Resource", resource: { name: "cpu" } },
    valueType: "Utilization",
    comparison: "LessThan",
    value: "20",
    durationSeconds: 30,
    increment: -1,
  },
} as const;

const inTrouble =
  (trouble: Trouble) =>
  (world: World): void => {
    world.trouble = trouble;
  };

const tenPods = Array.from({ length: 10 }, (_, index) => `web-${index + 1}`);
const [onlyPod, ...otherPods] = tenPods;
const [firstFive, lastFive] = [tenPods.slice(0, 5), tenPods.slice(5)];

/** At each sync until `end`, the newest data point is as old as a scrape interval allows. */
const scrapedEvery = (seconds: number, end: number): StoryEvent[] =>
  Array.from({ length: end / PERIOD_SECONDS }, (_, index) => {
    const at = index * PERIOD_SECONDS;
    const measuredAt = NOON + Math.floor(at / seconds) * seconds * 1000;
    return { at, happens: inTrouble({ measuredAt }) };
  });

/** What a value threshold may do with evidence that is over, partial, or too coarse, and together with a metric. */
export const thresholds: Readonly<Record<string, Story>> = {
  "threshold-in-a-cooldown": {
    told: "A threshold that fires within the window of an addition takes nothing away after its load has returned.",
    spec: {
      minReplicas: 1,
      maxReplicas: 10,
      thresholds: [busy, idle],
    },
    workloads: { web: 4 },
    load: { rps: 160 },
    events: [
      { at: 60, told: "half as many requests again", load: { rps: 240 } },
      { at: 150, told: "hardly any requests", load: { rps: 40 } },
      { at: 240, told: "more requests than four pods can handle", load: { rps: 220 } },
    ],
    minutes: 9,
  },
  "threshold-under-a-rate-policy": {
    told: "A threshold that takes four away under a policy of one pod a minute stops with its evidence.",
    spec: {
      minReplicas: 1,
      maxReplicas: 10,
      thresholds: [{ ...idle, value: { ...idle.value, increment: -4 } }],
      behavior: { scaleDown: { policies: [{ type: "Pods", value: 1, periodSeconds: 60 }] } },
    },
    workloads: { web: 8 },
    load: { rps: 320 },
    events: [
      { at: 60, told: "a lull of 45 s", load: { rps: 120 } },
      { at: 105, told: "as many requests as before", load: { rps: 320 } },
    ],
    minutes: 6,
  },
  "threshold-that-cannot-add": {
    told: "A threshold that may add nothing keeps what a metric would take away, but only while its evidence holds.",
    spec: {
      minReplicas: 1,
      maxReplicas: 10,
      metrics: [queueOf5],
      thresholds: [busy],
      behavior: {
        scaleUp: { selectPolicy: "Disabled" },
        scaleDown: { stabilizationWindowSeconds: 60 },
      },
    },
    workloads: { web: 6 },
    load: { rps: 120, queue: 30 },
    events: [
      { at: 60, told: "three times as many requests", load: { rps: 360 } },
      { at: 180, told: "hardly any requests, and a short queue", load: { rps: 60, queue: 5 } },
    ],
    minutes: 8,
  },
  "threshold-of-one-pod-in-ten": {
    told: "Samples of one pod in ten do not argue for fewer: the other nine may have all of the load.",
    spec: { minReplicas: 2, maxReplicas: 20, thresholds: [idle] },
    workloads: { web: 10 },
    load: { rps: 400 },
    events: [
      {
        at: 60,
        told: "the metrics reach one pod, which gets no requests",
        happens: inTrouble({
          unmeasured: new Set(otherPods),
          idlePods: new Set(onlyPod === undefined ? [] : [onlyPod]),
        }),
      },
      { at: 420, told: "they reach all pods again", happens: inTrouble({}) },
    ],
    minutes: 8,
  },
  "threshold-of-half-the-pods": {
    told: "The metrics of half of the pods arrive, and those are idle. The others have all of the load, so they count with their whole request.",
    spec: { minReplicas: 1, maxReplicas: 20, thresholds: [calm] },
    workloads: { web: 10 },
    load: { cpu: 450 },
    events: [
      {
        at: 60,
        told: "the metrics reach five pods, which get no requests",
        happens: inTrouble({ unmeasured: new Set(lastFive), idlePods: new Set(firstFive) }),
      },
      { at: 420, told: "they reach all pods again", happens: inTrouble({}) },
    ],
    minutes: 8,
  },
  "threshold-against-a-metric": {
    told: "A metric takes away only what a threshold would not add again: 280 requests a second at 50 per pod are six pods.",
    spec: { minReplicas: 1, maxReplicas: 10, metrics: [queueOf5], thresholds: [busy] },
    workloads: { web: 4 },
    load: { rps: 280, queue: 20 },
    events: [{ at: 960, told: "half as many requests", load: { rps: 140 } }],
    minutes: 20,
  },
  "threshold-with-coarse-samples": {
    told: "A threshold whose samples are too far apart for its duration says so.",
    spec: {
      minReplicas: 1,
      maxReplicas: 10,
      thresholds: [
        {
          name: "long",
          type: "Value",
          value: {
            metric: { type: "External", external: { metric: { name: "queue" } } },
            comparison: "GreaterThan",
            value: "50",
            durationSeconds: 30,
            increment: 1,
          },
        },
      ],
    },
    workloads: { web: 2 },
    load: { queue: 60 },
    events: [
      ...scrapedEvery(60, 300),
      { at: 300, told: "the exporter is scraped every 15 s", happens: inTrouble({}) },
    ],
    minutes: 6,
  },
};
