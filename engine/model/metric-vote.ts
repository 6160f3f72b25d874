import type { MetricValueStatus } from "../../crds/generated/autoscaler.ts";
import type { MetricWith } from "./spec/metric.ts";
import type { Vote } from "./decision.ts";
import type { Pod } from "./observation/pod.ts";
import type { PodPredicate } from "./observation/observation.ts";
import type { PointClock } from "./point-clock.ts";
import type { EpochMs } from "./values/result.ts";
import type { Settings } from "./spec/settings.ts";
import type { AutoscalerProfile } from "./spec/profile.ts";

/** The fraction of its target by which usage may deviate without a change. */
export interface Tolerance {
  readonly scaleDown: number;
  readonly scaleUp: number;
}

/** autoscaling/v2 MetricValueStatus: quantities as text. */
export type MetricValue = Readonly<MetricValueStatus>;

/** autoscaling/v2 MetricStatus; upstream leaves type "" in place of a failed metric. */
export type MetricStatus = { readonly type: "" } | MetricWith<{ readonly current: MetricValue }>;

/** A metric's vote and its measured value; null: nothing could be measured. */
export interface MetricVote extends Pick<Counted, "total" | "isEstimated" | "usageRatio" | "load"> {
  readonly vote: Vote;
  readonly status: MetricStatus | null;
}

/** What all pods have of a metric, in its unit, and what each has at the target. */
export interface MeasuredLoad {
  readonly total: number;
  readonly perPod: number;
}

/** The input of a metric's vote besides its spec and its answer. */
export interface MetricContext {
  readonly now: EpochMs;
  readonly specReplicas: number;
  readonly statusReplicas: number;
  readonly pods: readonly Pod[];
  /** Which of the pods belong to each of several workloads; absent: there is only one. */
  readonly workloads?: readonly PodPredicate[];
  readonly tolerance: Tolerance;
  readonly settings: Settings;
  /** How far apart the points of metrics are; absent: unknown. */
  readonly points?: readonly PointClock[];
  /** Whether messages count the pods that start; absent: no, as the periods are those of all objects. */
  readonly showsStarting?: boolean;
  readonly profile: AutoscalerProfile;
}

export interface Counted {
  readonly replicas: number;
  readonly message: string;
  readonly current: MetricValue;
  /** The value as a whole, in thousandths; absent: it is measured for each pod. */
  readonly total?: bigint;
  /** Whether values were assumed for some pods, toward the current count; absent: no. */
  readonly isEstimated?: boolean;
  /** Of the pods that have samples; 1: on target; absent: it is not measured for each pod. */
  readonly usageRatio?: number;
  /** Of the pods that have samples; absent: the target is not one for each pod. */
  readonly load?: MeasuredLoad;
}
