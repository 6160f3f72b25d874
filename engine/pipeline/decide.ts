// engine/pipeline/: the stages from votes to a replica count, and the order of them.
// transition.ts, evaluate/ and capabilities/ import it.

import { beginHistory } from "../history/begin-history.ts";
import { bound, type Bounds, enforceBounds } from "./stages/bound.ts";
import { combine } from "./stages/combine.ts";
import type { Decision, Step, Vote } from "./decision.ts";
import {
  type Behavior,
  type DefaultedSpec,
  scaleDownStabilizationSeconds,
} from "../spec/defaults.ts";
import type { History } from "../history/history.ts";
import { hold, type HoldRules } from "./stages/hold.ts";
import { trackRollout } from "./stages/hold-rollout.ts";
import { disabledAtZero, rememberZero, rescaleContext } from "./idle.ts";
import { limitMovesAt, limitRate } from "./stages/limit-rate.ts";
import { ofTarget, totalOf } from "./monitored-total.ts";
import type { ClusterSize } from "../observation/cluster-size.ts";
import type { Observation } from "../observation/observation.ts";
import type { AutoscalerProfile } from "../spec/profile.ts";
import { autoscalerVotes } from "../recommend/autoscaler-votes.ts";
import { type LargestCounts, largestCounts } from "../recommend/largest-counts.ts";
import type { MetricStatus } from "../recommend/metric-vote.ts";
import type {
  ProportionalParameters,
  ProportionalProfile,
} from "../recommend/proportional/parameters.ts";
import { proportionalBounds, proportionalVotes } from "../recommend/proportional/proportional.ts";
import { toleranceOf } from "../recommend/tolerance.ts";
import { type StabilizationRule, stabilizationRule } from "./stages/recommendation-range.ts";
import type { EpochMs } from "../result.ts";
import type { Settings } from "../spec/settings.ts";
import { stabilize } from "./stages/stabilize.ts";

export interface DecisionOutcome {
  readonly decision: Decision;
  /** The input of the next decision for this target. */
  readonly history: History;
  /**
   * The earliest time at which the decision could change just because time passes. null: never, or
   * at every sync (upstream's windows, and its limit without `behavior`).
   */
  readonly due: EpochMs | null;
  /** Only for Autoscalers: one status for each queried metric; empty if none was needed. */
  readonly currentMetrics?: readonly MetricStatus[];
}

export interface ProportionalInput {
  readonly now: EpochMs;
  readonly size: ClusterSize;
  readonly parameters: ProportionalParameters;
  readonly profile: ProportionalProfile;
  readonly currentReplicas: number;
  readonly history: History;
}

/** How many replicas the target of a ClusterProportionalAutoscaler should have, and why. */
export function decideProportional(input: ProportionalInput): DecisionOutcome {
  const { now, parameters, profile, currentReplicas } = input;
  const scaleDownSeconds = scaleDownStabilizationSeconds(profile);

  const votes = proportionalVotes(parameters, input.size, profile);
  const combined = combine(votes, currentReplicas);
  return settle(votes, combined, {
    now,
    rule: { kind: "PerDirection", scaleUpSeconds: 0, scaleDownSeconds },
    holds: { rollout: null, cooldown: null },
    rates: null,
    bounds: proportionalBounds(parameters, profile),
    history: beginHistory(input.history, "Intervals", currentReplicas, now),
  });
}

export interface AutoscalerInput {
  readonly now: EpochMs;
  readonly spec: DefaultedSpec;
  readonly settings: Settings;
  readonly profile: AutoscalerProfile;
  readonly observation: Observation;
  readonly history: History;
}

export interface AutoscalerOutcome extends DecisionOutcome {
  readonly currentMetrics: readonly MetricStatus[];
}

/** How many replicas the target of an Autoscaler should have, and why. */
export function decideAutoscaler(input: AutoscalerInput): AutoscalerOutcome {
  const outcome = decideTotal(input);
  return { ...outcome, decision: ofTarget(outcome.decision, input.observation) };
}

/**
 * Decides the total replicas of the target and all monitored objects. No votes are needed if a
 * person scaled to 0 or if the current count is out of bounds. A blocked vote changes nothing and
 * records no recommendation.
 *
 * Source  upstream horizontal.go, reconcileAutoscaler.
 */
