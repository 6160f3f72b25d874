import type { ScaleTargetRef } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type { Decision } from "../decision.ts";
import type { History } from "../history.ts";
import type { MetricStatus } from "../recommend/metric-vote.ts";
import type { EpochMs } from "../result.ts";

/** Why a target could not be looked at. */
export interface TargetProblem {
  readonly reason:
    | "TargetNotFound"
    | "UnknownKind"
    | "NotScalable"
    | "KindNotWatched"
    | "TooManyMatches"
    | "FailedGetScale";
  readonly message: string;
  /** What waiting will not mend. */
  readonly permanent: boolean;
}

/** Why there is no decision about a target that was found. */
export interface Inactivity {
  readonly reason: string;
  readonly message: string;
  /** What waiting will not mend. */
  readonly permanent: boolean;
}

/** What became of a decision. */
export type WriteOutcome =
  | { readonly kind: "Unchanged" }
  | { readonly kind: "Written" }
  | { readonly kind: "Withheld"; readonly reason: "DryRun" | "NotOwner" }
  | { readonly kind: "Failed"; readonly message: string };

/** All that one pass found out about one target: its status and its events are made from this. */
export interface TargetReport {
  readonly ref: ScaleTargetRef;
  readonly problem: TargetProblem | null;
  readonly inactive: Inactivity | null;
  /** The count before the write. */
  readonly currentReplicas: number | null;
  readonly decision: Decision | null;
  /** What the decision measured; null: there is none, or it measures nothing. */
  readonly currentMetrics: readonly MetricStatus[] | null;
  readonly write: WriteOutcome;
  readonly history: History | null;
  /** Null in any other mode than DryRun. */
  readonly dryRunHistory: History | null;
  readonly lastScaleTime: EpochMs | null;
}

/** Whether a change was decided, and is not made because nothing is meant to be. */
export const isDryRun = ({ write }: TargetReport): boolean =>
  write.kind === "Withheld" && write.reason === "DryRun";

/** What of one target stands in the way of being ready; a person's own wish does not. */
export const obstacleOf = ({ problem, inactive }: TargetReport): Inactivity[] => {
  if (problem) return [problem];
  return inactive?.permanent ? [inactive] : [];
};

export const refKey = (ref: ScaleTargetRef): string => `${ref.apiVersion}/${ref.kind}/${ref.name}`;
