import type {
  Condition,
  ScaleTargetRef,
  TargetDecision,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";

/**
 * What the loop reads in a status, whichever resource it belongs to: what is worth a write, what
 * people must be told, and what a restart goes on from.
 *
 * rest    what else is worth a write as soon as it changes
 * values  measured numbers, always as many in the same order: worth a write now and then
 */
export interface StatusView {
  readonly observedGeneration?: number | undefined;
  readonly conditions?: readonly Condition[] | undefined;
  readonly targets: readonly TargetView[];
  /** The target, where a selector has chosen it. */
  readonly chosen?: ScaleTargetRef | undefined;
  readonly rest: unknown;
  readonly values: readonly number[];
}

/** One target's part of it. */
export interface TargetView {
  readonly ref: ScaleTargetRef;
  readonly currentReplicas?: number | undefined;
  readonly desiredReplicas?: number | undefined;
  readonly lastScaleTime?: string | undefined;
  readonly conditions?: readonly Condition[] | undefined;
  readonly decision?: TargetDecision | undefined;
  readonly history?: unknown;
  readonly dryRunHistory?: unknown;
}
