import { isBad } from "../engine/status/conditions.ts";
import type { EpochMs } from "../engine/result.ts";
import type { Condition, ScalingObject, Target } from "./scaling-object.ts";
import { remedyFor } from "./remedies.ts";

/** Something that stands in the way, as one or several conditions tell of it. */
export interface Obstacle {
  /** Such as "Ready is False"; several may tell of the same. */
  readonly conditions: readonly string[];
  /** Of several targets the one it is about; null: it is about all of them. */
  readonly target: string | null;
  readonly reason: string;
  readonly message: string;
  /** null: the message says it, or nobody knows. */
  readonly remedy: string | null;
  readonly since: EpochMs | null;
}

const isObstacle = ({ type, status }: Condition): boolean =>
  type === "Stalled" ? status === "True" : isBad({ type, status });

/** One for each thing that is wrong, however many conditions and targets show it. */
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
    const told = `${type} is ${status}`;
    found.set(key, {
      conditions: [...new Set([...(before?.conditions ?? []), told])],
      target: before?.target ?? (object.targets.length > 1 ? target : null),
      ...{ reason, message },
      remedy: remedyFor(reason, object),
      since: before?.since ?? lastTransitionTime,
    });
  }
  return [...found.values()];
}

/** The conditions in one target's way: its own, and those of the object that no target accounts for. */
export function causesOf(object: ScalingObject, target: Target): readonly Condition[] {
  const ofTargets = object.targets.flatMap(({ conditions }) => conditions);
  const shared = object.conditions.filter(
    ({ reason, message }) =>
      !ofTargets.some(other => other.reason === reason && other.message === message),
  );
  return [...target.conditions, ...shared].filter(isObstacle);
}
