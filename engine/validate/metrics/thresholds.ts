import type { FieldReader } from "../field-reader.ts";
import { checkIntention } from "../fields/intention.ts";
import { checkNamesDiffer } from "../names/names-differ.ts";
import { readName, thresholdName } from "../names/names.ts";
import { checkFallback } from "./fallback.ts";
import type { Others } from "./metrics.ts";
import { checkValueThreshold, examples, warnOfOverlaps } from "./value-threshold.ts";

/** The rules of the 2015 proposal. `syncPeriodSeconds` is undefined if it is invalid. */
export function checkThresholds(
  spec: FieldReader,
  syncPeriodSeconds: number | undefined,
): Pick<Others, "hasThresholds" | "thresholdWakes"> {
  const thresholds = spec.objects("thresholds");
  checkNamesDiffer(thresholds, "threshold");
  const values = thresholds.flatMap(threshold => {
    checkFallback(threshold, spec.number("maxReplicas"), syncPeriodSeconds);
    return checkThreshold(threshold) ?? [];
  });
  const short = values.find(
    ({ duration = Infinity }) => duration < (syncPeriodSeconds ?? -Infinity),
  );
  if (short) {
    spec.report("thresholds", {
      code: "DurationBelowResolution",
      message: `a durationSeconds of ${short.duration} is shorter than the ${syncPeriodSeconds} seconds of syncPeriodSeconds, so there may be no sample in it at all`,
      remedy: `write durationSeconds: ${syncPeriodSeconds} or more, or lower syncPeriodSeconds`,
    });
  }
  warnOfOverlaps(values);
  const thresholdWakes = values.some(({ wakes }) => wakes);
  return { hasThresholds: thresholds.length > 0, thresholdWakes };
}

const parts = [
  ["Value", "value"],
  ["Intention", "intention"],
] as const;

function checkThreshold(threshold: FieldReader) {
  readName(threshold, "name", thresholdName);
  const type = threshold.text("type");
  for (const [other, key] of parts) {
    if (type === other) threshold.requireSource(key, type, examples[other]);
    else if (type !== undefined) threshold.forbidSource(key, type, "threshold");
  }
  const intention = threshold.object("intention");
  if (intention) checkIntention(intention);
  const value = threshold.object("value");
  const read = value && checkValueThreshold(value);
  if ((read?.increment ?? 0) < 0) warnOfUnusedFallback(threshold);
  return read;
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
