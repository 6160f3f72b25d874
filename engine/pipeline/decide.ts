// engine/pipeline/: the stages from votes to a replica count, and the order of them.
// transition.ts, evaluate/ and capabilities/ import it.

import { beginHistory } from "../history/begin-history.ts";
import { type Bounds, enforceBounds, keepInBounds } from "./stages/bound.ts";
import { combineMetrics, combineVotes } from "./stages/combine.ts";
import { coolDown } from "./stages/cooldown.ts";
import { type Descent, descentOf, descendToCap } from "./stages/descend-to-cap.ts";
import type { Decision, Vote } from "./decision.ts";
import type { Behavior, DefaultedSpec } from "../spec/defaults.ts";
import { type History, update } from "../history/history.ts";
import { holdRollout } from "./stages/hold-rollout.ts";
import { holdUnhealthy } from "./stages/hold-unhealthy.ts";
import { disabledAtZero, rememberZero } from "./idle.ts";
import { answered, rescaleContext, withTerms } from "./rescale-terms.ts";
import { limitRate } from "./stages/limit-rate.ts";
import { activate, delayIdling } from "./stages/idle-delay.ts";
import { pauseScaleDown } from "./stages/pause-scale-down.ts";
import { boundsInForce, ofTarget, totalOf } from "./monitored-total.ts";
import type { ClusterSize } from "../observation/cluster-size.ts";
import type { Observation, PodSelection } from "../observation/observation.ts";
import { type AutoscalerProfile, profiles } from "../spec/profile.ts";
import { nextTargetOf } from "../recommend/metrics/own-need.ts";
import { autoscalerVotes } from "../recommend/autoscaler-votes.ts";
import type { MetricStatus } from "../recommend/metric-vote.ts";
import type {
  ProportionalParameters,
  ProportionalProfile,
} from "../recommend/proportional/parameters.ts";
import { proportionalBounds, proportionalVotes } from "../recommend/proportional/proportional.ts";
import { toleranceOf } from "../recommend/tolerance.ts";
import {
  type StabilizationRule,
  stabilizationRule,
  windowsOf,
} from "./stages/recommendation-range.ts";
import { type Removal, withRemoval } from "./removal-order.ts";
import type { EpochMs } from "../result.ts";
import { earliest } from "../timestamp.ts";
import { isInForce, noPauses, type Pause, type Pauses } from "../pause/pauses.ts";
import type { Settings } from "../spec/settings.ts";
import { boundsChangeAt, inWindow } from "../schedule/scheduled-bounds.ts";
import { observeAll, runStages, type Stage, type Staged } from "./stage.ts";
import { keptForNow, stabilize } from "./stages/stabilize.ts";
import { roundToGroups } from "./stages/round-to-groups.ts";
import { stepIntentions } from "./stages/step-intentions.ts";

/** The stages of an Autoscaler, in order. The first count is the current one. */
export const autoscalerStages: readonly Stage<AutoscalerContext>[] = [
  combineMetrics,
  stabilize,
  roundToGroups,
  stepIntentions,
  descendToCap,
  holdRollout,
  holdUnhealthy,
  pauseScaleDown,
  coolDown,
  delayIdling,
  limitRate,
  activate,
  keepInBounds,
];

export const proportionalStages: readonly Stage<ProportionalContext>[] = [
  combineVotes,
  stabilize,
  pauseScaleDown,
  limitRate,
  activate,
  keepInBounds,
];

/** What every stage may read; each declares its own part. */
interface ProportionalContext {
  readonly now: EpochMs;
  readonly currentReplicas: number;
  readonly votes: readonly Vote[];
  readonly rule: StabilizationRule;
  readonly behavior: Behavior | null;
  readonly bounds: Bounds | null;
  readonly scaleDownPause: Pause | null;
  readonly keptForNow: number;
  readonly profile: Pick<AutoscalerProfile, "casts" | "leavingZero">;
}

interface AutoscalerContext extends ProportionalContext {
  readonly windowed?: number | null;
  readonly fired?: number | null;
  /** With the bounds of the active window. */
  readonly spec: DefaultedSpec;
  /** As it is written. */
  readonly given: DefaultedSpec;
  readonly descent: Descent | null;
  readonly observation: Observation;
}

export interface DecisionOutcome {
  readonly decision: Decision;
  readonly history: History;
  /**
   * The earliest time at which the decision could change just because time passes. null: never, or
   * at every sync (upstream's windows, and its limit without `behavior`).
   */
  readonly due: EpochMs | null;
  /**
   * Only for Autoscalers: when to decide again even before the next sync, because a fallback takes
   * over. null: no fallback is about to.
   */
  readonly wakeAt?: EpochMs | null;
  /** Only for Autoscalers: one status for each queried metric; empty if none was needed. */
  readonly currentMetrics?: readonly MetricStatus[];
  /** Only with selectionStrategy OwnerReference. */
  readonly selection?: PodSelection;
  /** Pods to mark for removal before the count is written, and marks to clear; absent: none. */
  readonly removal?: Removal;
}

export interface ProportionalInput {
  readonly now: EpochMs;
  readonly size: ClusterSize;
  readonly parameters: ProportionalParameters;
  readonly profile: ProportionalProfile;
  readonly behavior: Behavior;
  readonly currentReplicas: number;
  readonly history: History;
  /** Absent: the object is not paused. */
  readonly pauses?: Pauses | undefined;
}

