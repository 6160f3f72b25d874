import { type Bounds, keptIn, type Range, type Step } from "../model/decision.ts";
import { MAX_INT32, saturatedInt32 } from "../model/values/casts.ts";
import type { ScalingPolicy } from "../model/spec/autoscaler-spec.ts";
import { held, type Stage } from "../model/feature.ts";
import type { Behavior, DefaultedSpec, DirectionRules } from "../spec/defaults.ts";
import type { History } from "../model/history.ts";
import type { EpochMs } from "../model/values/result.ts";
import type { AutoscalerProfile } from "../model/spec/profile.ts";
import { groupsWithin } from "../arithmetic/whole-groups.ts";
import { netChange, ratedEvents } from "../history/scale-record.ts";

interface LimitContext {
  readonly now: EpochMs;
  readonly spec?: Pick<DefaultedSpec, "behavior" | "replicaMultiple">;
  readonly currentReplicas: number;
  /** null: upstream's legacy rule limits each decision separately. */
  readonly behavior: Behavior | null;
  /** A limit that is no tighter than the bounds of the later stage does not apply. */
  readonly bounds: Bounds | null;
  readonly profile: Pick<AutoscalerProfile, "casts">;
}

interface LimitInput extends Omit<LimitContext, "behavior" | "spec"> {
  readonly desired: number;
  readonly multiple: number;
  readonly bounds: Bounds;
  readonly history: History;
}

const unbounded: Bounds = { minReplicas: 0, maxReplicas: null };

const ratedReason = held("limited by a policy", "rate", {
  clause: after => `the rate limits allow ${after} for now`,
});

export const limitRate: Stage<LimitContext> = {
  name: "limit",
  reasons: { ScaleUpLimit: ratedReason, ScaleDownLimit: ratedReason },
  terms: (_, { spec }) => ({
    longestPeriodSeconds: spec?.behavior
      ? {
          scaleUp: longestPeriod(spec.behavior.scaleUp),
          scaleDown: longestPeriod(spec.behavior.scaleDown),
        }
      : null,
  }),
  run: ({ count: desired, history }, { behavior, bounds, spec, ...context }) => {
    if (behavior && !isLimited(behavior.scaleUp) && !isLimited(behavior.scaleDown)) return null;
    const multiple = spec?.replicaMultiple ?? 1;
    const input = { ...context, desired, bounds: bounds ?? unbounded, history, multiple };
    const step = behavior ? limitWithBehavior(input, behavior) : limitWithoutBehavior(input);
    if (!behavior || step.after === desired) return { step };
    const until = limitLoosensAt(input, step.after < desired ? "scaleUp" : "scaleDown", behavior);
    const due = limitMovesAt(input, behavior);
    return { step: until === null ? step : { ...step, until }, due };
  },
};

const longestPeriod = ({ policies }: DirectionRules): number =>
  Math.max(0, ...policies.map(({ periodSeconds }) => periodSeconds));

const isLimited = ({ selectPolicy, policies }: DirectionRules): boolean =>
  selectPolicy === "Disabled" || policies.length > 0;

/**
 * How far the count may move now: the policies limit its distance from the count one period ago.
 *
 * Source  upstream horizontal.go, convertDesiredReplicasWithBehaviorRate.
 */
function limitWithBehavior(input: LimitInput, behavior: Behavior): Step {
  const { desired, currentReplicas, bounds, multiple } = input;
  if (desired > currentReplicas) {
    const limit = Math.max(currentReplicas, furthest(input, behavior.scaleUp, 1));
    const isTighter = limit < (bounds.maxReplicas ?? Infinity);
    const atMost = groupsWithin(limit, currentReplicas, multiple);
    return limited(input, isTighter ? { atMost } : {});
  }
  if (desired < currentReplicas) {
    const limit = Math.min(currentReplicas, furthest(input, behavior.scaleDown, -1));
    const isTighter = limit > bounds.minReplicas;
    const atLeast = groupsWithin(limit, currentReplicas, multiple);
    return limited(input, isTighter ? { atLeast } : {});
  }
  return limited(input, {});
}

/**
 * When the limit could change without other input: when one of the operator's changes leaves a
 * period. This includes the change that is written now.
 */
