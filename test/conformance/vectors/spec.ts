import { behaviors, boundsOf } from "../../../engine/testing/autoscaler-world.ts";
import { sourceKey } from "../../../engine/model/spec/metric.ts";
import type { Dice } from "./dice.ts";
import { type Capacity, drawSource, type LoadName, valueOf } from "./measures.ts";

/** A spec as a user writes it, and the loads that it asks for. */
export interface DrawnSpec {
  readonly spec: Readonly<Record<string, unknown>> & {
    readonly minReplicas: number;
    readonly maxReplicas: number;
    readonly monitorSelectors?: readonly unknown[];
  };
  readonly loads: ReadonlySet<LoadName>;
}

const seconds = [0, 20, 60, 300] as const;

export function drawSpec(dice: Dice, capacity: Capacity): DrawnSpec {
  const replicas = dice.between(2, 5);
  const used = { capacity, replicas };
  const metrics = listOf(dice.pick([0, 1, 1, 1, 2, 3]), () => drawMetric(dice, used));
  const thresholds = listOf(dice.pick([0, 0, 0, 1, 2]), index => drawThreshold(dice, used, index));
  const all = [...metrics, ...thresholds];
  const mayIdle = metrics.some(({ isOutside }) => isOutside) && dice.chance(0.6);
  const bounds = dice.draw(boundsOf(mayIdle ? 0 : 1));
  const minReplicas = mayIdle ? 0 : Math.min(4, bounds.minReplicas);
  const monitored = dice.chance(0.25) ? listOf(dice.between(1, 2), monitorSelector) : [];
  return {
    // Without metrics and thresholds, the default is a metric of cpu.
    loads: new Set(all.length === 0 ? ["cpu"] : all.map(({ load }) => load)),
    spec: {
      ...{ minReplicas, maxReplicas: minReplicas + dice.between(1, 8) },
      ...(metrics.length > 0 && { metrics: metrics.map(({ json }) => json) }),
      ...(thresholds.length > 0 && { thresholds: thresholds.map(({ json }) => json) }),
      ...(monitored.length > 0 && { monitorSelectors: monitored }),
      ...drawRules(dice),
    },
  };
}

/** The rules beyond metrics and bounds. */
function drawRules(dice: Dice) {
  const tolerance = dice.pick(["0", "0.05", "200m"]);
  const behavior = dice.draw(behaviors);
  const { scaleUp } = behavior;
  const period = dice.pick([15, 15, 15, 30, 60]);
  const rollout = { scaleDown: dice.pick(["Hold", "Hold", "Allow"]) };
  return {
    ...(dice.chance(0.6) && {
      behavior: dice.chance(0.3) ? { ...behavior, scaleUp: { ...scaleUp, tolerance } } : behavior,
    }),
    ...(dice.chance(0.2) && {
      cooldown: { scaleUpSeconds: dice.pick(seconds) },
    }),
    ...(dice.chance(0.35) && {
      rollout: { ...rollout, ...(dice.chance(0.5) && { maxHoldSeconds: dice.pick([60, 300]) }) },
    }),
    ...(period !== 15 && { syncPeriodSeconds: period }),
  };
}

interface Used {
  readonly capacity: Capacity;
  readonly replicas: number;
}

interface Drawn {
  readonly json: object;
  readonly load: LoadName;
  readonly isOutside: boolean;
}

function drawMetric(dice: Dice, used: Used): Drawn {
  const source = drawSource(dice);
  const type = dice.pick(source.valueTypes);
  const field = type === "Utilization" ? "averageUtilization" : lowerFirst(type);
  const factor = dice.pick([0.9, 1, 1, 1.2]);
  const target = { type, [field]: valueOf(source, type, { ...used, factor }) };
  const json = { type: source.type, [sourceKey(source.type)]: { ...source.fields, target } };
  return { json, load: source.load, isOutside: isOutside(source.type) };
}

function drawThreshold(dice: Dice, used: Used, index: number): Drawn {
  return dice.chance(0.35)
    ? drawIntention(dice, used, index)
    : drawValueThreshold(dice, used, index);
}

function drawValueThreshold(dice: Dice, used: Used, index: number): Drawn {
  const source = drawSource(dice);
  const valueType = dice.pick(source.valueTypes);
  const isUp = dice.chance(0.65);
  const factor = isUp ? dice.pick([1.1, 1.5]) : dice.pick([0.4, 0.8]);
  const value = {
    metric: { type: source.type, [sourceKey(source.type)]: source.fields },
    ...{ valueType, value: valueOf(source, valueType, { ...used, factor }) },
    comparison: isUp
      ? dice.pick(["GreaterThan", "GreaterThanOrEqual"])
      : dice.pick(["LessThan", "LessThanOrEqual"]),
    durationSeconds: dice.pick([15, 30, 30, 60, 120]),
    increment: isUp ? dice.between(1, 3) : -dice.between(1, 2),
  };
  const json = { name: `rule-${index}`, type: "Value", value };
  return { json, load: source.load, isOutside: isOutside(source.type) };
}

function drawIntention(dice: Dice, { capacity }: Used, index: number): Drawn {
  const [intent, load, value] = dice.pick<readonly [string, LoadName, number | string]>([
    ["CPUUtilization", "cpu", Math.round((capacity.cpu / 250) * 100)],
    ["MemoryUtilization", "memory", Math.round((capacity.memory / 167_772_160_000) * 100)],
    ["RequestsPerSecondPerPod", "rps", `${capacity.rps}m`],
    ["PodsMetric", "rps", `${capacity.rps}m`],
  ]);
  const intention = { intent, value, ...(load === "rps" && { metric: { name: "rps" } }) };
  return { json: { name: `aim-${index}`, type: "Intention", intention }, load, isOutside: false };
}

const isOutside = (type: string): boolean => type === "Object" || type === "External";

const monitorSelector = (index: number) => ({
  ...{ apiVersion: "apps/v1", kind: "Deployment" },
  selector: { matchLabels: { app: `other-${index}` } },
});

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const listOf = <Item>(length: number, item: (index: number) => Item): Item[] =>
  Array.from({ length }, (_, index) => item(index));