/** How many replicas the target of a ClusterProportionalAutoscaler should have, and why. */
export function decideProportional(input: ProportionalInput): DecisionOutcome {
  const { now, parameters, profile, behavior, currentReplicas, pauses = noPauses } = input;
  const context = {
    ...{ now, currentReplicas, behavior, scaleDownPause: pauses.scaleDown },
    keptForNow: isInForce(pauses.scaleDown, now) ? currentReplicas : 0,
    rule: windowsOf(behavior),
    bounds: proportionalBounds(parameters, profile),
    // Upstream has no policies, so its profile has no arithmetic of its own for them.
    profile: profiles["Trimtab-1"],
  };
  const begun = beginHistory(input.history, "Intervals", currentReplicas, now);
  const history = observeAll(proportionalStages, begun, context);
  const votes = proportionalVotes(parameters, input.size, profile);
  const begin = { count: currentReplicas, history };
  const staged = runStages(proportionalStages, begin, { ...context, votes });
  const terms = { mayIdle: null, longestPeriodSeconds: null };
  return withTerms(outcomeOf(now, votes, staged), terms, { boundChanges: "Free" });
}

export interface AutoscalerInput {
  readonly now: EpochMs;
  readonly spec: DefaultedSpec;
  readonly settings: Settings;
  readonly profile: AutoscalerProfile;
  readonly observation: Observation;
  readonly history: History;
  /** Absent: the object is not paused. */
  readonly pauses?: Pauses | undefined;
}

export interface AutoscalerOutcome extends DecisionOutcome {
  readonly currentMetrics: readonly MetricStatus[];
}

/** How many replicas the target of an Autoscaler should have, and why. */
export function decideAutoscaler(input: AutoscalerInput): AutoscalerOutcome {
  const { spec: given, now, observation } = input;
  const spec = inWindow(given, now);
  const { selection } = observation;
  const outcome = decideTotal(input, spec);
  const due = earliest([outcome.due, boundsChangeAt(given, now)]);
  const next = nextTargetOf(input, outcome.decision.votes);
  const isOther = next !== null && next !== observation.workloads?.[0]?.uid;
  const decision = ofTarget(outcome.decision, observation, spec, isOther);
  return {
    ...{ ...outcome, due, ...(selection && { selection }) },
    ...(isOther && { wakeAt: now + SWITCH_MS }),
    history: observation.others ? update(outcome.history, { nextTarget: next }) : outcome.history,
    ...withRemoval(decision, observation, spec.scaleDownOrder ?? null),
  };
}

/** A new target is decided about soon, whatever the period. */
const SWITCH_MS = 1000;

/**
 * Decides the total replicas of the target and all monitored objects. No votes are needed if a
 * person scaled to 0 or if the current count is out of bounds.
 *
 * Source  upstream horizontal.go, reconcileAutoscaler.
 */
function decideTotal(input: AutoscalerInput, spec: DefaultedSpec): AutoscalerOutcome {
  const { now, spec: given, profile, observation, pauses = noPauses } = input;
  const settings = { ...input.settings, ...spec.startup };
  const { specReplicas, statusReplicas } = totalOf(observation);
  const rule = stabilizationRule(spec.behavior, settings);
  const { behavior } = spec;
  const { scaleDown: scaleDownPause } = pauses;
  const object = { rule, behavior, spec, given, scaleDownPause, profile };
  const seen = { now, currentReplicas: specReplicas, ...object, observation };
  const { specReplicas: own } = observation.scale;
  const begun = beginHistory(input.history, profile.history, own, now);
  const before = { ...seen, bounds: spec, descent: null, keptForNow: 0 };
  const observed = observeAll(autoscalerStages, begun, before);
  const descent = descentOf(observed, seen);
  const bounds = boundsInForce(observed, spec, observation);
  const context = { ...seen, bounds, descent, keptForNow: keptForNow(observed, seen) };
  const zeroTerms = { spec, settings, profile };
  const remembered = rememberZero(observed, observation, zeroTerms);

  const enforced = enforceBounds(specReplicas, context.bounds, profile);
  const unvoted =
    disabledAtZero(observation, remembered, zeroTerms) ??
    (enforced && { step: enforced, history: remembered });
  const terms = rescaleContext(spec, settings);
  if (unvoted) {
    const { step, history } = unvoted;
    const outcome = outcomeOf(now, [], { steps: [step], history, due: null });
    return { ...withTerms(outcome, terms, profile), currentMetrics: [] };
  }

  const tolerance = toleranceOf(spec.behavior, settings);
  const counted = autoscalerVotes(spec, observation, remembered, {
    ...{ now, specReplicas, statusReplicas, tolerance, settings, profile },
    ...(spec.hasOwnStartup ? { showsStarting: true } : {}),
  });
  const { votes, history, currentMetrics, fallbacks, wakeAt } = counted;
  const begin = { count: specReplicas, history };
  const staged = runStages(autoscalerStages, begin, { ...context, ...counted });
  const decided = outcomeOf(now, votes, { ...staged, due: earliest([staged.due, wakeAt]) });
  const hasCooldown = spec.cooldown !== null;
  const outcome = withTerms(decided, { ...terms, ...answered(decided, hasCooldown) }, profile);
  const decision = fallbacks.length > 0 ? { ...outcome.decision, fallbacks } : outcome.decision;
  return { ...outcome, decision, wakeAt, currentMetrics };
}

function outcomeOf(time: EpochMs, votes: readonly Vote[], staged: Staged): DecisionOutcome {
  const { steps, history, due } = staged;
  const from = steps.at(0)?.before ?? 0;
  const to = steps.at(-1)?.after ?? from;
  return { decision: { time, from, to, votes, steps }, history, due };
}

/** Whether a decision only corrects a count that is outside the bounds. It needs no votes, so it may come between two syncs. */
export const isCorrection = ({ decision }: Pick<DecisionOutcome, "decision">): boolean =>
  decision.votes.length === 0 && decision.to !== decision.from;
