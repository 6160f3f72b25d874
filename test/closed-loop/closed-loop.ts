/**
 * Runs every feature and every two features next to a HorizontalPodAutoscaler under the same loads, and random specs
 * with other data: `make closed-loop`. Exits with 1 if a combination exceeds what docs/closed-loop.md allows.
 *
 * SEEDS     how many loads; SEED is the first one
 * FEATURES  combinations as the table names them, separated by commas; "cooldown + *": all with this feature
 * FUZZ      how many random specs, or the first and the last seed, such as 7-7
 * PAGE      1: writes the table to the page
 * CASE      a file for `trimtab evaluate`, of one combination under one seed
 */
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

import { command } from "../../hack/host/command.ts";
import { page } from "./allowances.ts";
import { allCombinations, type Combination } from "./combinations.ts";
import { type Comparison, reportOf } from "./comparison.ts";
import { type FuzzResult, replayOf } from "./fuzz/fuzz.ts";
import { pageWith, tableOf } from "./results.ts";
import { recordAutoscaler } from "./run.ts";
import { scenarioOf } from "./scenario.ts";
import type { Share } from "./worker.ts";

type Fuzzed = FuzzResult & { readonly seed: number };

interface Message {
  readonly comparison?: Comparison;
  readonly fuzzed?: Fuzzed;
}

const { SEED = "1", SEEDS = "6", FEATURES = "", FUZZ = "", PAGE, CASE } = process.env;

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

const seeds = range(Number(SEED), Number(SEED) + Number(SEEDS) - 1);

function fuzzSeeds(): number[] {
  const [from, to] = FUZZ.split("-").map(Number);
  if (from && to) return range(from, to);
  return range(1, from ?? 0);
}

/** " + *" stands for all that can be combined with a feature. */
function chosen(): Combination[] {
  const all = allCombinations();
  if (FEATURES === "") return FUZZ.includes("-") ? [] : all;
  const asked = FEATURES.split(",").map(name => name.trim());
  const found = all.filter(
    ({ name, features }) =>
      asked.includes(name) || features.some(feature => asked.includes(`${feature} + *`)),
  );
  if (found.length > 0) return found;
  const names = all.filter(({ features }) => features.length < 2).map(({ name }) => name);
  throw new Error(
    `FEATURES=${FEATURES} is no combination: use ${names.join(", ")}, or two of them, such as 'cooldown + groups' or 'cooldown + *'`,
  );
}

/** One worker for each core; a worker runs whole seeds, in which many combinations have the same HPA. */
async function run(combinations: readonly Combination[]) {
  const count = Math.min(availableParallelism(), Math.max(1, seeds.length));
  const comparisons: Comparison[] = [];
  const fuzzed: Fuzzed[] = [];
  const of = (all: readonly number[], worker: number) =>
    all.filter((_, index) => index % count === worker);
  const shares = range(0, count - 1).map((worker): Share => ({
    combinations,
    seeds: of(seeds, worker),
    fuzzSeeds: of(fuzzSeeds(), worker),
  }));
  await Promise.all(
    shares.map(share =>
      finished(share, message => {
        if (message.comparison) comparisons.push(message.comparison);
        if (message.fuzzed) fuzzed.push(message.fuzzed);
      }),
    ),
  );
  comparisons.sort((a, b) => a.scenario.seed - b.scenario.seed);
  return { comparisons, fuzzed: fuzzed.sort((a, b) => a.seed - b.seed) };
}

const finished = (share: Share, heard: (message: Message) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL("worker.ts", import.meta.url), { workerData: share });
    worker.on("message", heard);
    worker.on("error", reject);
    worker.on("exit", () => resolve());
  });

function recordCase(combinations: readonly Combination[], file: string): void {
  const [combination, ...others] = combinations;
  const [seed, ...more] = seeds;
  if (!combination || seed === undefined || others.length + more.length > 0) {
    throw new Error("CASE needs one combination and SEEDS=1");
  }
  const recorded = recordAutoscaler(combination, scenarioOf(seed, combination));
  writeFileSync(file, `${JSON.stringify(recorded)}\n`);
}

await command(async () => {
  const combinations = chosen();
  const { comparisons, fuzzed } = await run(combinations);
  const table = tableOf(comparisons);
  const exceeding = comparisons.filter(({ excesses }) => excesses.length > 0);
  const broken = fuzzed.flatMap(({ seed, violations }) =>
    violations.map(text => `random spec ${seed}, ${text}\n  ${replayOf(seed)}`),
  );
  if (comparisons.length > 0) console.log(table);
  if (CASE) recordCase(combinations, CASE);
  const decisions = fuzzed.reduce((sum, one) => sum + one.decisions, 0);
  const twins = fuzzed.reduce((sum, one) => sum + one.twins, 0);
  if (PAGE === "1") {
    const extent = { combinations: combinations.length, seeds, decisions, twins };
    writeFileSync(page, pageWith(readFileSync(page, "utf8"), table, extent));
  }
  console.log(
    `\n${comparisons.length} runs of ${combinations.length} combinations, ${exceeding.length} exceed their allowance; ` +
      `${decisions} decisions on random specs, ${twins} on other data, ${broken.length} violations`,
  );
  const problems = [...exceeding.map(reportOf), ...broken];
  if (problems.length > 0) throw new Error(`\n${problems.join("\n")}`);
});
