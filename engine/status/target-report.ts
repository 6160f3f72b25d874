import type { ScaleTargetRef } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type { Decision } from "../decision.ts";
import type { History } from "../history.ts";
import type { EpochMs } from "../result.ts";

/** Why a target could not be looked at. */
export interface TargetProblem {
  readonly reason: "TargetNotFound" | "UnknownKind" | "NotScalable" | "FailedGetScale";
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
  /** Why there is no decision although the target was found. */
  readonly inactive: { readonly reason: string; readonly message: string } | null;
  /** The count before the write. */
  readonly currentReplicas: number | null;
  readonly decision: Decision | null;
  readonly write: WriteOutcome;
  readonly history: History | null;
  readonly lastScaleTime: EpochMs | null;
}

export const refKey = (ref: ScaleTargetRef): string => `${ref.apiVersion}/${ref.kind}/${ref.name}`;
