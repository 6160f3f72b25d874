import type { FieldReader } from "../field-reader.ts";
import { checkIntention } from "../fields/intention.ts";
import { readName, thresholdName } from "../names/names.ts";
import { checkValueThreshold, examples, warnOfOverlaps } from "./value-threshold.ts";

/**
 * The rules of the 2015 proposal. `syncPeriodSeconds` is undefined if it is invalid. `wakes`:
 * whether a threshold can end a count of 0.
 */
export function checkThresholds(
  spec: FieldReader,
  syncPeriodSeconds: number | undefined,
): { readonly isAnyGiven: boolean; readonly wakes: boolean } {
  if (!spec.has("thresholds")) return { isAnyGiven: false, wakes: false };
  const thresholds = spec.objects("thresholds", { max: 32 }) ?? [];
  checkNamesDiffer(spec, thresholds);
  const values = thresholds.flatMap(threshold => checkThreshold(threshold) ?? []);
  for (const { duration } of values.filter(({ duration }) =>
    isBelow(duration, syncPeriodSeconds),
  )) {
    spec.report("thresholds", {
      code: "DurationBelowResolution",
      message: `a durationSeconds of ${duration} is shorter than the ${syncPeriodSeconds} seconds of syncPeriodSeconds, so there may be no sample in it at all`,
      remedy: `write durationSeconds: ${syncPeriodSeconds} or more, or lower syncPeriodSeconds`,
    });
    break;
  }
  warnOfOverlaps(values);
  return { isAnyGiven: thresholds.length > 0, wakes: values.some(({ wakes }) => wakes) };
}

const isBelow = (duration: number | undefined, syncPeriodSeconds: number | undefined): boolean =>
  duration !== undefined && syncPeriodSeconds !== undefined && duration < syncPeriodSeconds;

/** The API server's own rule for a list with keys. */
function checkNamesDiffer(spec: FieldReader, thresholds: readonly FieldReader[]): void {
  const names = thresholds.map(threshold => threshold.raw("name"));
  for (const [index, name] of names.entries()) {
    if (typeof name !== "string" || names.indexOf(name) === index) continue;
    spec.report(`thresholds[${index}]`, {
      code: "Duplicate",
      message: `there is a threshold ${name} before this one`,
      remedy: "give each a name of its own",
    });
  }
}

function checkThreshold(threshold: FieldReader) {
  readName(threshold, "name", thresholdName, "busy");
  threshold.require("type", "type: Value");
  const type = threshold.oneOf("type", ["Value", "Intention"]);
  const parts = { Value: "value", Intention: "intention" } as const;
  for (const [other, key] of Object.entries(parts)) {
    if (type === other && !threshold.has(key)) {
      threshold.report(key, {
        code: "SourceMissing",
        message: `is required for type ${type}`,
        remedy: `write ${key}: ${examples[type]}`,
      });
    }
    if (type !== undefined && type !== other && threshold.has(key)) {
      threshold.report(key, {
        code: "SourceForbidden",
        message: `${key} is no part of a threshold of type ${type}`,
        remedy: "remove it, or make it a threshold of its own",
      });
    }
  }
  const intention = threshold.object("intention");
  if (intention) checkIntention(intention);
  const value = threshold.object("value");
  return value && checkValueThreshold(value);
}
