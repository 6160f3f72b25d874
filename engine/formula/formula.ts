import { type Interval, union, exactly } from "./interval.ts";
import { MAX_REPLICAS } from "../model/decision.ts";

/** A metric that an expression reads: the count it asks for, or its value as a whole. */
export interface Reading {
  readonly name: string;
  readonly field: "replicas" | "value";
}

/** A parsed and checked expression. */
export interface Formula {
  readonly expression: string;
  readonly readings: readonly Reading[];
  readonly evaluate: NumberPart;
}

/** One evaluation. */
export interface Run {
  /** The current replica count. */
  readonly current: number;
  readonly read: (reading: Reading) => Interval;
  /** Set to the first reason for which there is no result at all. */
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

/**
 * Whether a load can start a workload at 0 replicas, where metrics of pods measure nothing and could be any count.
 * An expression may have any shape, so this tries loads of very different sizes, for all other metrics together,
 * for one of them, and for all but one.
 */
export function startsWithoutPods(
  { readings, evaluate }: Formula,
  measuresPods: (name: string) => boolean,
): boolean {
  const names = readings.map(({ name }) => name).filter(name => !measuresPods(name));
  const choices = [
    () => true,
    ...names.flatMap(one => [(name: string) => name === one, (name: string) => name !== one]),
  ];
  return loads.some(load =>
    choices.some(isLoaded => {
      const read = ({ name }: Reading) =>
        measuresPods(name) ? { low: 0, high: MAX_REPLICAS } : exactly(isLoaded(name) ? load : 0);
      const run: Run = { current: 0, read, problem: null };
      const { low } = evaluate(run);
      return run.problem === null && low > 0;
    }),
  );
}

const loads = [1, 10, 100, 10_000, 1_000_000];
