import type { ScaleTargetRef } from "../crds/generated/cluster-proportional-autoscaler.ts";
import type { DecisionOutcome } from "../engine/pipeline/decide.ts";
import type { History } from "../engine/history/history.ts";
import type { EpochMs } from "../engine/result.ts";
import type { StatusView } from "../engine/status/status-view.ts";
import type { Repetition } from "../engine/status/targets/repeated-report.ts";
import type { Inactivity, TargetReport } from "../engine/status/targets/target-report.ts";
import type { Pauses } from "../engine/pause/pauses.ts";
import type { Mode } from "../engine/transition.ts";
import type { ApiPath } from "../kube/transport/api-path.ts";
import type { KubeObject } from "../kube/watch/object.ts";
import type { ScaleState } from "../kube/api/scale.ts";
import type { Tracker } from "./workqueue/subscriptions.ts";

/** What the loop needs of an object; the rest is specific to its kind. */
export interface ScalingObject<Status = unknown> extends KubeObject {
  readonly status?: Status;
}

export type StatusOf<Object extends ScalingObject> = NonNullable<Object["status"]>;

/** No decision is made, and why. */
export interface Inactive extends Inactivity {
  readonly kind: "inactive";
}

export interface ObservedSpec {
  /** Empty if the spec is invalid: its targets must be left alone. */
  readonly refs: readonly ScaleTargetRef[];
  /** All objects that no other writer may scale, if these are more than `refs`. */
  readonly claimed?: readonly ScaleTargetRef[];
  /** Whether a history covers more than the one target and so continues with another one; absent: no. */
  readonly isTotal?: boolean;
  readonly mode: Mode;
  /** By its annotations; absent: none. `mode` is Paused while everything is. */
  readonly pauses?: Pauses;
  /** When the observation changes through the passing of time alone. */
  readonly due: EpochMs | null;
  /** The least time between decisions while the spec stays the same; null: every pass decides. */
  readonly periodMs: number | null;
}

/** For an invalid spec. */
export const nothingToScale = { refs: [], mode: "Paused", due: null, periodMs: null } as const;

/** A cache is still being filled, and nothing may be decided. A filled cache wakes its dependents. */
export interface Incomplete {
  readonly kind: "incomplete";
}

export interface FoundTarget {
  readonly namespace: string;
  /** The name of the object that scales it. */
  readonly owner: string;
  readonly ref: ScaleTargetRef;
  readonly state: ScaleState;
}

export interface Reading<Measured> {
  readonly kind: "measured";
  readonly value: Measured;
  /** When it was requested, by the monotonic clock. An earlier request does not justify a new decision. */
  readonly askedAt: number;
  /**
   * When a source announced, without being asked, that there is work for a target at 0, by the same clock. It
   * does not wait for the end of the period. Absent: none did.
   */
  readonly pushedAt?: number;
  /** Nothing was requested, so no answer will wake the object; absent: something was. */
  readonly isUnasked?: boolean;
}

export interface ObservedTarget<Measured> {
  readonly measured: Measured;
  readonly replicas: number;
  readonly history: History;
  readonly now: EpochMs;
  /** When the measurements were requested; absent: now. */
  readonly askedAt?: EpochMs;
}

/** The result of a pass, of which its status is made. */
export interface PassReport<Object> {
  readonly object: Object;
  readonly now: EpochMs;
  readonly targets: readonly TargetReport[];
}

/**
 * What distinguishes one of our custom resources from another. The loop (`Reconciler`) does the rest: reading
 * targets, writing ahead, compare-and-swap of counts, status, events.
 */
export interface ResourceDriver<
  Object extends ScalingObject,
  Observed extends ObservedSpec,
  Measured,
> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly path: (object: Object) => ApiPath;
  readonly get: (key: string) => Object | undefined;
  /** Reads what decisions depend on besides the targets, and subscribes the object to it. */
  readonly observe: (
    object: Object,
    previous: StatusOf<Object> | undefined,
    tracker: Tracker,
    /** What the next decision on the first target remembers; absent: there was no decision. */
    history?: History | null,
  ) => Promise<Observed | Incomplete>;
  /** Opens the watches that `measure` reads, and requests nothing else. */
  readonly warm: (observed: Observed, target: FoundTarget, tracker: Tracker) => void;
  /** Reads, from caches only, what must be known about a target that was found. */
  readonly measure: (
    observed: Observed,
    target: FoundTarget,
    tracker: Tracker,
  ) => Reading<Measured> | Incomplete;
  /**
   * Whether the count is outside the bounds in force, so that `decide` may correct it without samples; absent:
   * every pass decides anyway. Pure.
   */
  readonly isOutOfBounds?: (observed: Observed, target: ObservedTarget<Measured>) => boolean;
  /** Pure. */
  readonly decide: (
    observed: Observed,
    target: ObservedTarget<Measured>,
  ) => DecisionOutcome | Inactive;
  /** Pure. */
  readonly toStatus: (
    observed: Observed,
    report: PassReport<Object>,
    previous: StatusOf<Object> | undefined,
  ) => StatusOf<Object>;
  /**
   * Whether a report says what `saved` does, with what may still differ; null: it may say anything else; absent:
   * every report may. Pure.
   */
  readonly repetitionOf?: (
    observed: Observed,
    report: PassReport<Object>,
    saved: StatusOf<Object>,
  ) => Repetition | null;
  /** Pure. */
  readonly view: (status: StatusOf<Object>, object: Object) => StatusView;
}
