import { availableParallelism } from "node:os";
import { once } from "node:events";
import { Worker } from "node:worker_threads";

import type { Load } from "../load/load.ts";
import { candidateOf, isPodJob, type Job, type Prepared } from "../simulation.ts";
import type { Candidate, Elasticity, Kept } from "../result.ts";
import { type Matched, runTask, type Task, type Given } from "./equal-cost.ts";

interface Caller {
  /** What of the next task to keep. */
  readonly kept: () => Kept;
  readonly onDone: (done: number, total: number) => void;
}

/** Starting workers takes as long as this many syncs. */
const fewSyncs = 20_000;
/** So many results for each worker may wait for the caller, or for one before them. */
const ahead = 4;

const syncsOf = ({ job }: Task, load: Load): number =>
  isPodJob(job)
    ? (load.end - (load.times[0] ?? 0)) / (job.object.periodSeconds * 1000)
    : load.times.length;

/** Runs the tasks, in workers if it pays, and yields the results in the order of the tasks. */
export async function* runAll(
  tasks: readonly Task[],
  load: Load,
  { kept, onDone }: Caller,
): AsyncGenerator<Matched> {
  const syncs = tasks.reduce((sum, task) => sum + syncsOf(task, load), 0);
  const size = Math.min(tasks.length, availableParallelism());
  const workers = size > 1 && syncs > fewSyncs ? new Workers(size, load) : null;
  let done = 0;
  const run = async (task: Task): Promise<Matched> => {
    const result = workers ? await workers.run(task, kept) : runTask(task, load, kept());
    done += 1;
    onDone(done, tasks.length);
    return result;
  };
  try {
    yield* inOrder(tasks, run, workers ? size * ahead : 1);
  } finally {
    await workers?.end();
  }
}

async function* inOrder(
  tasks: readonly Task[],
  run: (task: Task) => Promise<Matched>,
  most: number,
): AsyncGenerator<Matched> {
  const waiting: Promise<Matched>[] = [];
  for (const task of tasks) {
    const running = run(task);
    // The failure of one before it may end all first.
    void running.catch(() => undefined);
    waiting.push(running);
    const first = waiting.length === most ? waiting.shift() : undefined;
    if (first) yield await first;
  }
  for (const running of waiting) yield await running;
}

interface Asker extends Caller {
  readonly isEqualCost: boolean;
}

/** Simulates all candidates, in their order; the first one is the baseline. */
export async function* candidatesOf(
  { jobs, load, price }: Prepared,
  { isEqualCost, ...caller }: Asker,
): AsyncGenerator<Candidate> {
  // What the others may cost is known after the baseline.
  const first = isEqualCost ? 1 : jobs.length;
  let baseline: Elasticity | undefined;
  let cost = 0;
  for await (const each of runAll(toTasks(jobs.slice(0, first)), load, caller)) {
    baseline ??= each.elasticity;
    cost ||= each.measures.replicaHours;
    yield candidateOf(each, baseline, price);
  }
  for await (const each of runAll(toTasks(jobs.slice(first), cost), load, caller)) {
    yield candidateOf(each, baseline, price);
  }
}

const toTasks = (jobs: readonly Job[], cost?: number): Task[] =>
  jobs.map(job => ({ job, ...(cost === undefined ? {} : { cost }) }));

/** Threads that run tasks, each one at a time. */
class Workers {
  readonly #all: readonly Worker[];
  readonly #idle: Worker[];
  readonly #waiting: ((worker: Worker) => void)[] = [];

  constructor(size: number, load: Load) {
    const workerData = shared(load);
    this.#all = Array.from({ length: size }, () => new Worker(script, { workerData }));
    this.#idle = [...this.#all];
  }

  /** @param kept  called when the task begins */
  async run(task: Task, kept: () => Kept): Promise<Matched> {
    const idle = this.#idle.pop();
    const worker = idle ?? (await new Promise<Worker>(resolve => this.#waiting.push(resolve)));
    const given: Given = { task, kept: kept() };
    const answered = once(worker, "message");
    worker.postMessage(given);
    const [result] = (await answered) as [Matched];
    const next = this.#waiting.shift();
    if (next) next(worker);
    else this.#idle.push(worker);
    return result;
  }

  async end(): Promise<void> {
    await Promise.all(this.#all.map(worker => worker.terminate()));
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
