import type { ScalingPolicy } from "../autoscaler-spec.ts";
import type { DirectionRules } from "../defaults.ts";
import type { EpochMs } from "../result.ts";

export interface Change {
  readonly time: EpochMs;
  readonly change: number;
}

/** A moment at which a count is about to change, and all changes until then. */
export interface Moment {
  readonly now: EpochMs;
  readonly current: number;
  readonly past: readonly Change[];
}

/**
 * How far a direction's policies let the count go, from the changes that really happened: what I3
 * means, beside the engine's own way to it.
 */
export function furthest(rules: DirectionRules, moment: Moment, sign: 1 | -1): number {
  const { now, current, past } = moment;
  if (rules.selectPolicy === "Disabled") return current;
  const limits = rules.policies.map(({ type, value, periodSeconds }: ScalingPolicy) => {
    const within = past.filter(({ time }) => time > now - periodSeconds * 1000);
    const before = current - within.reduce((sum, { change }) => sum + change, 0);
    if (type === "Pods") return before + sign * value;
    // More than all may go. Where a person took most away there is less than nothing to take it of.
    const isMoreThanAll = sign < 0 && value > 100;
    const share = (isMoreThanAll ? Math.max(0, before) : before) * (1 + (sign * value) / 100);
    return sign > 0 ? Math.ceil(share) : Math.trunc(share);
  });
  const isLargest = (rules.selectPolicy === "Max") === sign > 0;
  return (isLargest ? Math.max : Math.min)(...limits);
}
