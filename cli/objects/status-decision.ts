import type {
  TargetDecision,
  TargetVote,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type { TargetStep as MonitoringStep } from "../../crds/generated/autoscaler.ts";
import { winnerOf } from "../../engine/pipeline/stages/combine.ts";
import type { Vote as EngineVote } from "../../engine/pipeline/decision.ts";
import type { EpochMs } from "../../engine/result.ts";
import { countOf, fieldsOf, listOf, textOf, timeOf } from "./untrusted-fields.ts";

/** A decision from `.status.decision`, with the winning vote. */
export interface Decision {
  readonly time: EpochMs | null;
  readonly from: number;
  readonly to: number;
  readonly votes: readonly Vote[];
  readonly steps: readonly Step[];
}

/** kind  Count, Abstain or Failed */
export interface Vote {
  readonly source: string;
  readonly kind: string;
  readonly replicas: number | null;
  readonly wins: boolean;
  readonly reason: string;
  readonly message: string;
}

/**
 * step  combine, stabilize, limit or bound; monitor before and target after them
 * atLeast, atMost  the range that it allows; null: unlimited
 * until  when a held count may change if the votes stay the same; null: not held, or unknown
 * others  replicas of other objects, which monitor adds and target subtracts
 */
export interface Step {
  readonly step: string;
  readonly before: number;
  readonly after: number;
  readonly atLeast: number | null;
  readonly atMost: number | null;
  readonly until: EpochMs | null;
  readonly others?: number;
  readonly reason: string;
  readonly message: string;
}

/** True for a stage that only adds or subtracts other objects. */
export const isShift = ({ step }: Pick<Step, "step">): boolean =>
  step === "monitor" || step === "target";

/** Null: no decision yet. */
export function decisionOf(raw: unknown): Decision | null {
  if (raw === undefined || raw === null) return null;
  const { time, from, to, votes, steps } = fieldsOf<TargetDecision>(raw);
  const stages = listOf(steps).map(stepOf);
  return {
    time: timeOf(time),
    from: countOf(from) ?? 0,
    to: countOf(to) ?? 0,
    votes: withWinner(listOf(votes).map(voteOf), stages),
    steps: stages,
  };
}

/** The vote that determined the count, by the engine's own rule; none if the count was held. */
function withWinner(votes: readonly Omit<Vote, "wins">[], steps: readonly Step[]): Vote[] {
  const hasWinner = steps.some(({ reason }) => reason === "LargestVote");
  const counts = votes.map((vote): EngineVote => {
    const { source, message, replicas } = vote;
    return vote.kind === "Count" && replicas !== null
      ? { source, kind: "Count", replicas, message }
      : { source, kind: "Abstain", message };
  });
  const winner = hasWinner ? winnerOf(counts) : null;
  return votes.map((vote, index) => ({
    ...vote,
    wins: winner !== null && counts[index] === winner,
  }));
}

function voteOf(raw: unknown): Omit<Vote, "wins"> {
  const { source, kind, replicas, reason, message } = fieldsOf<TargetVote>(raw);
  return {
    source: textOf(source),
    kind: textOf(kind),
    replicas: countOf(replicas),
    reason: textOf(reason),
    message: textOf(message),
  };
}

function stepOf(raw: unknown): Step {
  const { step, before, after, reason, message, ...rest } = fieldsOf<MonitoringStep>(raw);
  const { atLeast, atMost } = rest;
  const others = countOf(rest.others);
  return {
    step: textOf(step),
    before: countOf(before) ?? 0,
    after: countOf(after) ?? 0,
    atLeast: countOf(atLeast),
    atMost: countOf(atMost),
    until: timeOf(rest.until),
    ...(others === null ? {} : { others }),
    reason: textOf(reason),
    message: textOf(message),
  };
}
