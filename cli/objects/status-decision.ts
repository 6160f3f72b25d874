import type { TargetDecision, TargetStep, TargetVote } from "../../crds/generated/autoscaler.ts";
import { replay, toVote } from "../../engine/pipeline/replay.ts";
import { winnerOf } from "../../engine/pipeline/stages/combine.ts";
import { rfc3339 } from "../terminal/times.ts";
import { present, type WellTyped } from "./well-typed.ts";

/** A decision from `.status.decision`, with the winning vote. Times are RFC 3339. */
export interface Decision extends Readonly<Pick<TargetDecision, "from" | "to">> {
  readonly time: string | null;
  readonly votes: readonly Vote[];
  readonly steps: readonly Step[];
  /** Set if the stages do not lead from the votes to the count; null: they do. */
  readonly contradiction: string | null;
}

/**
 * type   Count, Abstain or Failed
 * input  the name by which an expression reads it; absent: it votes itself
 */
export interface Vote extends Readonly<Required<Omit<TargetVote, "replicas" | "input">>> {
  readonly replicas: number | null;
  readonly input?: string;
  readonly wins: boolean;
}

/**
 * step  the stage, such as combine or bound; monitor before and target after them
 * atLeast, atMost  the range that it allows; null: unlimited
 * until  when a held count may change if the votes stay the same; null: not held, or unknown
 * others  replicas of other objects, which monitor adds and target subtracts
 */
export interface Step extends Readonly<Omit<TargetStep, "atLeast" | "atMost" | "until">> {
  readonly atLeast: number | null;
  readonly atMost: number | null;
  readonly until: string | null;
}

/** True for a stage that only adds or subtracts other objects. */
export const isShift = ({ step }: Pick<Step, "step">): boolean =>
  step === "monitor" || step === "target";

/** Null: no decision yet. */
export function decisionOf(raw: WellTyped<TargetDecision> | undefined): Decision | null {
  if (raw === undefined) return null;
  const { time, from = 0, to = 0, votes, steps } = raw;
  const stages = present(steps).map(stepOf);
  const counted = withWinner(present(votes).map(voteOf), stages);
  const decision = { time: rfc3339(time), from, to, votes: counted, steps: stages };
  const replayed = replay(decision);
  return { ...decision, contradiction: replayed.ok ? null : replayed.error };
}

/** The vote that determined the count, by the engine's own rule; none if the count was held. */
function withWinner(votes: readonly Omit<Vote, "wins">[], steps: readonly Step[]): Vote[] {
  const hasWinner = steps.some(({ reason }) => reason === "LargestVote");
  const counts = votes.map(toVote);
  const winner = hasWinner ? winnerOf(counts) : null;
  return votes.map((vote, index) => ({
    ...vote,
    wins: winner !== null && counts[index] === winner,
  }));
}

function voteOf(vote: WellTyped<TargetVote>): Omit<Vote, "wins"> {
  const { source = "", type = "", replicas = null, reason = "", input, message = "" } = vote;
  return { source, type, replicas, reason, ...(input === undefined ? {} : { input }), message };
}

function stepOf({ others, until, ...raw }: WellTyped<TargetStep>): Step {
  const { step = "", before = 0, after = 0, atLeast = null, atMost = null } = raw;
  const { reason = "", message = "" } = raw;
  return {
    ...{ step, before, after, atLeast, atMost, until: rfc3339(until) },
    ...(others === undefined ? {} : { others }),
    ...{ reason, message },
  };
}
