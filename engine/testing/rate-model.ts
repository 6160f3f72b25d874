import type { ScalingPolicy } from "../model/spec/autoscaler-spec.ts";
import type { DirectionRules } from "../spec/defaults.ts";
import type { EpochMs } from "../model/values/result.ts";

export interface Change {
  readonly time: EpochMs;
  readonly change: number;
}

/** A moment just before a change of the count, with all earlier changes. */
export interface Moment {
  readonly now: EpochMs;
  readonly current: number;
  readonly past: readonly Change[];
}

/**
 * How far a direction's policies allow the count to go, given the actual changes: the meaning of
 * I3, independent of the engine's implementation.
 */
export function furthest(
  rules: DirectionRules,
  moment: Moment,
  sign: 1 | -1,
  /** A policy allows at least as many. */
  group = 0,
): number {
  const { now, current, past } = moment;
  if (rules.selectPolicy === "Disabled") return current;
  const limits = rules.policies.map(({ type, value, periodSeconds }: ScalingPolicy) => {
    const within = past.filter(({ time }) => time > now - periodSeconds * 1000);
    const before = current - within.reduce((sum, { change }) => sum + change, 0);
    if (type === "Pods") return before + sign * Math.max(value, group);
    // A policy may remove more than 100%. After a user removed most replicas, the start can be
    // negative.
    const isMoreThanAll = sign < 0 && value > 100;
    const share = (isMoreThanAll ? Math.max(0, before) : before) * (1 + (sign * value) / 100);
    const byShare = sign > 0 ? Math.ceil(share) : Math.trunc(share);
    if (group === 0) return byShare;
    return before + sign * Math.max(sign * (byShare - before), group);
  });
  const isLargest = (rules.selectPolicy === "Max") === sign > 0;
  return (isLargest ? Math.max : Math.min)(...limits);
}
