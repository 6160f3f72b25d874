import { type Interval, union } from "./interval.ts";

/** A metric that an expression reads: the count it asks for, or its value as a whole. */
export interface Reading {
  readonly name: string;
  readonly field: "replicas" | "value";
}

/** What an expression is evaluated for. */
export interface Inputs {
  /** The current replica count. */
  readonly current: number;
  readonly read: (reading: Reading) => Interval;
}

/** A parsed and checked expression. */
export interface Formula {
  readonly expression: string;
  readonly readings: readonly Reading[];
  readonly evaluate: NumberPart;
}

/** Set to the first reason for which there is no result at all. */
export interface Run extends Inputs {
  problem: string | null;
}

export type NumberPart = (run: Run) => Interval;
export type ConditionPart = (run: Run) => boolean | null;

/** Only the branch that applies is evaluated; both if that is not known. */
export const choice =
  (condition: ConditionPart, yes: NumberPart, no: NumberPart): NumberPart =>
  run => {
    const truth = condition(run);
    if (truth === null) return union(yes(run), no(run));
    return truth ? yes(run) : no(run);
  };

/** `&&` for decisive false, `||` for decisive true. */
export const junction =
  (decisive: boolean, left: ConditionPart, right: ConditionPart): ConditionPart =>
  run => {
    const first = left(run);
    if (first === decisive) return decisive;
    const second = right(run);
    if (second === decisive) return decisive;
    return first === null || second === null ? null : !decisive;
  };
