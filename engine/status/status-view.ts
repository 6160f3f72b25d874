import type { ForecastStatus, ScheduleStatus } from "../../crds/generated/autoscaler.ts";
import type { Condition, ScaleTargetRef, TargetDecision } from "../../crds/generated/shared.ts";

/**
 * The parts of a status that the reconcile loop reads, for any resource: what to write, which
 * events to send, and what a restart continues from.
 *
 * rest    other parts that are written as soon as they change
 * values  measured numbers, always the same number of them in the same order: written now and then
 */
export interface StatusView {
  readonly observedGeneration?: number | undefined;
  readonly conditions?: readonly Condition[] | undefined;
  readonly targets: readonly TargetView[];
  /** The target, if a selector chose it. */
  readonly chosen?: (ScaleTargetRef & { readonly reason?: string }) | undefined;
  /** Only with schedules. */
  readonly schedule?: ScheduleStatus | undefined;
  /** Only with a forecast. */
  readonly forecast?: ForecastStatus | undefined;
  readonly rest: unknown;
  readonly values: readonly number[];
}

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
