import fc from "fast-check";

import type { AutoscalerSpec, MetricSpec } from "../../engine/model/spec/autoscaler-spec.ts";
import type { Settings } from "../../engine/model/spec/settings.ts";
import { behaviors, boundsOf } from "../../engine/testing/autoscaler-world.ts";
import type { Walking } from "./walk.ts";

/** What an enabled feature adds to a world. */
export interface Feature {
  readonly spec?: fc.Arbitrary<Partial<AutoscalerSpec>>;
  readonly settings?: fc.Arbitrary<Partial<Settings>>;
  /** Other workloads, and their counts. */
  readonly beside?: fc.Arbitrary<Readonly<Record<string, number>>>;
  /** Events that happen only or more often with it. */
  readonly walking?: Walking;
}

const each = (averageValue: string) => ({ type: "AverageValue", averageValue });
const byCpu: MetricSpec = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
};
const byRequests: MetricSpec = {
  type: "Pods",
  pods: { metric: { name: "rps" }, target: each("20") },
};
const byQueue: MetricSpec = {
  type: "External",
  external: { metric: { name: "queue" }, target: each("5") },
};
const byQuery: MetricSpec = {
  type: "Prometheus",
  prometheus: { source: "platform", query: "queue", target: each("5") },
};
const byScaler: MetricSpec = {
  type: "ExternalScaler",
  externalScaler: { source: "queue", target: each("5") },
};
/** By the names of the loads. */
export const metrics: readonly MetricSpec[] = [byCpu, byRequests, byQueue];

/** The load that a metric measures, which is also its name in expressions. */
export const loadOf = ({ type }: MetricSpec): string =>
  type === "Resource" ? "cpu" : type === "Pods" ? "rps" : "queue";

const expressions = [
  "max(cpu, rps, queue)",
  "min(cpu, queue)",
  "(cpu + rps) / 2",
  "queue.value / 5",
  "queue > 3 ? max(cpu, queue) : min(rps, 2)",
  "max(0, 12 - cpu)",
  "cpu > current && rps > current ? max(cpu, rps) : current",
  "queue - 3",
  "20 / cpu",
];

const cooldownSeconds = fc.constantFrom(0, 15, 45, 180, 300);

const named = (thresholds: readonly Record<string, unknown>[], prefix: string) =>
  thresholds.map((threshold, index) => ({ name: `${prefix}-${index}`, ...threshold }));

/** Mostly up above and down below a value; a few are the other way round. */
const valueThreshold = fc
  .record({
    asked: fc.constantFrom(
      { metric: { type: "Pods", pods: { metric: { name: "rps" } } }, limits: [40, 15] },
      { metric: { type: "Resource", resource: { name: "cpu" } }, limits: [0.08, 0.03] },
      { metric: { type: "External", external: { metric: { name: "queue" } } }, limits: [11, 11] },
    ),
    isUp: fc.boolean(),
    size: fc.integer({ min: 1, max: 3 }),
    durationSeconds: fc.constantFrom(15, 30, 60, 120),
    isOdd: fc.constantFrom(false, false, false, false, false, true),
  })
  .map(({ asked: { metric, limits }, isUp, size, durationSeconds, isOdd }) => ({
    type: "Value",
    value: {
      metric,
      comparison: isUp !== isOdd ? "GreaterThan" : "LessThanOrEqual",
      value: String(limits[isUp ? 0 : 1]),
      durationSeconds,
      increment: isUp ? size : -size,
    },
  }));

const intention = fc.constantFrom(
  { type: "Intention", intention: { intent: "CPUUtilization", value: "60" } },
  {
    type: "Intention",
    intention: { intent: "PodsMetric", metric: { name: "rps" }, value: "25" },
  },
);

/** In addition to the metrics of a spec, or instead of them. */
const withThresholds = (threshold: fc.Arbitrary<Record<string, unknown>>, prefix: string) =>
  fc
    .record(
      {
        thresholds: fc.array(threshold, { minLength: 1, maxLength: 3 }),
        metrics: fc.constant([]),
      },
      { requiredKeys: ["thresholds"] },
    )
    .map(
      spec =>
        ({
          ...spec,
          thresholds: named(spec.thresholds, prefix),
        }) as unknown as Partial<AutoscalerSpec>,
    );

/** Windows of a few minutes, so that boundaries come between any two syncs. */
const scheduleWindow = fc
  .record({
    times: fc.constantFrom(
      { start: "*/4 * * * *", end: "2-58/4 * * * *" },
      { start: "1-59/5 * * * *", end: "3-59/5 * * * *" },
      { start: "5 12 * * *", end: "25 12 * * *" },
    ),
    timeZone: fc.constantFrom("Etc/UTC", "Europe/London"),
    bounds: boundsOf(1),
  })
  .map(({ times, timeZone, bounds }) => ({ timeZone, ...times, ...bounds }));

