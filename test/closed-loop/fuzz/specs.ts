import type { Random } from "../../../cli/simulate/random.ts";
import { pick } from "../../random.ts";
import type { SpecJson } from "../features.ts";

/** True about so often. */
export const chance = (random: Random, share: number): boolean => random() < share;

/** A random spec that the API accepts, with short times, so that every state occurs in a few minutes. */
export function drawSpec(random: Random): SpecJson {
  const hasCpu = chance(random, 0.6);
  const hasQueue = !hasCpu || chance(random, 0.5);
  const canIdle = hasQueue && chance(random, 0.4);
  const group = chance(random, 0.25) ? 3 : 1;
  const minReplicas = canIdle ? 0 : group * pick(random, [1, 2]);
  const cpu = hasCpu ? [drawCpu(random)] : [];
  const queue = hasQueue ? [drawQueue(random, canIdle)] : [];
  const spec = {
    ...{ minReplicas, maxReplicas: 30, metrics: [...cpu, ...queue] },
    ...(group > 1 && { replicaMultiple: group }),
    ...drawSlowness(random),
    ...(chance(random, 0.4) && { thresholds: drawThresholds(random, hasCpu) }),
    ...(chance(random, 0.3) && { schedules: [drawSchedule(random, minReplicas)] }),
    ...(canIdle && chance(random, 0.5) && { idle: { afterSeconds: pick(random, [0, 120]) } }),
  };
  return spec as unknown as SpecJson;
}

/** What delays a change. */
const drawSlowness = (random: Random) => ({
  ...(chance(random, 0.3) && { cooldown: { scaleUpSeconds: pick(random, [60, 180]) } }),
  ...(chance(random, 0.3) && { healthGate: {} }),
  ...(chance(random, 0.3) && { rollout: { scaleDown: "Hold" } }),
  ...(chance(random, 0.4) && { behavior: drawBehavior(random) }),
});

function drawCpu(random: Random) {
  const behavior = pick(random, ["Static", "CurrentIfHigher"]);
  return {
    type: "Resource",
    resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
    ...(chance(random, 0.2)
      ? { fallback: { replicas: 9, failureDurationSeconds: 60, behavior } }
      : {}),
  };
}

const drawQueue = (random: Random, canIdle: boolean) => ({
  type: "External",
  external: { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "5" } },
  ...(canIdle && chance(random, 0.5) ? { activation: { value: "3" } } : {}),
});

function drawThresholds(random: Random, hasCpu: boolean) {
  const onQueue = (comparison: string, value: string, increment: number) => ({
    ...{ name: increment > 0 ? "up" : "down", type: "Value" },
    value: {
      metric: { type: "External", external: { metric: { name: "queue" } } },
      valueType: pick(random, ["Value", "AverageValue"]),
      ...{ comparison, value, durationSeconds: 60, increment },
    },
  });
  const intention = { intent: "CPUUtilization", value: "60" };
  return [
    onQueue("GreaterThan", "40", 3),
    ...(chance(random, 0.5) ? [onQueue("LessThan", "8", -3)] : []),
    ...(hasCpu && chance(random, 0.3) ? [{ name: "cpu", type: "Intention", intention }] : []),
  ];
}

function drawSchedule(random: Random, minReplicas: number) {
  const start = Math.floor(random() * 8);
  return {
    ...{ name: "window", timeZone: "Etc/UTC" },
    ...{ start: `${start} 12 * * *`, end: `${start + 1 + Math.floor(random() * 8)} 12 * * *` },
    ...(chance(random, 0.5) ? { minReplicas: Math.max(minReplicas, 6) } : { maxReplicas: 9 }),
  };
}

const drawBehavior = (random: Random) => ({
  scaleUp: drawRules(random, [0, 0, 30]),
  scaleDown: { ...drawRules(random, [0, 30, 120]), selectPolicy: pick(random, ["Max", "Min"]) },
});

function drawRules(random: Random, windows: readonly [number, ...number[]]) {
  const policy = {
    type: pick(random, ["Pods", "Percent"]),
    value: pick(random, [2, 4, 50]),
    periodSeconds: pick(random, [15, 60, 300]),
  };
  const hasPolicy = chance(random, 0.5);
  return {
    stabilizationWindowSeconds: pick(random, windows),
    ...(hasPolicy ? { policies: [policy] } : {}),
  };
}
