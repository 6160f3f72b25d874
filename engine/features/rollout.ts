import { keptIn, type Step } from "../model/decision.ts";
import { held, type Progress, type Stage } from "../model/feature.ts";
import type { AutoscalerSpec } from "../model/spec/autoscaler-spec.ts";
import { record, time, plain } from "../model/codec.ts";
import type { SerializedRollout } from "../model/generated/history.ts";
import { slot } from "../model/slot.ts";
import type { History, RolloutClock } from "../model/history.ts";
import type { Observation } from "../model/observation/observation.ts";
import type { RolloutState } from "../model/observation/rollout.ts";
import type { EpochMs } from "../model/values/result.ts";

interface RolloutContext {
  readonly now: EpochMs;
  readonly currentReplicas: number;
  readonly spec: Pick<
    AutoscalerSpec,
    "rollout" | "monitorSelectors" | "scaleTargetRef" | "targetSelector" | "algorithm"
  >;
  readonly observation: Pick<Observation, "rollout">;
}

/**
 * An hour is long enough for most rollouts, and it releases a stuck one. null: rollouts do not
 * block scale-down.
 */
function holdSecondsIn(spec: RolloutContext["spec"]): number | null {
  const { scaleDown, maxHoldSeconds } = spec.rollout ?? {};
  if ((scaleDown ?? (holdsByDefault(spec) ? "Hold" : "Allow")) === "Allow") return null;
  return maxHoldSeconds ?? 3600;
}

/** Other workloads that count are there for deployments, which need every replica. */
const holdsByDefault = (spec: RolloutContext["spec"]): boolean =>
  (spec.monitorSelectors ?? []).length > 0 || holdsArgoRollout(spec);

/**
 * A Rollout of Argo Rollouts has its kind for its rollouts: it moves the load to the new pods by
 * its own steps, and their usage shows that load only later. An HPA would not hold it.
 */
export function holdsArgoRollout({
  scaleTargetRef,
  targetSelector,
  algorithm,
}: Pick<AutoscalerSpec, "scaleTargetRef" | "targetSelector" | "algorithm">): boolean {
  if (algorithm === "HPA-1.36") return false;
  const { apiVersion = "", kind } = scaleTargetRef ?? targetSelector ?? {};
  return kind === "Rollout" && apiVersion.startsWith("argoproj.io/");
}

/**
 * A later start makes the hold longer, and an unsaved rollout starts when it is observed. But if a
 * finished rollout is still saved, the next rollout is taken for it and held for less time. So is
 * the next rollout of the saved kind if the kind has changed.
 */
const holdsAsLong = (saved: History["rollout"], actual: History["rollout"]): boolean =>
  saved === null ||
  (actual !== null &&
    saved.kind === actual.kind &&
    saved.since >= actual.since &&
    (saved.announced ?? Infinity) >= (actual.announced ?? Infinity));

/** A spec without a rule for rollouts neither tracks nor holds them. */
export const holdRollout: Stage<RolloutContext> = {
  name: "rollout",
  field: "rollout",
  inHpa: {
    lost: "a rollout does not hold scale-down",
    isSame: value => (value as AutoscalerSpec["rollout"])?.scaleDown === "Allow",
  },
  memory: slot({
    name: "rollout",
    codec: record<SerializedRollout>({ kind: plain, since: time, announced: time }),
    isAsSafe: holdsAsLong,
    isCaution: true,
    clock: "Stops",
  }),
  reasons: {
    RolloutInProgress: held("held by a rollout", "rollout", {
      clause: after => `a rollout keeps ${after} until it is done`,
      continues: when => `It may fall when that is done, at the latest ${when}.`,
    }),
  },
  holds: true,
  observe: (history, { now, spec, observation }) =>
    trackRollout(history, holdSecondsIn(spec) === null ? null : observation.rollout, now),
  keeps: (history, context) => (heldUntil(history, context) === null ? 0 : context.currentReplicas),
  run: (progress, context) => {
    const holdSeconds = holdSecondsIn(context.spec);
    return holdSeconds === null ? null : { step: rolloutStep(progress, context, holdSeconds) };
  },
};

/** Tracks a rollout from the first decision that observes it to the first that observes none. */
function trackRollout(history: History, kind: RolloutState | null = null, now: EpochMs): History {
  const { rollout: before } = history;
  if (before?.kind === kind || (before === null && kind === null)) return history;
  return { ...history, rollout: kind && clockOf(kind, before, now) };
}

/**
 * Each rollout that a status shows has the whole time, even during a forgotten announcement. An
 * announcement has its time once: a rollout in between does not renew it.
 */
function clockOf(kind: RolloutState, before: RolloutClock | null, now: EpochMs): RolloutClock {
  if (before === null) return { since: now, kind };
  // An earlier version stored no kind.
  if (before.kind === undefined) return { ...before, kind };
  if (kind === "Rolling") return { since: now, kind, announced: before.since };
  return { since: before.announced ?? now, kind };
}

/** Until when a rollout prevents scale-down; null: it does not. */
function heldUntil(
  { rollout: clock }: Pick<History, "rollout">,
  { now, spec, observation: { rollout = null } }: RolloutContext,
): EpochMs | null {
  const holdSeconds = holdSecondsIn(spec);
  if (holdSeconds === null || rollout === null || clock === null) return null;
  const ends = clock.since + holdSeconds * 1000;
  return now < ends ? ends : null;
}

/**
 * During a rollout, the target must not scale down: the new pods cannot take the load yet, and the
 * controller or tool that replaces the pods waits for its replica count. Scale-up stays possible.
 *
 * Source  the proposal of 2015, autoscaling.md, "Interactions with a deployment".
 */
function rolloutStep(
  { count: desired, history }: Progress,
  context: RolloutContext,
  holdSeconds: number,
): Step {
  const { currentReplicas, observation } = context;
  const { rollout = null } = observation;
  const until = heldUntil(history, context);
  const step = keptIn("rollout", desired, until === null ? {} : { atLeast: currentReplicas });
  if (rollout === null) {
    return { ...step, reason: "NoRollout", message: "no rollout of the target is in progress" };
  }
  const message = sentences[rollout];
  if (until === null) {
    const ended = `the rollout has gone on for ${holdSeconds} s and holds nothing any more`;
    return { ...step, reason: "RolloutHoldEnded", message: ended };
  }
  if (step.after !== desired) return { ...step, until, reason: "RolloutInProgress", message };
  const unaffected = `${message}, and nothing is taken away`;
  return { ...step, reason: "RolloutUnaffected", message: unaffected };
}

const sentences: Readonly<Record<RolloutState, string>> = {
  Rolling: "a rollout of the target is in progress",
  Announced: "a rollout is in progress, as an annotation of the target says",
};
