import { within } from "./bound.ts";
import type { Step } from "../decision.ts";
import { held, type Progress, type Stage } from "../stage.ts";
import type { DefaultedSpec, RolloutRule } from "../../spec/defaults.ts";
import type { History, RolloutClock } from "../../history/history.ts";
import type { Observation } from "../../observation/observation.ts";
import type { RolloutState } from "../../observation/rollout.ts";
import type { EpochMs } from "../../result.ts";

export interface HoldContext {
  readonly now: EpochMs;
  readonly spec: Pick<DefaultedSpec, "rollout">;
  readonly observation: Pick<Observation, "rollout">;
}

interface RolloutContext extends HoldContext {
  readonly currentReplicas: number;
}

/** A spec without a rule for rollouts neither tracks nor holds them. */
export const holdRollout: Stage<RolloutContext> = {
  name: "rollout",
  reasons: {
    RolloutInProgress: held("held by a rollout", "rollout", {
      clause: after => `a rollout keeps ${after} until it is done`,
      continues: when => `It may fall when that is done, at the latest ${when}.`,
    }),
  },
  holds: true,
  observe: (history, { now, spec, observation }) =>
    trackRollout(history, (spec.rollout && observation.rollout) ?? null, now),
  run: (progress, context) => {
    const { rollout: rule } = context.spec;
    return rule && { step: rolloutStep(progress, { ...context, rule }) };
  },
};

/** Tracks a rollout from the first decision that observes it to the first that observes none. */
function trackRollout(history: History, kind: RolloutState | null, now: EpochMs): History {
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
export function heldUntil(
  { rollout: clock }: Pick<History, "rollout">,
  { now, spec: { rollout: rule }, observation: { rollout = null } }: HoldContext,
): EpochMs | null {
  if (!rule || rollout === null || clock === null) return null;
  const ends = clock.since + rule.maxHoldSeconds * 1000;
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
  context: RolloutContext & { readonly rule: RolloutRule },
): Step {
  const { currentReplicas, observation, rule } = context;
  const { rollout = null } = observation;
  const until = heldUntil(history, context);
  const range = until === null ? {} : { atLeast: currentReplicas };
  const after = within(desired, range);
  const step = { step: "rollout", before: desired, after, ...range } as const;
  if (rollout === null) {
    return { ...step, reason: "NoRollout", message: "no rollout of the target is in progress" };
  }
  const message = sentences[rollout];
  if (until === null) {
    const ended = `the rollout has gone on for ${rule.maxHoldSeconds} s and holds nothing any more`;
    return { ...step, reason: "RolloutHoldEnded", message: ended };
  }
  if (after !== desired) return { ...step, until, reason: "RolloutInProgress", message };
  const unaffected = `${message}, and nothing is taken away`;
  return { ...step, reason: "RolloutUnaffected", message: unaffected };
}

const sentences: Readonly<Record<RolloutState, string>> = {
  Rolling: "a rollout of the target is in progress",
  Announced: "a rollout is in progress, as an annotation of the target says",
};
