import type { TargetStep, TargetVote } from "../../crds/generated/shared.ts";
import type { EpochMs } from "./values/result.ts";
import { timestamp } from "./values/time.ts";

/**
 * The count that one source (a metric, a threshold, the cores of the cluster) asks for. Abstain: it
 * has no opinion. Failed: it could not be read, which blocks scale-down (I2). A count has a reason if
 * it is not what the source itself asks for.
 *
 * input             the name by which an expression reads it; it then takes no part in the vote itself
 * sampleAgeSeconds  how old the samples are on average, by their own timestamps; absent: they have none
 */
export type Vote = Readonly<Pick<TargetVote, "source" | "message" | "input" | "sampleAgeSeconds">> &
  (
    | { readonly type: "Count"; readonly replicas: number; readonly reason?: "FallbackActive" }
    | { readonly type: "Abstain" }
    | { readonly type: "Failed"; readonly reason: string }
  );

/**
 * The range in which a stage keeps the count; an absent bound limits nothing. Every stage is such a
 * range, so that a decision can be replayed from its record.
 */
export interface Range {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Replica counts are int32 everywhere in Kubernetes. */
export const MAX_REPLICAS = 2_147_483_647;

/** Clamps a count to a range: the cap first, then the floor, as in upstream. */
export const within = (count: number, { atLeast = 0, atMost = MAX_REPLICAS }: Range): number =>
  Math.max(atLeast, Math.min(atMost, count));

/** A step that keeps the count in a range, without what it says. */
export const keptIn = (step: string, before: number, range: Range) => ({
  ...{ step, before, after: within(before, range), ...range },
});

export interface Bounds {
  readonly minReplicas: number;
  /** null: unlimited. */
  readonly maxReplicas: number | null;
}

export const rangeOf = ({ minReplicas, maxReplicas }: Bounds): Range => ({
  atLeast: minReplicas,
  ...(maxReplicas === null ? {} : { atMost: maxReplicas }),
});

/**
 * One stage's effect on the count. `reason` is CamelCase, and upstream's own if it has one.
 *
 * step    the name of the stage
 * until   when a held count may change if the votes stay the same; absent: not held, or unknown
 * others  replicas of the other monitored objects: `monitor` adds them, `target` subtracts them
 */
export interface Step extends Readonly<Omit<TargetStep, "until">> {
  readonly until?: EpochMs;
}

/**
 * A source that has failed for so long that its fallback counts; `reason` is that of the failure.
 *
 * replicas  absent: a threshold without a fallback, which abstains
 */
export interface ActiveFallback {
  readonly source: string;
  readonly reason: string;
  readonly replicas?: number;
  readonly message: string;
}

/** Explains the size of a target: replaying `steps` from the votes gives `to` (I6). */
export interface Decision {
  readonly time: EpochMs;
  readonly from: number;
  readonly to: number;
  readonly votes: readonly Vote[];
  readonly steps: readonly Step[];
  /** Absent: none counts. */
  readonly fallbacks?: readonly ActiveFallback[];
}

export const stepOf = (decision: Pick<Decision, "steps"> | null, name: Step["step"]) =>
  decision?.steps.find(({ step }) => step === name);

type Count = Extract<Vote, { type: "Count" }>;

/** The largest count; null if no vote is a count. */
export const winnerOf = (votes: readonly Vote[]): Count | null =>
  votes
    .filter(vote => vote.type === "Count")
    .filter(takesPart)
    .reduce(larger, null);

/** The failed votes. The inputs of an expression are left out: its own vote fails if it needs them. */
export const failedOf = <SomeVote extends { readonly type?: string; readonly input?: string }>(
  votes: readonly SomeVote[],
): SomeVote[] => votes.filter(vote => vote.type === "Failed").filter(takesPart);

const takesPart = ({ input }: Pick<Vote, "input">): boolean => input === undefined;

/** The first of equal votes wins, except that, as in upstream, any vote replaces a 0. */
const larger = (best: Count | null, vote: Count): Count =>
  best === null || best.replicas === 0 || vote.replicas > best.replicas ? vote : best;

/** Why there is no decision on a target that was found. */
export interface Inactivity {
  readonly reason: string;
  readonly message: string;
  /** Whether waiting cannot resolve the problem. */
  readonly permanent: boolean;
}

/**
 * Combines all votes into one count: the largest vote wins.
 *
 * A failed vote might have been the largest, so the count may then rise but not fall (I2). If all
 * votes abstain, the current count stays.
 *
 * Source  upstream horizontal.go, computeReplicasForMetrics: the highest proposal, at least 0; an
 *         invalid metric blocks scale-down.
 */
export function combine(votes: readonly Vote[], currentReplicas: number): Step {
  const failed = failedOf(votes);
  const step = (after: number, reason: string, message: string): Step => ({
    ...{ step: "combine", before: currentReplicas, after, reason, message },
  });
  const winner = winnerOf(votes);
  if (failed.length > 0 && (winner === null || winner.replicas < currentReplicas)) {
    const sources = failed.map(vote => vote.source).join(", ");
    return step(currentReplicas, "ScaleDownBlocked", `no answer from ${sources}`);
  }
  if (winner === null) return step(currentReplicas, "AllAbstain", "no vote: size held");
  return step(Math.max(0, winner.replicas), "LargestVote", `${winner.source}: ${winner.message}`);
}

/** The result of a stage that only shifts the count. The target's count is never negative. */
export const shifted = (step: "monitor" | "target", before: number, others: number): number =>
  step === "monitor" ? before + others : Math.max(0, before - others);

/** A step for output. until: RFC 3339. */
export type ShownStep = Omit<Step, "until"> & { readonly until?: string };

export const shownStep = ({ until, ...step }: Step): ShownStep =>
  until === undefined ? step : { ...step, until: timestamp(until) };

export type Trace = readonly (Vote | ShownStep)[];

export const traceOf = ({ votes, steps }: Pick<Decision, "votes" | "steps">): Trace => [
  ...votes,
  ...steps.map(shownStep),
];