function limitMovesAt(input: LimitInput, { scaleUp, scaleDown }: Behavior): EpochMs | null {
  const policies = [...scaleUp.policies, ...scaleDown.policies];
  return firstToLeave([...changesIn(input, 1), ...changesIn(input, -1)], policies, input.now);
}

/** When the limit of one direction loosens: only a change in that direction tightens it. */
function limitLoosensAt(input: LimitInput, direction: "scaleUp" | "scaleDown", behavior: Behavior) {
  const { selectPolicy, policies } = behavior[direction];
  if (selectPolicy === "Disabled") return null;
  return firstToLeave(changesIn(input, direction === "scaleUp" ? 1 : -1), policies, input.now);
}

/** The times of the changes in one direction, and now, when another one is written. */
function changesIn({ now, history }: LimitInput, sign: 1 | -1): EpochMs[] {
  const { lists } = history;
  const times = lists
    ? (sign > 0 ? lists.scaleUps : lists.scaleDowns).map(({ time }) => time)
    : ratedEvents(history)
        .filter(({ change }) => change * sign > 0)
        .flatMap(({ time, span }) => [time, span?.since ?? time]);
  return [now, ...times];
}

/** When the first of these changes leaves the period of a policy; null: none does. */
function firstToLeave(
  changes: readonly EpochMs[],
  policies: readonly ScalingPolicy[],
  now: EpochMs,
): EpochMs | null {
  const times = changes.flatMap(time =>
    policies.map(({ periodSeconds }) => time + periodSeconds * 1000),
  );
  const coming = times.filter(time => time > now);
  return coming.length === 0 ? null : Math.min(...coming);
}

/**
 * Source  convertDesiredReplicasWithRules and calculateScaleUpLimit: at most double, or 4. From
 *         2^30 replicas on, upstream asks for a negative count, which the API server rejects.
 */
function limitWithoutBehavior(input: LimitInput): Step {
  const { desired, currentReplicas, bounds, multiple } = input;
  const least = currentReplicas + multiple;
  const limit = Math.min(Math.max(2 * currentReplicas, 4, least), MAX_INT32);
  const isTighter = limit < (bounds.maxReplicas ?? Infinity);
  const isRaisedAnyway = desired < bounds.minReplicas;
  const atMost = groupsWithin(limit, currentReplicas, multiple);
  return limited(input, isTighter && !isRaisedAnyway ? { atMost } : {});
}

/**
 * The furthest count in one direction. It starts from the count one period ago, for which only the
 * operator's own changes are undone; other changes shift the start.
 *
 * Source  calculateScaleUpLimitWithScalingRules: percentages are rounded up, so that 1 can grow; and
 *         calculateScaleDownLimitWithBehaviors: the remaining count is rounded down.
 */
function furthest(input: LimitInput, rules: DirectionRules, sign: 1 | -1): number {
  const { history, currentReplicas, now, multiple, profile } = input;
  if (!isLimited(rules)) return sign * Infinity;
  if (rules.selectPolicy === "Disabled") return currentReplicas;
  const { count, sum } = profile.casts;
  const limits = rules.policies.map(({ type, value, periodSeconds }) => {
    const { up, down } = netChange(history, now, periodSeconds);
    const start = sum(currentReplicas - (sign > 0 ? up : down));
    const share = start * (1 + (sign * value) / 100);
    const limit =
      type === "Pods" ? sum(start + sign * value) : count(sign > 0 ? Math.ceil(share) : share);
    return multiple === 1 ? limit : atLeastOneGroup(limit, start + sign * multiple, sign);
  });
  const selected = (rules.selectPolicy === "Min") === sign > 0 ? Math.min : Math.max;
  return saturatedInt32(selected(...limits));
}

/** A policy for less than a group would allow no change at all, so it allows one group. */
const atLeastOneGroup = (limit: number, oneGroup: number, sign: 1 | -1): number =>
  sign > 0 ? Math.max(limit, oneGroup) : Math.min(limit, oneGroup);

function limited({ desired, currentReplicas }: LimitInput, range: Range): Step {
  const step = keptIn("limit", desired, range);
  const { after } = step;
  if (after === desired) {
    const message = "no faster than the policies allow";
    return { ...step, reason: "DesiredWithinRange", message };
  }
  const reason = after < desired ? "ScaleUpLimit" : "ScaleDownLimit";
  return { ...step, reason, message: `from ${currentReplicas} no further than ${after} for now` };
}
