import type { Load } from "../load/load.ts";
import type { Kept } from "../simulated.ts";
import { isPodJob, type Job, runJob } from "../simulation.ts";
import { atEqualCost, type Matched } from "./equal-cost.ts";

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
