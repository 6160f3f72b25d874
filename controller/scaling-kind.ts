import type { ScaleTargetRef } from "../crds/generated/cluster-proportional-autoscaler.ts";
import type { DecisionOutcome } from "../engine/decide.ts";
import type { History } from "../engine/history.ts";
import type { EpochMs } from "../engine/result.ts";
import type { StatusView } from "../engine/status/status-view.ts";
import type { Inactivity, TargetReport } from "../engine/status/target-report.ts";
import type { Mode } from "../engine/transition.ts";
import type { ApiPath } from "../kube/api-path.ts";
import type { KubeObject } from "../kube/object.ts";
import type { ScaleState } from "../kube/scale.ts";

/** What the loop needs of an object; the rest is its kind's own. */
export interface ScalingObject<Status = unknown> extends KubeObject {
  readonly status?: Status;
}

/** The type of an object's status. */
export type StatusOf<Object extends ScalingObject> = NonNullable<Object["status"]>;

/** There is no decision to make, and why. */
export interface Inactive extends Inactivity {
  readonly kind: "inactive";
}

/** What was seen for all targets of one object. */
export interface Seen {
  /** None where the spec is invalid: its targets must be left alone. */
  readonly refs: readonly ScaleTargetRef[];
  /** All that must be nobody else's, where that is more than the refs. */
  readonly claimed?: readonly ScaleTargetRef[];
  /** Whether a history is that of more than the one target, and so goes on with another one; no. */
  readonly isTotal?: boolean;
  readonly mode: Mode;
  /** When what was seen changes by the mere passing of time. */
  readonly due: EpochMs | null;
  /** How often there is a decision at most, as long as the spec stays; null: whenever there is a pass. */
  readonly periodMs: number | null;
}

/** A cache is still being filled, and nothing may be decided; who waits is woken when it is there. */
export interface Incomplete {
  readonly kind: "incomplete";
}

/** A target that is there. */
export interface FoundTarget {
  readonly namespace: string;
  readonly ref: ScaleTargetRef;
  readonly state: ScaleState;
}

/** What was measured for one target. */
export interface Reading<Measured> {
  readonly kind: "measured";
  readonly value: Measured;
  /** Monotonic clock; when it was asked for. What was asked for earlier is no ground for a new decision. */
  readonly askedAt: number;
  /** Nothing was asked for, and so no answer will wake the object; absent: something was. */
  readonly isUnasked?: boolean;
}

export interface SeenTarget<Measured> {
  readonly measured: Measured;
  readonly replicas: number;
  readonly history: History;
  readonly now: EpochMs;
  /** When what was measured was asked for; absent: now. */
  readonly toldAt?: EpochMs;
  /** There was a decision on the same answers before; absent: no. */
  readonly isAgain?: boolean;
}

/**
 * What makes one custom resource of ours different from another. The loop (`Reconciler`) does the
 * rest: reading targets, writing ahead, swapping counts, status, events.
 */
export interface ScalingKind<Object extends ScalingObject, What extends Seen, Measured> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly path: (object: Object) => ApiPath;
  readonly get: (key: string) => Object | undefined;
  /** Pure. Names of what, besides the targets, must wake this object when it changes. */
  readonly things: (object: Object) => readonly string[];
  /** Reads what decisions rest on: the `things`, which the object depends on by then. */
  readonly observe: (
    object: Object,
    previous: StatusOf<Object> | undefined,
  ) => Promise<What | Incomplete>;
  /** Pure. Names of what has to be known about a target that was found. */
  readonly thingsOf: (what: What, target: FoundTarget) => readonly string[];
  /** Opens the watches that `measure` reads, and asks for nothing else; the names of what they watch. */
  readonly warm: (what: What, target: FoundTarget) => readonly string[];
  /** Reads it, from caches only: `thingsOf`, which the object depends on by then. */
  readonly measure: (what: What, target: FoundTarget) => Reading<Measured> | Incomplete;
  /** Pure. */
  readonly decide: (what: What, target: SeenTarget<Measured>) => DecisionOutcome | Inactive;
  /** Pure. */
  readonly toStatus: (
    what: What,
    report: { object: Object; now: EpochMs; targets: readonly TargetReport[] },
    previous: StatusOf<Object> | undefined,
  ) => StatusOf<Object>;
  /** Pure. */
  readonly view: (status: StatusOf<Object>, object: Object) => StatusView;
}
