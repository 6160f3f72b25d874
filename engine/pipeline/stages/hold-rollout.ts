import { within } from "./bound.ts";
import type { Step } from "../decision.ts";
import type { Progress, Stage } from "../stage.ts";
import type { DefaultedSpec, RolloutRule } from "../../spec/defaults.ts";
import type { History } from "../../history/history.ts";
import type { Observation } from "../../observation/observation.ts";
import type { RolloutState } from "../../observation/rollout.ts";
import type { EpochMs } from "../../result.ts";

interface RolloutContext {
  readonly now: EpochMs;
  readonly currentReplicas: number;
  readonly spec: Pick<DefaultedSpec, "rollout">;
  readonly observation: Pick<Observation, "rollout">;
}

/** A spec without a rule for rollouts neither tracks nor holds them. */
export const holdRollout: Stage<RolloutContext> = {
  name: "rollout",
  limitReasons: ["RolloutInProgress"],
  holds: true,
  observe: (history, { now, spec, observation }) =>
    trackRollout(history, (spec.rollout && observation.rollout) ?? null, now),
  run: (progress, context) => {
    const { rollout: rule } = context.spec;
    return rule && { step: rolloutStep(progress, { ...context, rule }) };
  },
};

/** Tracks a rollout from the first decision that observes it to the first that observes none. */
function trackRollout(history: History, rollout: RolloutState | null, now: EpochMs): History {
  const isTracked = history.rollout !== null;
  if (isTracked === (rollout !== null)) return history;
  return { ...history, rollout: rollout === null ? null : { since: now } };
}

/**
 * During a rollout, the target must not scale down: the new pods cannot take the load yet, and the
 * controller or tool that replaces the pods waits for its replica count. Scale-up stays possible.
 *
 * Source  the proposal of 2015, autoscaling.md, "Interactions with a deployment".
 */
function rolloutStep(
  { count: desired, history }: Progress,
  { now, currentReplicas, observation, rule }: RolloutContext & { readonly rule: RolloutRule },
): Step {
  const { rollout = null } = observation;
  const ends = holdEnds(history, rule);
  const isHeld = rollout !== null && ends !== null && now < ends;
  const range = isHeld ? { atLeast: currentReplicas } : {};
  const after = within(desired, range);
  const step = { step: "rollout", before: desired, after, ...range } as const;
  if (rollout === null) {
    return { ...step, reason: "NoRollout", message: "no rollout of the target is in progress" };
  }
  const message = sentences[rollout];
  if (!isHeld) {
    const ended = `the rollout has gone on for ${rule.maxHoldSeconds} s and holds nothing any more`;
    return { ...step, reason: "RolloutHoldEnded", message: ended };
  }
  if (after !== desired) return { ...step, until: ends, reason: "RolloutInProgress", message };
  const unaffected = `${message}, and nothing is taken away`;
  return { ...step, reason: "RolloutUnaffected", message: unaffected };
}

/** null: no rollout is in progress. */
const holdEnds = (
  { rollout }: Pick<History, "rollout">,
  { maxHoldSeconds }: RolloutRule,
): EpochMs | null => (rollout === null ? null : rollout.since + maxHoldSeconds * 1000);

const sentences: Readonly<Record<RolloutState, string>> = {
  Rolling: "a rollout of the target is in progress",
  Announced: "a rollout is in progress, as an annotation of the target says",
};
