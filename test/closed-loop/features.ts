import type { ObjectJson } from "../../cli/evaluate/recorded-step.ts";
import { pauseAnnotations } from "../../engine/model/pauses.ts";
import type { EventName } from "./world/events.ts";

export type SpecJson = ObjectJson["spec"];

/** How the world of a feature differs from that of a web server whose requests are lost if no pod is free. */
export interface Surroundings {
  /** Work waits in a queue. */
  readonly hasQueue?: boolean;
  readonly cpuShare?: number;
  /** Nothing is demanded for 25 minutes. */
  readonly hasSilence?: boolean;
  /** The external metric has a point in each so many seconds, two minutes late. */
  readonly pointSeconds?: number;
  /** Another workload. */
  readonly deploys?: "blue and green" | "canary";
  /** What the tool that deploys it announces: its rollout, or which workload gets the requests. */
  readonly announces?: "rollout" | "serving";
}

/** A feature, and what an HPA of the same purpose has instead. */
export interface Feature {
  readonly spec: Partial<SpecJson>;
  /** True: without the CPU metric, unless another feature names metrics. */
  readonly isInstead?: true;
  /** Annotations from one second on; they expire by themselves. */
  readonly annotations?: { readonly from: number; readonly all: Readonly<Record<string, string>> };
  /** The HPA's differences, by second; default: it has the bounds, the metrics and the behavior. null: it is off. */
  readonly hpa?: (seconds: number) => Partial<SpecJson> | null;
  readonly events?: readonly EventName[];
  readonly surroundings?: Surroundings;
  /** Features that the API refuses next to it, or that have the same purpose. */
  readonly without?: readonly string[];
  /** True: only alone, because another feature stands for it in pairs. */
  readonly isAlone?: true;
}

type Metric = NonNullable<SpecJson["metrics"]>[number];
type Threshold = NonNullable<SpecJson["thresholds"]>[number];

export const cpu: Metric = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
};
const each = (averageValue: string) => ({ type: "AverageValue", averageValue });
const queue: Metric = {
  type: "External",
  external: { metric: { name: "queue" }, target: each("5") },
};
const rps: Metric = { type: "Pods", pods: { metric: { name: "rps" }, target: each("50") } };
const ingress = { apiVersion: "networking.k8s.io/v1", kind: "Ingress", name: "web" };
const requests: Metric = {
  type: "Object",
  object: { metric: { name: "requests" }, describedObject: ingress, target: each("5") },
};

const onCpu = (comparison: string, value: string, durationSeconds: number, increment: number) => ({
  metric: { type: "Resource", resource: { name: "cpu" } },
  ...{ valueType: "Utilization", comparison, value, durationSeconds, increment },
});
const onQueue = (comparison: string, value: string, increment: number) => ({
  metric: { type: "External", external: { metric: { name: "queue" } } },
  ...{ valueType: "AverageValue", comparison, value, durationSeconds: 30, increment },
});
const threshold = (name: string, value: object) =>
  ({ name, type: "Value", value }) as unknown as Threshold;
const intention = (value: string) =>
  ({ name: "cpu", type: "Intention", intention: { intent: "CPUUtilization", value } }) as Threshold;

const selected = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  selector: { matchLabels: { service: "web" } },
};

const at = (minutes: number): string =>
  `2026-01-05T${12 + Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:00Z`;
const within = (seconds: number, from: number, to: number): boolean =>
  seconds >= from * 60 && seconds < to * 60;

