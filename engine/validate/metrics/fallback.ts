import type { FieldReader } from "../field-reader.ts";

/** The schema has checked the fields. `syncPeriodSeconds` is undefined if it is invalid. */
export function checkFallback(
  metric: FieldReader,
  maxReplicas: number | undefined,
  syncPeriodSeconds: number | undefined,
): void {
  const fallback = metric.object("fallback");
  const seconds = fallback?.number("failureDurationSeconds");
  const replicas = fallback?.number("replicas");
  if (seconds !== undefined && syncPeriodSeconds !== undefined && seconds < syncPeriodSeconds) {
    fallback?.warn("failureDurationSeconds", {
      code: "FallbackBelowSync",
      message: `the metric is read every ${syncPeriodSeconds} seconds, so a single failure is enough for the fallback`,
      remedy: `write more than ${syncPeriodSeconds}`,
    });
  }
  if (replicas !== undefined && maxReplicas !== undefined && replicas > maxReplicas) {
    fallback?.warn("replicas", {
      code: "FallbackOutOfBounds",
      message: `${replicas} is more than maxReplicas ${maxReplicas}, which limits a fallback, too`,
      remedy: `write ${maxReplicas} or less, or raise maxReplicas`,
    });
  }
}
