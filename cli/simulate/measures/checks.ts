import { err, ok, type Result } from "../../../engine/model/values/result.ts";
import type { Summary } from "../result.ts";
import { type MeasureName, measureNames } from "./columns.ts";

const comparisons = {
  "<=": (a: number, b: number) => a <= b,
  ">=": (a: number, b: number) => a >= b,
  "<": (a: number, b: number) => a < b,
  ">": (a: number, b: number) => a > b,
};

/** A condition that a simulation must meet, as in `--check 'shortMinutes<5'`. */
export interface Check {
  readonly measure: MeasureName;
  readonly comparison: keyof typeof comparisons;
  readonly limit: number;
  /** Whether the limit is written in percent, and so is the answer. */
  readonly isPercent: boolean;
  /** The name of a candidate; null: all. */
  readonly candidate: string | null;
}

/** Errors: a sentence. */
export function readCheck(text: string): Result<Check, string> {
  const pattern = /^(?:(.+):)?\s*([A-Za-z]+)\s*(<=|>=|<|>)\s*(\d+(?:\.\d+)?)(%?)\s*$/;
  const [, candidate = null, name = "", comparison = "", limit = "", sign] =
    pattern.exec(text) ?? [];
  const measure = measureNames.find(each => each === name);
  if (measure && isComparison(comparison)) {
    const isPercent = sign === "%";
    const value = Number(limit) / (isPercent ? 100 : 1);
    return ok({ measure, comparison, limit: value, isPercent, candidate });
  }
  const remedy = "write a measure, <, <=, > or >=, and a number, such as shortMinutes<5";
  return err(`--check ${text}: ${remedy}; the measures are ${measureNames.join(", ")}`);
}

const isComparison = (text: string): text is keyof typeof comparisons => text in comparisons;

/** A sentence for each candidate that does not meet the condition. */
export function failuresOf(check: Check, candidates: readonly Summary[]): string[] {
  const { candidate, measure, comparison, limit, isPercent } = check;
  const shown = (value: number): string =>
    `${Number((value * (isPercent ? 100 : 1)).toPrecision(4))}${isPercent ? "%" : ""}`;
  const checked = candidates.filter(({ name }) => candidate === null || name === candidate);
  if (checked.length === 0) return [`--check: there is no candidate ${candidate ?? ""}`];
  return checked.flatMap(({ name, measures }) => {
    const value = measures[measure];
    if (value === undefined) return [`${name}: ${absenceOf(measure)}`];
    if (comparisons[comparison](value, limit)) return [];
    return [`${name}: ${measure} is ${shown(value)}, not ${comparison} ${shown(limit)}`];
  });
}

const absenceOf = (measure: MeasureName): string =>
  measure === "price"
    ? "there is no price without --price"
    : `there is no ${measure}, because no load is compared with the pods of a ClusterProportionalAutoscaler; check replicaHours, changes or oscillations`;