function decideTotal(input: AutoscalerInput): AutoscalerOutcome {
  const { now, spec, settings, profile, observation } = input;
  const { specReplicas, statusReplicas } = totalOf(observation);
  const rollout = spec.rollout && { rule: spec.rollout, state: observation.rollout ?? null };
  const begun = beginHistory(input.history, profile.history, specReplicas, now);
  const tracked = trackRollout(begun, rollout?.state ?? null, now);
  const remembered = rememberZero(tracked, observation, { spec, settings, profile });
  const known = { ...remembered, terms: rescaleContext(spec, settings) };

  const disabled = disabledAtZero(observation, spec, { settings, history: known });
  if (disabled) return { ...conclude(now, [], [disabled.step]), ...disabled, currentMetrics: [] };
  const enforced = enforceBounds(specReplicas, spec);
  if (enforced) return { ...conclude(now, [], [enforced]), history: known, currentMetrics: [] };

  const tolerance = toleranceOf(spec.behavior, settings);
  const context = { now, specReplicas, statusReplicas, tolerance, settings, profile };
  const said = autoscalerVotes(spec, observation, known, context);
  const { history, currentMetrics } = said;
  const votes = [...said.windowed, ...said.unwindowed];
  const combined = combine(votes, specReplicas);
  if (combined.reason === "ScaleDownBlocked") {
    return { ...conclude(now, votes, [combined]), history, currentMetrics };
  }
  const { behavior, cooldown } = spec;
  const rule = stabilizationRule(behavior, settings);
  const holds = { rollout, cooldown };
  const kinds = largestCounts(said, specReplicas, spec, history);
  const rest = { now, rule, holds, rates: { behavior }, bounds: spec, history, ...kinds };
  return { ...settle(votes, combined, rest), currentMetrics };
}

interface Settling extends LargestCounts {
  readonly now: EpochMs;
  readonly rule: StabilizationRule;
  readonly holds: HoldRules;
  /** null: no rate limit. */
  readonly rates: { readonly behavior: Behavior | null } | null;
  readonly bounds: Bounds | null;
  readonly history: History;
}

/** From the combined votes to the count. The stages do not depend on the source of the votes. */
function settle(votes: readonly Vote[], combined: Step, settling: Settling): DecisionOutcome {
  const { now, rule, holds, rates, bounds, ...kinds } = settling;
  const { before: currentReplicas, after: recommended } = combined;

  const stabilizing = { ...kinds, recommended, currentReplicas, now, rule };
  const { step: stabilized, history, due } = stabilize(stabilizing);
  const at = { currentReplicas, now, history };
  const held = hold({ ...at, desired: stabilized.after, rules: holds });
  const limiting = { ...at, desired: held.after, bounds };
  const limited = rates && limitRate({ ...limiting, ...rates });
  const count = limited?.after ?? held.after;
  const bounded = bound(count, bounds, floorReason(settling, currentReplicas));

  const steps = [combined, stabilized, ...held.steps, ...(limited ? [limited] : []), bounded];
  const isLimited = rates !== null && count !== held.after;
  const loosens = isLimited ? limitMovesAt({ ...limiting, ...rates }) : null;
  const dues = [due, ...held.dues, loosens];
  return { ...conclude(now, votes, steps), history, due: dues.reduce(earlier, null) };
}

const earlier = (a: EpochMs | null, b: EpochMs | null): EpochMs | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/**
 * Source  upstream horizontal.go: with `behavior`, raising a 0 to the floor does not count as
 *         limited scaling.
 */
function floorReason({ bounds, rates }: Settling, currentReplicas: number) {
  const isBroken = bounds !== null && currentReplicas < bounds.minReplicas;
  return isBroken && rates?.behavior ? "BelowMinReplicas" : "TooFewReplicas";
}

/** Builds the decision from its steps. */
function conclude(
  time: EpochMs,
  votes: readonly Vote[],
  steps: readonly Step[],
): { readonly decision: Decision; readonly due: null } {
  const from = steps.at(0)?.before ?? 0;
  const to = steps.at(-1)?.after ?? from;
  return { decision: { time, from, to, votes, steps }, due: null };
}
