import type { FieldReader } from "../field-reader.ts";
import { checkFallback } from "./fallback.ts";
import type { Others } from "./metrics.ts";
import { warnOfMalformedSelector } from "./metric-target.ts";
import { readValueThreshold, warnOfOverlaps } from "./value-threshold.ts";

/** Warns of thresholds as in the 2015 proposal. `syncPeriodSeconds` is undefined if it is invalid. */
export function checkThresholds(
  spec: FieldReader,
  syncPeriodSeconds: number | undefined,
): Pick<Others, "hasThresholds"> & { readonly thresholdWakes: boolean } {
  const thresholds = spec.objects("thresholds");
  const values = thresholds.flatMap(threshold => {
    checkFallback(threshold, spec.number("maxReplicas"), syncPeriodSeconds);
    const identifier = threshold.object("intention")?.object("metric");
    if (identifier) warnOfMalformedSelector(identifier);
    const value = threshold.object("value");
    const read = value && readValueThreshold(value);
    if ((read?.increment ?? 0) < 0) warnOfUnusedFallback(threshold);
    return read ?? [];
  });
  warnOfOverlaps(values);
  const thresholdWakes = values.some(({ wakes }) => wakes);
  return { hasThresholds: thresholds.length > 0, thresholdWakes };
}

function warnOfUnusedFallback(threshold: FieldReader): void {
  if (!threshold.has("fallback")) return;
  threshold.warn("fallback", {
    code: "FallbackUnused",
    message:
      "a threshold that removes replicas asks for nothing while it fails, so this has no effect",
    remedy: "remove it",
  });
}
