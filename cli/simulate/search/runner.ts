import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

import type { Load } from "../load/load.ts";
import { type Job, runJob } from "../simulation.ts";
import { atEqualCost, type Matched } from "./equal-cost.ts";

/** One candidate, perhaps at the cost of another one. */
export interface Task {
  readonly job: Job;
  /** Replica-hours to match; absent: the target stays. */
  readonly cost?: number;
}

export const runTask = ({ job, cost }: Task, load: Load): Matched =>
  cost === undefined ? runJob(job, load) : atEqualCost(job, load, cost);

/** What a worker returns for the task with this index. */
export interface Done {
  readonly index: number;
  readonly result: Matched;
}

/** Starting workers takes as long as this many syncs. */
const fewSyncs = 20_000;

const syncsOf = ({ job: { object } }: Task, load: Load): number =>
  (load.end - (load.times[0] ?? 0)) / (object.periodSeconds * 1000);

/** Runs the tasks, in workers if it pays, and tells how many are done. */
export async function runAll(
  tasks: readonly Task[],
  load: Load,
  onDone: (done: number, total: number) => void,
): Promise<readonly Matched[]> {
  const syncs = tasks.reduce((sum, task) => sum + syncsOf(task, load), 0);
  const workers = Math.min(tasks.length, availableParallelism());
  if (workers > 1 && syncs > fewSyncs) return await inWorkers(tasks, load, { workers, onDone });
  return tasks.map((task, index) => {
    const result = runTask(task, load);
    onDone(index + 1, tasks.length);
    return result;
  });
}

interface Pool {
  readonly workers: number;
  readonly onDone: (done: number, total: number) => void;
}

async function inWorkers(
  tasks: readonly Task[],
  load: Load,
  { workers: size, onDone }: Pool,
): Promise<readonly Matched[]> {
  const results: Matched[] = [];
  let [next, done] = [0, 0];
  const workerData = shared(load);
  const workers = Array.from({ length: size }, () => new Worker(script, { workerData }));
  const work = (worker: Worker): Promise<void> =>
    new Promise((resolve, reject) => {
      const give = (): void => {
        const index = next;
        next += 1;
        const task = tasks[index];
        if (task) worker.postMessage({ index, task });
        else resolve();
      };
      worker.on("message", ({ index, result }: Done) => {
        results[index] = result;
        done += 1;
        onDone(done, tasks.length);
        give();
      });
      worker.on("error", reject);
      give();
    });
  try {
    await Promise.all(workers.map(work));
    return results;
  } finally {
    await Promise.all(workers.map(worker => worker.terminate()));
  }
}

/** Next to this file, bundled or not. */
const script = new URL(
  import.meta.url.endsWith(".ts") ? "./worker.ts" : "./simulation-worker.mjs",
  import.meta.url,
);

/** All workers read the same numbers. */
const shared = (load: Load): Load => ({
  ...load,
  times: inShared(load.times),
  values: load.values.map(inShared),
});

function inShared(numbers: Float64Array): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(numbers.byteLength));
  copy.set(numbers);
  return copy;
}
