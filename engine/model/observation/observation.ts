// engine/model/observation/: what was observed of pods, nodes and metrics, and the formats that it comes in.

import type { EpochMs, Result } from "../values/result.ts";
import type { Pod } from "./pod.ts";
import type { PodSamples, RawPodValue } from "./pod-sample.ts";
import type { PodUsage } from "./pod-usage.ts";
import type { RolloutState } from "./rollout.ts";

/** autoscaling/v1 Scale: the replicas in the spec and in the status. */
export interface ScaleCounts {
  readonly specReplicas: number;
  readonly statusReplicas: number;
}

/** The input of one decision on an Autoscaler, besides its spec and its history. */
export interface Observation {
  readonly scale: ScaleCounts;
  /** Of all other monitored objects; absent: there are none. */
  readonly others?: ScaleCounts;
  /** The pods of the target and the other monitored objects, or why they cannot be determined. */
  readonly pods: Result<readonly Pod[], Failure>;
  /** The target and the other monitored objects, in this order; absent: the target has all pods. */
  readonly workloads?: readonly Workload[];
  /** With selectionStrategy OwnerReference; absent: every pod that a selector matches counts. */
  readonly selection?: PodSelection;
  /** The pods whose owners lead to the target, or why they are unknown; absent: no decision needs them. */
  readonly controlled?: Result<PodPredicate, string>;
  /** One answer for each metric of the spec, then for each threshold, in order. */
  readonly answers: readonly Answer[];
  /** Of the target, or of another object that counts; absent: none. */
  readonly rollout?: RolloutState | null;
  /** The author of a count of 0; absent: unknown. */
  readonly zeroOf?: ZeroOwner | null;
  /** What the past of the load says about the next minutes; absent: the object asks for no forecast. */
  readonly forecast?: ObservedForecast;
  /** When the answers were requested; absent: now. With a long period, they may be older than a decision. */
  readonly askedAt?: EpochMs;
}

/** What a forecast says before a decision. */
export interface ObservedForecast {
  /** Empty: nothing, or the forecast may not act. */
  readonly expected: readonly ExpectedMetric[];
  /** The count without what the forecast has added; null or absent: it has added nothing. */
  readonly without?: number | null;
}

/** The expected load of one metric of the spec. */
export interface ExpectedMetric {
  /** Its place in the spec. */
  readonly metric: number;
  /** Of all pods, in the unit of the metric. */
  readonly load: number;
  /** Why, as a part of a sentence. */
  readonly message: string;
}

export type PodPredicate = (pod: Pod) => boolean;

/** One of several workloads that count together. */
export interface Workload extends ScaleCounts {
  readonly has: PodPredicate;
  /** Of a workload that may be the target; absent: only the target that the spec names may. */
  readonly uid?: string;
  /** Whether the workload is announced as the serving one; absent: no. */
  readonly isServing?: boolean;
}

/**
 * leftOut     pods that the selectors match and none of the workloads owns
 * unresolved  pods that count without samples, because it is not known yet whether a workload owns them
 */
export interface PodSelection {
  readonly leftOut: number;
  readonly unresolved: number;
}

export interface Failure {
  readonly reason: "SelectorRequired" | "InvalidSelector" | "AmbiguousSelector";
  readonly message: string;
}

/** The answer of a metrics API for one metric; values in thousandths. */
export type Answer =
  | { readonly kind: "Samples"; readonly samples: PodSamples }
  | ({ readonly kind: "Value"; readonly value: bigint } & OfTotal)
  | ({ readonly kind: "Values"; readonly values: readonly bigint[] } & OfTotal)
  | {
      readonly kind: "Scaler";
      readonly isActive: boolean | null;
      readonly metrics: readonly ScalerMetric[];
      /** A scaler answers with what is true now. */
      readonly measured?: undefined;
    }
  | { readonly kind: "Failed"; readonly message: string };

/** A metric of an external scaler. The values of one metric add up. */
export interface ScalerMetric {
  readonly name: string;
  /** What the scaler wants each pod to have; 0: it names none. */
  readonly target: bigint;
  readonly values: readonly bigint[];
}

interface OfTotal {
  readonly measured?: Measured;
  /** Whether there is work, if the source itself says so: instead of the metric's activation. */
  readonly isActive?: boolean;
}

/**
 * When a value was measured, and over which time before that; of several values, the oldest time
 * and the longest window.
 */
export interface Measured {
  /** null: the answer does not contain it. */
  readonly time: EpochMs | null;
  readonly windowMs: number;
}

