import { isDeepStrictEqual } from "node:util";

import { milliUnits } from "../../../engine/model/values/quantity.ts";

/** The result of one sync: from upstream's controller, or from Trimtab's output. */
export interface Outcome {
  readonly object?: string;
  readonly scaleTo: number | null;
  readonly desiredReplicas: number;
  readonly conditions: Readonly<Record<string, string>>;
  readonly currentMetrics?: readonly unknown[] | null;
}

export interface RecordedCase {
  readonly name: string;
  readonly steps: readonly { readonly object?: string; readonly expect: Outcome }[];
}

export interface EvaluatedCase {
  readonly name: string;
  readonly steps: readonly Outcome[];
}

const fields = ["scaleTo", "desiredReplicas", "conditions", "currentMetrics"] as const;

/** A field of a sync in which the two differ. */
export interface Difference {
  /** "case[step].field" */
  readonly at: string;
  readonly field: (typeof fields)[number];
  readonly wanted: unknown;
  readonly ours: unknown;
}

/** The differences between Trimtab's decisions on a case and the recorded ones. */
export function differencesOf(wanted: RecordedCase, ours: readonly Outcome[]): Difference[] {
  return wanted.steps.flatMap(({ expect }, index) => {
    const outcome = ours[index];
    return fields.flatMap(field => {
      const [ofThem, ofUs] = [comparable(expect, field), outcome && comparable(outcome, field)];
      if (isDeepStrictEqual(ofThem, ofUs)) return [];
      return [{ at: `${wanted.name}[${index}].${field}`, field, wanted: ofThem, ours: ofUs }];
    });
  });
}

const comparable = (outcome: Outcome, field: (typeof fields)[number]): unknown =>
  field === "currentMetrics" ? byValue(outcome[field] ?? []) : outcome[field];

/** Compares quantities by value, not by spelling. */
function byValue(value: unknown, key?: string): unknown {
  if (typeof value === "string" && (key === "value" || key === "averageValue")) {
    const milli = milliUnits(value);
    return milli.ok ? `${milli.value}m` : value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(item => byValue(item));
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, part]) => [name, byValue(part, name)]));
}