const windows = (
  list: readonly (typeof scheduleWindow extends fc.Arbitrary<infer Window> ? Window : never)[],
) => ({ schedules: list.map((one, index) => ({ name: `window-${index}`, ...one })) });

/** In this world it finds every workload. */
const all = { selector: { matchLabels: { part: "of-it" } } };

/** With and without a metric that needs pods; one metric never does. */
const outside = fc.constantFrom([byQueue], [byCpu, byQueue]);

/** Of some or all metrics, which all can start a workload. */
const withFallbacks = fc
  .record({
    metrics: fc.constantFrom([byQueue], [byCpu, byQueue], [byCpu, byRequests, byQueue]),
    failureDurationSeconds: fc.constantFrom(1, 15, 45, 90),
    replicas: fc.integer({ min: 1, max: 12 }),
    behavior: fc.constantFrom("Static", "CurrentIfHigher", "CurrentIfLower"),
    covered: fc.constantFrom(1, 3),
  })
  .map(({ metrics: asked, covered, ...fallback }) => ({
    metrics: asked.map((metric, index) =>
      index >= asked.length - covered ? { ...metric, fallback } : metric,
    ),
  }));

const withActivation: MetricSpec = { ...byQueue, activation: { value: "5" } };

export const features: Readonly<Record<string, Feature>> = {
  behavior: { spec: fc.record({ behavior: behaviors }) },
  cooldown: {
    spec: fc.record({
      cooldown: fc.record({ scaleUpSeconds: cooldownSeconds }, { requiredKeys: [] }),
    }),
  },
  rollout: {
    spec: fc.record({
      rollout: fc.record({
        scaleDown: fc.constant("Hold" as const),
        maxHoldSeconds: fc.constantFrom(30, 120, 3600),
      }),
    }),
  },
  "health gate": {
    spec: fc.record({
      healthGate: fc.record(
        {
          startSeconds: fc.constantFrom(10, 60, 600),
          maxHoldSeconds: fc.constantFrom(30, 120, 900),
        },
        { requiredKeys: [] },
      ),
    }),
    walking: { crashes: true },
  },
  "start-up periods": {
    spec: fc.record(
      {
        cpuInitializationPeriodSeconds: fc.constantFrom(0, 30, 120, 900),
        initialReadinessDelaySeconds: fc.constantFrom(0, 10, 60, 900),
      },
      { requiredKeys: [] },
    ),
  },
  "own pods": {
    spec: fc.constant({ selectionStrategy: "OwnerReference" as const }),
    walking: { puzzles: true },
  },
  expression: {
    spec: fc.constantFrom(...expressions).map(expression => ({ combine: { expression } })),
  },
  groups: { spec: fc.record({ replicaMultiple: fc.integer({ min: 2, max: 4 }) }) },
  "scale-down order": {
    spec: fc.record({ scaleDownOrder: fc.constantFrom("LeastLoaded", "Newest", "Zone") }),
  },
  "value thresholds": { spec: withThresholds(valueThreshold, "value") },
  intentions: { spec: withThresholds(intention, "intention") },
  schedules: { spec: fc.array(scheduleWindow, { minLength: 1, maxLength: 3 }).map(windows) },
  selectors: {
    spec: fc.constantFrom(
      { targetSelector: all },
      { monitorSelectors: [all] },
      { targetSelector: all, monitorSelectors: [all] },
    ),
    beside: fc.record({ canary: fc.nat(4), other: fc.nat(9) }),
  },
  people: {
    spec: fc.record({ minReplicas: fc.constant(0), metrics: outside }),
    settings: fc.record({ scaleToZero: fc.boolean() }),
    walking: { meddling: 4 },
  },
  fallback: { spec: withFallbacks, walking: { outages: 2 } },
  idle: {
    spec: fc.record({
      minReplicas: fc.constant(0),
      metrics: fc.constantFrom([withActivation], [byCpu, withActivation]),
      idle: fc.record({ afterSeconds: fc.constantFrom(0, 30, 120) }),
    }),
    settings: fc.record({ scaleToZero: fc.boolean() }),
  },
  queries: { spec: fc.record({ metrics: fc.constantFrom([byQuery], [byCpu, byQuery]) }) },
  scalers: { spec: fc.record({ metrics: fc.constantFrom([byScaler], [byCpu, byScaler]) }) },
  forecast: {
    spec: fc.record({
      forecast: fc.record({ mode: fc.constant("Active" as const), wakeAhead: fc.boolean() }),
    }),
  },
  "dry run": { walking: { rehearses: true } },
};
