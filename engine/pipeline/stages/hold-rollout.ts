import { within } from "./bound.ts";
import type { Step } from "../decision.ts";
import type { RolloutRule } from "../../spec/defaults.ts";
import type { History } from "../../history/history.ts";
import type { RolloutState } from "../../observation/rollout.ts";
import type { EpochMs } from "../../result.ts";

/** Tracks a rollout from the first decision that observes it to the first that observes none. */
export function trackRollout(
  history: History,
  rollout: RolloutState | null,
  now: EpochMs,
): History {
  const isTracked = history.rollout !== null;
  if (isTracked === (rollout !== null)) return history;
  return { ...history, rollout: rollout === null ? null : { since: now } };
}

export interface RolloutInput {
  readonly desired: number;
  readonly currentReplicas: number;
  readonly rollout: RolloutState | null;
  readonly rule: RolloutRule;
  readonly now: EpochMs;
  /** The rollout is already tracked in it. */
  readonly history: History;
}

export interface HeldRollout {
  readonly step: Step;
  /** When the held count may move; null: nothing is held. */
  readonly due: EpochMs | null;
}

/**
 * During a rollout, the target must not scale down: the new pods cannot take the load yet, and the
 * controller or tool that replaces the pods waits for its replica count. Scale-up stays possible.
 *
 * Source  the proposal of 2015, autoscaling.md, "Interactions with a deployment".
 */
export function holdRollout(input: RolloutInput): HeldRollout {
  const { desired, currentReplicas, rollout, rule, now, history } = input;
  const ends = holdEnds(history, rule);
  const isHeld = rollout !== null && ends !== null && now < ends;
  const range = isHeld ? { atLeast: currentReplicas } : {};
  const after = within(desired, range);
  const step = { step: "rollout", before: desired, after, ...range } as const;
  const told = (reason: string, message: string) => ({ ...step, reason, message });
  if (rollout === null) {
    return { step: told("NoRollout", "no rollout of the target is in progress"), due: null };
  }
  if (!isHeld) {
    const message = `the rollout has gone on for ${rule.maxHoldSeconds} s and holds nothing any more`;
    return { step: told("RolloutHoldEnded", message), due: null };
  }
  if (after !== desired) return { step: told("RolloutInProgress", sentences[rollout]), due: ends };
  return {
    step: told("RolloutUnaffected", `${sentences[rollout]}, and nothing is taken away`),
    due: null,
  };
}

/** null: no rollout is in progress. */
export const holdEnds = (
  { rollout }: Pick<History, "rollout">,
  { maxHoldSeconds }: RolloutRule,
): EpochMs | null => (rollout === null ? null : rollout.since + maxHoldSeconds * 1000);

const sentences: Readonly<Record<RolloutState, string>> = {
  Rolling: "a rollout of the target is in progress",
  Announced: "a rollout is in progress, as an annotation of the target says",
};
