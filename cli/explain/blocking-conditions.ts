import { isBad } from "../../engine/status/targets/conditions.ts";
import { isMetricFailure } from "../../engine/status/reason-texts.ts";
import type { EpochMs } from "../../engine/model/values/result.ts";
import type { Condition } from "../../crds/generated/shared.ts";
import type { ScalingObject, Target } from "../objects/scaling-object.ts";
import { rfc3339 } from "../terminal/times.ts";
import { isMetricType, metricSources } from "../../engine/sources/registry.ts";
import { sectionAddress } from "./section.ts";

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
  /** The section about the reason. */
  readonly docs: string;
  /** RFC 3339. */
  readonly since: string | null;
}

const isObstacle = ({ type, status }: Condition): boolean =>
  type === "Stalled" ? status === "True" : isBad({ type, status });

/** A metrics server has the first sample of a pod after about a minute. */
const firstSampleMs = 60_000;

/** Whether an object is so new that its metrics may have no sample yet. */
const isNew = ({ createdAt }: ScalingObject, now: EpochMs): boolean =>
  createdAt !== null && now - Date.parse(createdAt) < firstSampleMs;

const isDue =
  (object: ScalingObject, now: EpochMs) =>
  (condition: Condition): boolean =>
    isObstacle(condition) && !(isNew(object, now) && isMetricFailure(condition.reason));

/** Whether a new object only waits for the first sample of a metric. */
export const isWaiting = (object: ScalingObject, now: EpochMs): boolean =>
  isNew(object, now) &&
  object.conditions.some(condition => isObstacle(condition) && isMetricFailure(condition.reason));

/** One obstacle for each problem, however many conditions and targets report it. */
export function obstaclesOf(object: ScalingObject, now: EpochMs): Obstacle[] {
  const isShown = isDue(object, now);
  const ofTargets = object.targets.flatMap(({ ref, conditions }) =>
    conditions.map(condition => ({ condition, target: `${ref.kind} ${ref.name}` })),
  );
  const all = [...object.conditions.map(condition => ({ condition, target: null })), ...ofTargets];
  const found = new Map<string, Obstacle>();
  for (const { condition, target } of all.filter(({ condition }) => isShown(condition))) {
    const { type, status, reason, message, lastTransitionTime } = condition;
    const key = `${reason}: ${message}`;
    const before = found.get(key);
    const sentence = `${type} is ${status}`;
    found.set(key, {
      conditions: [...new Set([...(before?.conditions ?? []), sentence])],
      target: before?.target ?? (object.targets.length > 1 ? target : null),
      ...{ reason, message },
      remedy: remedyFor(reason, object),
      docs: sectionAddress(reason),
      since: before?.since ?? rfc3339(lastTransitionTime),
    });
  }
  return [...found.values()];
}

/** The conditions that block one target: its own, and those of the object that no target reports. */
export function causesOf(object: ScalingObject, target: Target, now: EpochMs): Condition[] {
  const ofTargets = object.targets.flatMap(({ conditions }) => conditions);
  const shared = object.conditions.filter(
    ({ reason, message }) =>
      !ofTargets.some(other => other.reason === reason && other.message === message),
  );
  return [...target.conditions, ...shared].filter(isDue(object, now));
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