/** Their names are those in docs/closed-loop.md. */
export const features = {
  // Longer than the scale-down window: a shorter one has no effect.
  cooldown: { spec: { cooldown: { scaleUpSeconds: 900 } } },
  "scale-up window": { spec: { behavior: { scaleUp: { stabilizationWindowSeconds: 60 } } } },
  "policies of pods": {
    spec: {
      behavior: {
        scaleUp: { policies: [{ type: "Pods", value: 4, periodSeconds: 60 }] },
        scaleDown: { policies: [{ type: "Pods", value: 2, periodSeconds: 60 }] },
      },
    },
  },
  "policies of percent": {
    spec: {
      behavior: {
        scaleUp: { policies: [{ type: "Percent", value: 100, periodSeconds: 60 }] },
        scaleDown: { policies: [{ type: "Percent", value: 20, periodSeconds: 60 }] },
      },
    },
  },
  "smallest policy": { spec: { behavior: { scaleUp: { selectPolicy: "Min" } } } },
  "up threshold": {
    spec: { thresholds: [threshold("busy", onQueue("GreaterThan", "6", 4))] },
    hpa: () => ({ metrics: [cpu, queue] }),
    surroundings: { hasQueue: true, cpuShare: 0.2 },
  },
  "down threshold": {
    spec: { thresholds: [threshold("quiet", onQueue("LessThan", "3", -3))] },
  },
  "two thresholds": {
    spec: {
      thresholds: [
        threshold("high", onCpu("GreaterThan", "60", 30, 3)),
        threshold("low", onCpu("LessThan", "30", 120, -3)),
      ],
    },
    isInstead: true,
    hpa: () => ({ metrics: [cpu] }),
  },
  intention: {
    spec: { thresholds: [intention("50")] },
    isInstead: true,
    hpa: () => ({ metrics: [cpu] }),
  },
  "intention with metrics": { spec: { thresholds: [intention("60")] }, without: ["intention"] },
  fallback: {
    spec: {
      metrics: [
        {
          ...cpu,
          fallback: { replicas: 10, failureDurationSeconds: 60, behavior: "CurrentIfHigher" },
        },
      ],
    },
    events: ["outage"],
  },
  expression: {
    spec: {
      metrics: [
        { ...cpu, name: "cpu" },
        { ...queue, name: "queue" },
      ],
      combine: { expression: "max(cpu, queue.value / 10)" },
    },
    hpa: () => ({ metrics: [cpu] }),
  },
  idle: {
    spec: {
      minReplicas: 0,
      metrics: [cpu, { ...queue, activation: { value: "2" } }],
      idle: { afterSeconds: 120 },
    },
    hpa: () => ({ minReplicas: 1, metrics: [cpu, queue] }),
    surroundings: { hasSilence: true },
  },
  "schedule with a minimum": {
    spec: {
      schedules: [
        {
          ...{ name: "floor", timeZone: "Etc/UTC", start: "20 12 * * *", end: "50 12 * * *" },
          minReplicas: 12,
        },
      ],
    },
    hpa: seconds => (within(seconds, 20, 50) ? { minReplicas: 12 } : {}),
  },
  "schedule with a maximum": {
    spec: {
      schedules: [
        {
          ...{ name: "cap", timeZone: "Etc/UTC", start: "10 12 * * *", end: "40 12 * * *" },
          maxReplicas: 15,
        },
      ],
    },
    hpa: seconds => (within(seconds, 10, 40) ? { maxReplicas: 15 } : {}),
  },
  "rollout hold": { spec: { rollout: { scaleDown: "Hold" } }, events: ["rollout"] },
  "health gate": { spec: { healthGate: {} }, events: ["crash loop"] },
  groups: {
    spec: { replicaMultiple: 3 },
    without: ["blue and green", "canary"],
  },
  watermarks: {
    spec: { behavior: { scaleUp: { tolerance: "0.05" }, scaleDown: { tolerance: "0.4" } } },
  },
  "slow start": {
    spec: { cpuInitializationPeriodSeconds: 600, initialReadinessDelaySeconds: 60 },
  },
  pause: {
    spec: {},
    annotations: { from: 1200, all: { [pauseAnnotations.all]: at(30) } },
    hpa: seconds => (within(seconds, 20, 30) ? null : {}),
  },
  "scale-down pause": {
    spec: {},
    annotations: { from: 1200, all: { [pauseAnnotations.scaleDown]: at(40) } },
    hpa: seconds =>
      within(seconds, 20, 40) ? { behavior: { scaleDown: { selectPolicy: "Disabled" } } } : {},
    without: ["pause"],
  },
  "blue and green": {
    spec: { targetSelector: selected, monitorSelectors: [selected] },
    surroundings: { deploys: "blue and green" },
  },
  "announced blue and green": {
    spec: { targetSelector: selected, monitorSelectors: [selected], targetSelection: "Announced" },
    surroundings: { deploys: "blue and green", announces: "serving" },
    isAlone: true,
  },
  "announced rollout": {
    spec: {
      ...{ targetSelector: selected, monitorSelectors: [selected] },
      rollout: { scaleDown: "Hold" },
    },
    surroundings: { deploys: "blue and green", announces: "rollout" },
    isAlone: true,
  },
  canary: {
    spec: { monitorSelectors: [selected] },
    surroundings: { deploys: "canary" },
    without: ["blue and green"],
  },
  "queue metric": { spec: { metrics: [queue] }, isInstead: true, surroundings: { hasQueue: true } },
  "own pods": {
    spec: { selectionStrategy: "OwnerReference", scaleDownOrder: "LeastLoaded" },
    without: ["blue and green", "canary"],
    isAlone: true,
  },
  "pods metric": { spec: { metrics: [rps] }, isInstead: true, isAlone: true },
  "object metric": { spec: { metrics: [requests] }, isInstead: true, isAlone: true },
  "static fallback": {
    spec: { metrics: [{ ...cpu, fallback: { replicas: 6, failureDurationSeconds: 60 } }] },
    events: ["outage"],
    isAlone: true,
  },
  "five-minute points": {
    spec: { metrics: [queue] },
    isInstead: true,
    surroundings: { pointSeconds: 300 },
    isAlone: true,
  },
  "age limit": {
    spec: { metrics: [{ ...queue, maxAgeSeconds: 600 }] },
    isInstead: true,
    surroundings: { pointSeconds: 300 },
    isAlone: true,
  },
  "fallback and five-minute points": {
    spec: { metrics: [{ ...queue, fallback: { replicas: 25, failureDurationSeconds: 60 } }] },
    isInstead: true,
    surroundings: { pointSeconds: 300 },
    isAlone: true,
  },
  tolerance: {
    spec: { behavior: { scaleUp: { tolerance: "0.2" }, scaleDown: { tolerance: "0.2" } } },
    isAlone: true,
  },
  "long period": { spec: { syncPeriodSeconds: 60 }, isAlone: true },
  "intention and long period": {
    spec: { syncPeriodSeconds: 60, thresholds: [intention("50")] },
    isInstead: true,
    hpa: () => ({ metrics: [cpu] }),
    isAlone: true,
  },
} satisfies Readonly<Record<string, Feature>>;

export type FeatureName = keyof typeof features;

export const featureNames = Object.keys(features) as FeatureName[];

export const featureOf = (name: FeatureName): Feature => features[name];
