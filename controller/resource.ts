import type { ScaleTargetRef } from "../crds/generated/shared.ts";
import type { ForecastReport } from "../engine/forecast/forecaster.ts";
import type { DecisionOutcome } from "../engine/model/feature.ts";
import type { History } from "../engine/model/history.ts";
import type { EpochMs } from "../engine/model/values/result.ts";
import type { StatusView } from "../engine/status/status-view.ts";
import type { Repetition } from "../engine/status/repeated-report.ts";
import type { TargetReport } from "../engine/status/targets/target-report.ts";
import type { Inactivity } from "../engine/model/decision.ts";
import type { Observation } from "../engine/model/observation/observation.ts";
import { earliest } from "../engine/model/values/time.ts";
import {
  type Annotations,
  modeDuring,
  noPauses,
  pausesAt,
  type Pauses,
} from "../engine/model/pauses.ts";
import type { Mode } from "../engine/model/spec/autoscaler-spec.ts";
import type { KubeObject } from "../kube/watch/object.ts";
import type { ScaleState } from "../kube/api/scale.ts";
import type { OwnKind } from "./resource-informer.ts";
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

/** For a resource that measures nothing of its targets. */
export const nothingMeasured = { kind: "measured", value: null, askedAt: 0 } as const;

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

export interface Reading {
  readonly kind: "measured";
  /** Null: the resource measures nothing of a target. */
  readonly value: Observation | null;
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

export interface ObservedTarget {
  /** Absent: another target of the same total continues its state. */
  readonly uid?: string | undefined;
  readonly measured: Observation | null;
  readonly replicas: number;
  readonly history: History;
  readonly now: EpochMs;
  /** When the measurements were requested; absent: now. */
  readonly askedAt?: EpochMs;
  /** The period is not over, so only a count outside the bounds in force may change; absent: any may. */
  readonly onlyCorrects?: boolean;
}

/** The result of a pass, of which its status is made. */
export interface PassReport<Object> {
  readonly object: Object;
  readonly now: EpochMs;
  readonly targets: readonly TargetReport[];
}

/**
 * What distinguishes one of our custom resources from another, as functions over plain data: `observe` and
 * `measure` read caches, all others are pure. The pass (`reconcile/pass.ts`) does the rest: reading targets,
 * writing ahead, compare-and-swap of counts, status, events.
 */
export interface Resource<Object extends ScalingObject, Observed extends ObservedSpec> {
  readonly own: OwnKind;
  /** Reads what decisions depend on besides the targets, and subscribes the object to it. */
  readonly observe: (
    object: Object,
    previous: StatusOf<Object> | undefined,
    tracker: Tracker,
    /** What the next decision on the first target remembers; absent: there was no decision. */
    history?: History | null,
  ) => Promise<Observed | Incomplete>;
  /** Opens the watches that `measure` reads, and requests nothing else; absent: `measure` is. */
  readonly warm?: (observed: Observed, target: FoundTarget, tracker: Tracker) => void;
  /** Reads, from caches only, what must be known about a target that was found; absent: nothing. */
  readonly measure?: (
    observed: Observed,
    target: FoundTarget,
    tracker: Tracker,
  ) => Reading | Incomplete;
  /** Null: only a correction is allowed, and none is due. */
  readonly decide: (
    observed: Observed,
    target: ObservedTarget,
  ) => DecisionOutcome | Inactive | null;
  readonly toStatus: (
    observed: Observed,
    report: PassReport<Object>,
    previous: StatusOf<Object> | undefined,
  ) => StatusOf<Object>;
  /**
   * Whether a report says what `saved` does, with what may still differ; null: it may say anything else; absent:
   * every report may.
   */
  readonly repetitionOf?: (
    observed: Observed,
    report: PassReport<Object>,
    saved: StatusOf<Object>,
  ) => Repetition | null;
  readonly view: (status: StatusOf<Object>, object: Object) => StatusView;
  /** For metrics: a status is not written for what is expected now; absent: no object has a forecast. */
  readonly forecastOf?: (key: string, status?: StatusOf<Object>) => ForecastReport | undefined;
  /** The object is gone; absent: nothing is kept of it. */
  readonly forget?: (key: string) => void;
}

/** Applies the annotations that pause an object. The pass at the end of a pause is due by itself. */
export function withPauses<Observed extends ObservedSpec>(
  observed: Observed,
  annotations: Annotations,
  now: EpochMs,
): Observed {
  const pauses = pausesAt(annotations, now);
  if (pauses === noPauses) return observed;
  const mode = modeDuring(observed.mode, pauses);
  return { ...observed, mode, pauses, due: earliest([observed.due, pauses.due]) };
}
