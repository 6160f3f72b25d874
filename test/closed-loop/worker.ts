/** Runs its share of the seeds, and sends the comparisons of each combination. Started by closed-loop.ts. */
import { parentPort, workerData } from "node:worker_threads";

import { readAllowances } from "./allowances.ts";
import type { Combination } from "./combinations.ts";
import { Comparer } from "./comparison.ts";
import { fuzz } from "./fuzz/fuzz.ts";

export interface Share {
  readonly combinations: readonly Combination[];
  readonly seeds: readonly number[];
  readonly fuzzSeeds: readonly number[];
}

const { combinations, seeds, fuzzSeeds } = workerData as Share;

for (const seed of seeds) {
  const comparer = new Comparer(readAllowances());
  for (const combination of combinations) {
    parentPort?.postMessage({ comparison: comparer.compare(combination, seed) });
  }
}
for (const seed of fuzzSeeds) parentPort?.postMessage({ fuzzed: { seed, ...fuzz(seed) } });
