/**
 * Removes each protection of docs/threat-model.md in turn, and expects the tests that its row names to fail:
 * `npm run mutants:threats`, or with `-- --clusters` also those that need a cluster. Words after that select the
 * mutants whose row or text contains one of them.
 *
 * The exit code is 1 if a mutant survives, if a test hangs, or if a mutant no longer applies.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";

import { aligned } from "../../host/aligned.ts";
import { command } from "../../host/command.ts";
import { Checkout } from "./checkout.ts";
import { mutants, needsCluster, type RowMutant } from "./mutants.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { runTests, type TestRun } from "./run-tests.ts";

/** A busy machine must not look like a test that hangs. */
const leastLimitMs = 120_000;
const limitFactor = 5;

interface Tried {
  readonly mutant: RowMutant;
  readonly outcome: Outcome;
  /** The first test that failed, or why there is none. */
  readonly how: string;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { clusters: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const chosen = mutants.filter(
    ({ row, when }) =>
      positionals.length === 0 || positionals.some(word => `${row} ${when}`.includes(word)),
  );
  const [onCluster, alone] = partition(chosen, ({ tests }) => tests.some(needsCluster));
  const began = Date.now();
  // Clusters share ports and caches with nothing, but two of them do not fit on a small machine.
  const tried = [
    ...(await tryAll(alone, Math.min(2, availableParallelism()))),
    ...(values.clusters ? await tryAll(onCluster, 1) : []),
  ];
  const missed = tried.filter(({ outcome }) => outcome !== "caught");
  const skipped =
    values.clusters || onCluster.length === 0 ? "" : `, ${onCluster.length} skipped (--clusters)`;
  const seconds = Math.round((Date.now() - began) / 1_000);
  console.log(`\n${tableOf(tried)}\n`);
  console.log(
    `${tried.length} mutants in ${seconds} s: ${tried.length - missed.length} caught, ${missed.length} missed${skipped}`,
  );
  if (missed.length > 0) process.exitCode = 1;
}

function partition<T>(all: readonly T[], test: (one: T) => boolean): [T[], T[]] {
  return [all.filter(test), all.filter(one => !test(one))];
}

/** Each worker has a copy of the checkout, in which it applies one mutant at a time. */
async function tryAll(chosen: readonly RowMutant[], workers: number): Promise<readonly Tried[]> {
  if (chosen.length === 0) return [];
  const limits = await limitsOf([...new Set(chosen.flatMap(({ tests }) => tests))]);
  const waiting = [...chosen.entries()];
  const tried: Tried[] = [];
  const work = async (): Promise<void> => {
    using checkout = new Checkout();
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, mutant] = next;
      const limitMs = mutant.tests.reduce(
        (sum, test) => sum + (limits.get(test) ?? 0),
        leastLimitMs,
      );
      tried[index] = await tryOne(checkout, mutant, limitMs);
      console.log(lineOf(tried[index]));
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return tried;
}

/** How much longer than the least limit a mutant's run may take, by test. The tests must pass without mutants. */
async function limitsOf(tests: readonly string[]): Promise<ReadonlyMap<string, number>> {
  using checkout = new Checkout();
  // Each project with clusters starts one of its own.
  const groups = tests.some(needsCluster) ? tests.map(test => [test]) : [tests];
  const runs: TestRun[] = [];
  for (const group of groups) runs.push(await runTests(checkout.folder, group, Infinity));
  const files = new Map(runs.flatMap(run => [...run.files]));
  const wrong = tests.filter(test => !files.get(test)?.passes);
  if (wrong.length > 0) {
    const output = runs.map(run => run.output).join("\n");
    throw new Error(`these tests fail without a mutant: ${wrong.join(", ")}\n${output}`);
  }
  return new Map(tests.map(test => [test, limitFactor * (files.get(test)?.milliseconds ?? 0)]));
}

async function tryOne(checkout: Checkout, mutant: RowMutant, limitMs: number): Promise<Tried> {
  const applied = checkout.apply(mutant);
  if (!applied.ok) return { mutant, outcome: "stale", how: applied.error };
  try {
    const run = await runTests(checkout.folder, mutant.tests, limitMs);
    return { mutant, ...outcomeOf(run, mutant.tests) };
  } finally {
    checkout.restore(mutant);
  }
}

const lineOf = ({ mutant, outcome, how }: Tried): string =>
  `${outcome.padEnd(8)} ${mutant.row}: ${mutant.when}\n         ${how}`;

function tableOf(tried: readonly Tried[]): string {
  const rows = tried.map(({ mutant, outcome }) => [outcome, mutant.row, mutant.when]);
  return aligned([["outcome", "row", "the test fails when"], ...rows]);
}

await command(main);
