import type { Candidate } from "../result.ts";
import type { Kept } from "../simulated.ts";
import { candidateOf, type Prepared } from "../simulation.ts";
import type { Matched } from "./equal-cost.ts";
import { runAll } from "./runner.ts";

interface Caller {
  readonly isEqualCost: boolean;
  /** What of the next candidate to keep. */
  readonly kept: () => Kept;
  readonly onDone: (done: number, total: number) => void;
}

/** Simulates all candidates, in their order; the first one is the baseline. */
export async function* candidatesOf(prepared: Prepared, caller: Caller): AsyncGenerator<Candidate> {
  let baseline: Matched["elasticity"];
  for await (const each of simulated(prepared, caller)) {
    baseline ??= each.elasticity;
    yield candidateOf(each, baseline, prepared.price);
  }
}

/** What the others may cost is known after the baseline. */
async function* simulated({ jobs, load }: Prepared, caller: Caller): AsyncGenerator<Matched> {
  if (!caller.isEqualCost) {
    yield* runAll(
      jobs.map(job => ({ job })),
      load,
      caller,
    );
    return;
  }
  const [first, ...rest] = jobs;
  let cost = 0;
  for await (const baseline of runAll(first ? [{ job: first }] : [], load, caller)) {
    cost = baseline.measures.replicaHours;
    yield baseline;
  }
  yield* runAll(
    rest.map(job => ({ job, cost })),
    load,
    caller,
  );
}
