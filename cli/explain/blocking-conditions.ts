import { isBad } from "../../engine/status/conditions.ts";
import type { Condition, ScalingObject, Target } from "../objects/scaling-object.ts";
import { isMetricType, metricSources } from "../../engine/sources/registry.ts";

/** An obstacle, reported by one or several conditions: part of the output of `explain -o json`. */
export interface Obstacle {
  /** For example "Ready is False"; several conditions may report the same obstacle. */
  readonly conditions: readonly string[];
  /** The target that it concerns, if there are several; null: all of them. */
  readonly target: string | null;
  readonly reason: string;
  readonly message: string;
  /** Null: the message contains it, or none is known. */
  readonly remedy: string | null;
  /** RFC 3339. */
  readonly since: string | null;
}

const isObstacle = ({ type, status }: Condition): boolean =>
  type === "Stalled" ? status === "True" : isBad({ type, status });

/** One obstacle for each problem, however many conditions and targets report it. */
export function obstaclesOf(object: ScalingObject): Obstacle[] {
  const ofTargets = object.targets.flatMap(({ ref, conditions }) =>
    conditions.map(condition => ({ condition, target: `${ref.kind} ${ref.name}` })),
  );
  const all = [...object.conditions.map(condition => ({ condition, target: null })), ...ofTargets];
  const found = new Map<string, Obstacle>();
  for (const { condition, target } of all.filter(({ condition }) => isObstacle(condition))) {
    const { type, status, reason, message, lastTransitionTime } = condition;
    const key = `${reason}: ${message}`;
    const before = found.get(key);
    const sentence = `${type} is ${status}`;
    found.set(key, {
      conditions: [...new Set([...(before?.conditions ?? []), sentence])],
      target: before?.target ?? (object.targets.length > 1 ? target : null),
      ...{ reason, message },
      remedy: remedyFor(reason, object),
      since: before?.since ?? lastTransitionTime,
    });
  }
  return [...found.values()];
}

/** The conditions that block one target: its own, and those of the object that no target reports. */
export function causesOf(object: ScalingObject, target: Target): readonly Condition[] {
  const ofTargets = object.targets.flatMap(({ conditions }) => conditions);
  const shared = object.conditions.filter(
    ({ reason, message }) =>
      !ofTargets.some(other => other.reason === reason && other.message === message),
  );
  return [...target.conditions, ...shared].filter(isObstacle);
}

/** The remedy, if the message does not contain it. */
function remedyFor(reason: string, { namespace, targets }: ScalingObject): string | null {
  const place = namespace === "" ? "" : ` --namespace ${namespace}`;
  if (reason !== "ScalingDisabled") return metricRemedy(reason, place);
  const [target] = targets;
  const workload = target ? `${target.ref.kind.toLowerCase()}/${target.ref.name}` : "it";
  return `\`kubectl scale${place} ${workload} --replicas=1\` hands it back to the autoscaler`;
}

/** For a metric that cannot be read, by its type. */
function metricRemedy(reason: string, place: string): string | null {
  const [, type = ""] = /^FailedGet(\w+)Metric$/.exec(reason) ?? [];
  return isMetricType(type) ? metricSources[type].remedy(place) : null;
}
