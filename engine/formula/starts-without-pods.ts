import { MAX_REPLICAS } from "../pipeline/stages/bound.ts";
import type { Formula, Reading, Run } from "./formula.ts";
import { exactly } from "./interval.ts";

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
