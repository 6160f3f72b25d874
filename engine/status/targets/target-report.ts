import type { ScaleTargetRef } from "../../../crds/generated/shared.ts";
import type { Decision, Inactivity } from "../../model/decision.ts";
import type { PodSelection } from "../../model/observation/observation.ts";
import type { History } from "../../model/history.ts";
import type { MetricStatus } from "../../model/metric-vote.ts";
import type { EpochMs } from "../../model/values/result.ts";

export interface TargetProblem extends Inactivity {
  readonly reason:
    | "TargetNotFound"
    | "UnknownKind"
    | "NotScalable"
    | "KindNotWatched"
    | "TooManyMatches"
    | "FailedGetScale";
}

export type WriteOutcome =
  | { readonly kind: "Unchanged" }
  | { readonly kind: "Written" }
  | { readonly kind: "Withheld"; readonly reason: "DryRun" | "NotOwner" }
  | { readonly kind: "Failed"; readonly message: string };

/** The result of one pass over one target: the source of its status and events. */
export interface TargetReport {
  readonly ref: ScaleTargetRef;
  readonly problem: TargetProblem | null;
  readonly inactive: Inactivity | null;
  readonly currentReplicas: number | null;
  readonly decision: Decision | null;
  /** The measured metrics of the decision; null: there is no decision, or it measures nothing. */
  readonly currentMetrics: readonly MetricStatus[] | null;
  /** Of the decision, with selectionStrategy OwnerReference; absent otherwise. */
  readonly selection?: PodSelection;
  readonly write: WriteOutcome;
  /** Why pods were not marked to be removed first; absent: they were, or there was no reason to. */
  readonly unordered?: string;
  readonly history: History | null;
  /** null in other modes than DryRun. */
  readonly dryRunHistory: History | null;
  readonly lastScaleTime: EpochMs | null;
}

export const isDryRun = ({ write }: TargetReport): boolean =>
  write.kind === "Withheld" && write.reason === "DryRun";

/** What keeps the target from being ready; a user's own choice does not count. */
export const obstacleOf = ({ problem, inactive }: TargetReport): Inactivity[] => {
  if (problem) return [problem];
  return inactive?.permanent ? [inactive] : [];
};

export const refKey = (ref: ScaleTargetRef): string => `${ref.apiVersion}/${ref.kind}/${ref.name}`;
