import type { TargetVote } from "../crds/generated/shared.ts";
import { combine, MAX_REPLICAS, shifted, type Step, type Vote, within } from "./model/decision.ts";
import { err, ok, type Result } from "./model/values/result.ts";

export interface RecordedDecision {
  readonly from: number;
  readonly to: number;
  readonly votes: readonly RecordedVote[];
  readonly steps: readonly RecordedStep[];
}

/** Without a type, a release from before this field recorded the vote. */
type RecordedVote = Readonly<Omit<TargetVote, "replicas">> & { readonly replicas?: number | null };

type RecordedStep = Pick<Step, "step" | "before" | "after"> &
  Readonly<Partial<Record<"atLeast" | "atMost" | "others", number | null>>>;

/**
 * Recomputes the count of a decision from its votes and the recorded ranges of its stages (I6).
 *
 * Errors  a sentence that names the first stage whose record differs.
 */
export function replay({ from, to, votes, steps }: RecordedDecision): Result<number, string> {
  let count = from;
  for (const recorded of steps) {
    const { step, before, after } = recorded;
    if (before !== count) return err(`${step} begins with ${before}, not with ${count}`);
    count = step === "combine" ? combine(votes.map(toVote), count).after : redo(recorded);
    if (after !== count) return err(`${step} says ${after}, and comes to ${count}`);
  }
  return count === to ? ok(count) : err(`the last stage says ${count}, and the decision ${to}`);
}

function redo({ step, before, others, atLeast, atMost }: RecordedStep): number {
  const isShift = step === "monitor" || step === "target";
  const count = isShift ? shifted(step, before, others ?? 0) : before;
  return within(count, { atLeast: atLeast ?? 0, atMost: atMost ?? MAX_REPLICAS });
}

/** A vote as the engine has it; one of an unknown type abstains. */
export function toVote(recorded: RecordedVote): Vote {
  const { type, replicas, reason = "", ...said } = recorded;
  if (type === "Failed") return { ...said, type, reason };
  return type === "Count" && replicas != null
    ? { ...said, type, replicas }
    : { ...said, type: "Abstain" };
}
