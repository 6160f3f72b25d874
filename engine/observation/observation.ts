// engine/observation/: what was observed of pods, nodes and metrics, and the formats that it comes in.
// Everything else imports it.

import type { EpochMs, Result } from "../result.ts";
import type { Pod } from "./pod.ts";
import type { PodSamples, RawPodMetrics, RawPodValue } from "./pod-sample.ts";
import type { RolloutState } from "./rollout.ts";
import type { ZeroOwner } from "./zero-owner.ts";

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
  /** When the answers were requested; absent: now. With a long period, they may be older than a decision. */
  readonly askedAt?: EpochMs;
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
 * The raw answer: items of metrics.k8s.io, custom.metrics.k8s.io, external.metrics.k8s.io, the
 * values of a Prometheus query as it writes them, such as 1e+06 and NaN, or the metrics of an
 * external scaler.
 */
export type RawAnswer =
  | { readonly kind: "PodMetrics"; readonly items: readonly RawPodMetrics[] }
  | { readonly kind: "PodValues"; readonly items: readonly RawPodValue[] }
  | ({ readonly kind: "ObjectValue" } & RawValue)
  | { readonly kind: "ExternalValues"; readonly values: readonly RawValue[] }
  | { readonly kind: "PrometheusResult"; readonly values: readonly RawValue[] }
  | ({ readonly kind: "ScalerMetrics" } & RawScalerAnswer)
  | { readonly kind: "Failed"; readonly message: string };

/** A value of custom.metrics.k8s.io for an object, or of external.metrics.k8s.io. */
export interface RawValue {
  readonly value: string;
  readonly timestamp?: string | null;
  readonly windowSeconds?: number | null;
}

/** isActive: null if the scaler was not asked. Without metrics, only that was. */
export interface RawScalerAnswer {
  readonly isActive: boolean | null;
  readonly metrics: readonly RawScalerMetric[];
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
