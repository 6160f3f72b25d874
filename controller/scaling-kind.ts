import type {
  ClusterProportionalAutoscalerStatus,
  ScaleTargetRef,
} from "../crds/generated/cluster-proportional-autoscaler.ts";
import type { DecisionOutcome } from "../engine/decide.ts";
import type { History } from "../engine/history.ts";
import type { EpochMs } from "../engine/result.ts";
import type { TargetReport } from "../engine/status/target-report.ts";
import type { KubeObject } from "../kube/object.ts";

export type ScalingStatus = ClusterProportionalAutoscalerStatus;

/** What the loop needs of an object; the rest is its kind's own. */
export interface ScalingObject extends KubeObject {
  readonly status?: ScalingStatus;
}

/** There is no decision to make, and why. */
export interface Inactive {
  readonly kind: "inactive";
  readonly reason: string;
  readonly message: string;
}

/** What was seen for all targets of one object. */
export interface Seen {
  /** None where the spec is invalid: its targets must be left alone. */
  readonly refs: readonly ScaleTargetRef[];
  readonly mode: "Active" | "DryRun" | "Paused";
  /** When what was seen changes by the mere passing of time. */
  readonly due: EpochMs | null;
}

/** A cache is still being filled, and nothing may be decided; who waits is woken when it is there. */
export interface Incomplete {
  readonly kind: "incomplete";
}

export interface SeenTarget {
  readonly replicas: number;
  readonly history: History;
  readonly now: EpochMs;
}

/**
 * What makes one custom resource of ours different from another. The loop (`Reconciler`) does the
 * rest: reading targets, writing ahead, swapping counts, status, events.
 */
export interface ScalingKind<Object extends ScalingObject, What extends Seen> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly path: (object: Object) => string;
  readonly get: (key: string) => Object | undefined;
  /** Pure. Names of what, besides the targets, must wake this object when it changes. */
  readonly things: (object: Object) => readonly string[];
  /** Reads what decisions rest on: the `things`, which the object depends on by then. */
  readonly observe: (
    object: Object,
    previous: ScalingStatus | undefined,
  ) => Promise<What | Incomplete>;
  /** Pure. */
  readonly decide: (what: What, target: SeenTarget) => DecisionOutcome | Inactive;
  /** Pure. */
  readonly toStatus: (
    what: What,
    report: { object: Object; now: EpochMs; targets: readonly TargetReport[] },
    previous: ScalingStatus | undefined,
  ) => ScalingStatus;
}