/**
 * The raw answer: the usage of pods by metrics.k8s.io, items of custom.metrics.k8s.io, external.metrics.k8s.io, the
 * values of a Prometheus query as it writes them, such as 1e+06 and NaN, or the metrics of an
 * external scaler.
 */
export type RawAnswer =
  | { readonly kind: "PodMetrics"; readonly items: readonly PodUsage[] }
  | { readonly kind: "PodValues"; readonly items: readonly RawPodValue[] }
  | ({ readonly kind: "ObjectValue" } & RawValue)
  | { readonly kind: "ExternalValues"; readonly values: readonly RawValue[] }
  | { readonly kind: "PrometheusResult"; readonly values: readonly RawValue[] }
  | {
      readonly kind: "ScalerMetrics";
      /** Null: the scaler was not asked. */
      readonly isActive: boolean | null;
      /** Without metrics, the scaler was only asked whether it is active. */
      readonly metrics: readonly RawScalerMetric[];
    }
  | { readonly kind: "Failed"; readonly message: string };

/** A value of custom.metrics.k8s.io for an object, or of external.metrics.k8s.io. */
export interface RawValue {
  readonly value: string;
  readonly timestamp?: string | null;
  readonly windowSeconds?: number | null;
}

export interface RawScalerMetric {
  readonly name: string;
  readonly target: string;
  readonly values: readonly string[];
}

interface NameSet {
  has(name: string): boolean;
}

export interface RawScale extends ScaleCounts, Pick<Workload, "uid" | "isServing"> {
  readonly selector: string;
}

/**
 * The raw input from the cluster.
 *
 * selector    the target's, as in its scale subresource
 * others      the same for the other monitored objects; absent: there are none
 * pods        the pods that the selectors match, trimmed as the reflector keeps them
 * owned       with selectionStrategy OwnerReference: the names of each workload's pods, the target's first
 * selection   the same: what became of the other pods
 * controlled  the names of the pods whose owners lead to the target, whatever the strategy
 * sharedWith  another target that is scaled by some of the same pods
 * rollouts    the state of the target and of each other object that counts
 * zeroOf      the author of the target's count if that is 0
 * answers     one for each queried metric, in order
 */
export interface RawObservation {
  readonly scale: RawScale;
  readonly others?: readonly RawScale[] | null;
  readonly pods: readonly Pod[];
  readonly owned?: readonly NameSet[];
  readonly selection?: PodSelection;
  readonly controlled?: Result<NameSet, string>;
  readonly sharedWith?: string | null;
  readonly rollouts?: readonly (RolloutState | null | undefined)[];
  readonly zeroOf?: ZeroOwner | null;
  readonly answers: readonly RawAnswer[];
}

export const notQueried = { kind: "Failed", message: "the metric was not queried" } as const;

/** The counts of the target and all monitored objects together. */
export const totalOf = ({ scale, others }: Observation): ScaleCounts =>
  others ? sumOf([scale, others]) : scale;

export const sumOf = (scales: readonly ScaleCounts[]): ScaleCounts => ({
  specReplicas: scales.reduce((sum, { specReplicas }) => sum + specReplicas, 0),
  statusReplicas: scales.reduce((sum, { statusReplicas }) => sum + statusReplicas, 0),
});

/** The last author of a target's count of 0. */
export type ZeroOwner = "Operator" | "Other";

type Fields = Readonly<{ [field: string]: Fields }>;

/** An entry of metadata.managedFields. */
export interface ManagedFields {
  readonly manager?: string;
  readonly subresource?: string;
  readonly time?: string;
  readonly fieldsV1?: Fields;
}

export const FIELD_MANAGER = "trimtab";

/**
 * The author of a target's count of 0 by its managedFields; null: unknown. If another manager
 * co-owns the count, that manager is the author. A patch of `/scale` to 0 records no owner, because
 * the API omits a 0 and an omitted field has no owner. The operator therefore applies its own zeros,
 * so that a 0 without an owner has another author.
 *
 * @param isApplied whether the operator could apply its zero, as it can for built-in kinds
 */
export function zeroOwner(
  entries: readonly ManagedFields[] = [],
  isApplied: boolean,
): ZeroOwner | null {
  if (entries.length === 0) return null;
  const owners = entries.filter(({ fieldsV1 }) => fieldsV1?.["f:spec"]?.["f:replicas"]);
  if (owners.length === 0) return isApplied ? "Other" : null;
  const isOurs = owners.every(
    ({ manager, subresource }) => manager === FIELD_MANAGER && subresource === "scale",
  );
  return isOurs ? "Operator" : "Other";
}
