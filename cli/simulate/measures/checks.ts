import { err, ok, type Result } from "../../../engine/result.ts";
import type { Measures, Summary } from "../result.ts";

/** The measures that a condition can name. */
const numbers = [
  ...(["replicaHours", "price", "lostWork", "shortMinutes"] as const),
  ...(["changes", "oscillations", "elasticSpeedup"] as const),
] satisfies readonly (keyof Measures)[];

const comparisons = {
  "<=": (a: number, b: number) => a <= b,
  ">=": (a: number, b: number) => a >= b,
  "<": (a: number, b: number) => a < b,
  ">": (a: number, b: number) => a > b,
};

/** A condition that a simulation must meet, as in `--check 'shortMinutes<5'`. */
export interface Check {
  readonly measure: (typeof numbers)[number];
  readonly comparison: keyof typeof comparisons;
  readonly limit: number;
  /** The name of a candidate; null: all. */
  readonly candidate: string | null;
}

/** Errors: a sentence. */
export function readCheck(text: string): Result<Check, string> {
  const pattern = /^(?:(.+):)?\s*([A-Za-z]+)\s*(<=|>=|<|>)\s*(\d+(?:\.\d+)?)(%?)\s*$/;
  const [, candidate = null, name = "", comparison = "", limit = "", sign] =
    pattern.exec(text) ?? [];
  const measure = numbers.find(each => each === name);
  if (measure && isComparison(comparison)) {
    return ok({ measure, comparison, limit: Number(limit) / (sign ? 100 : 1), candidate });
  }
  const remedy = "write a measure, <, <=, > or >=, and a number, such as shortMinutes<5";
  return err(`--check ${text}: ${remedy}; the measures are ${numbers.join(", ")}`);
}

const isComparison = (text: string): text is keyof typeof comparisons => text in comparisons;

/** A sentence for each candidate that does not meet the condition. */
export function failuresOf(check: Check, candidates: readonly Summary[]): string[] {
  const { candidate, measure, comparison, limit } = check;
  const checked = candidates.filter(({ name }) => candidate === null || name === candidate);
  if (checked.length === 0) return [`--check: there is no candidate ${candidate ?? ""}`];
  return checked.flatMap(({ name, measures }) => {
    const value = measures[measure];
    if (value === undefined) return [`${name}: ${absenceOf(measure)}`];
    if (comparisons[comparison](value, limit)) return [];
    return [`${name}: ${measure} is ${Number(value.toPrecision(4))}, not ${comparison} ${limit}`];
  });
}

const absenceOf = (measure: Check["measure"]): string =>
  measure === "price"
    ? "there is no price without --price"
    : `there is no ${measure}, because no load is compared with the pods of a ClusterProportionalAutoscaler; check replicaHours, changes or oscillations`;
