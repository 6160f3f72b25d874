import type { Load } from "../load/load.ts";
import { derivedFrom } from "../objects.ts";
import type { Candidate, Kept, Simulated } from "../result.ts";
import type { PodJob } from "../simulate-object.ts";
import { isPodJob, type Job, runJob } from "../simulation.ts";
import { targetOf, withTargets } from "./vary.ts";

export type Matched = Simulated & Pick<Candidate, "equalCost">;

/** Costs this close are equal. */
const closeEnough = 0.001;
const mostRuns = 16;
/** How far the target may move. */
const range = 8;

/**
 * Changes the target until the replica-hours are those given, or as close as the bounds allow: the higher
 * the target, the fewer replicas.
 */
function atEqualCost(
  { job, cost: replicaHours }: { readonly job: PodJob; readonly cost: number },
  load: Load,
  kept: Kept,
): Matched {
  const run = (exponent: number): Matched => {
    const spec = withTargets(job.object.spec, 2 ** exponent);
    const object = { ...job.object, ...derivedFrom(spec) };
    return {
      ...runJob({ ...job, object }, load, kept),
      equalCost: { target: targetOf(spec) ?? NaN },
    };
  };
  const excess = ({ measures }: Matched): number => measures.replicaHours / replicaHours - 1;
  let best = run(0);
  if (targetOf(job.object.spec) === null) return best;
  let [low, high] = [-Math.log2(range), Math.log2(range)];
  let exponent = 0;
  for (let runs = 1; runs < mostRuns && Math.abs(excess(best)) > closeEnough; runs += 1) {
    const last = runs === 1 ? best : run(exponent);
    if (Math.abs(excess(last)) < Math.abs(excess(best))) best = last;
    if (excess(last) > 0) low = exponent;
    else high = exponent;
    exponent = (low + high) / 2;
  }
  return best;
}

/** One candidate, perhaps at the cost of another one. */
export interface Task {
  readonly job: Job;
  /** Replica-hours to match by the targets of its metrics; absent: the target stays. */
  readonly cost?: number;
}

export const runTask = ({ job, cost }: Task, load: Load, kept: Kept): Matched =>
  cost !== undefined && isPodJob(job)
    ? atEqualCost({ job, cost }, load, kept)
    : runJob(job, load, kept);

/** What a worker is given for each task. */
export interface Given {
  readonly task: Task;
  readonly kept: Kept;
}
