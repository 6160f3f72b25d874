import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

import { isPodJob } from "../job.ts";
import type { Load } from "../load/load.ts";
import { elasticSpeedup } from "../measures/tally.ts";
import type { Prepared } from "../prepare.ts";
import type { Candidate, Elasticity, Kept } from "../result.ts";
import { periodOf } from "../world/pod-job.ts";
import { type Matched, runTask, type Task } from "./equal-cost.ts";

interface Caller {
  readonly kept: Kept;
  readonly onDone: (done: number, total: number) => void;
}

/** Simulates all candidates, in their order; the first one is the baseline. */
export async function* candidatesOf(
  { jobs, load, setting: { price } }: Prepared,
  { isEqualCost, ...caller }: Caller & { readonly isEqualCost: boolean },
): AsyncGenerator<Candidate> {
  let baseline: Elasticity | undefined;
  let cost: number | undefined;
  // What the others may cost is known after the baseline.
  for (const group of isEqualCost ? [jobs.slice(0, 1), jobs.slice(1)] : [jobs]) {
    const tasks = group.map(job => ({ job, cost: isEqualCost ? cost : undefined }));
    for await (const { elasticity, measures, ...candidate } of runAll(tasks, load, caller)) {
      baseline ??= elasticity;
      cost ??= measures.replicaHours;
      const speedup = elasticity && baseline && elasticSpeedup(elasticity, baseline);
      yield {
        ...candidate,
        measures: {
          ...measures,
          ...(price === undefined ? {} : { price: price * measures.replicaHours }),
          ...(speedup === undefined ? {} : { elasticSpeedup: speedup }),
        },
      };
    }
  }
}

/** Starting workers takes as long as this many syncs. */
const fewSyncs = 20_000;
/** So many results for each worker may wait for the caller, or for one before them. */
const ahead = 4;

const syncsOf = ({ job, load }: LoadedTask): number =>
  isPodJob(job) ? (load.end - (load.times[0] ?? 0)) / periodOf(job.object) : load.times.length;

/** A task with the load that it runs under. */
export interface LoadedTask extends Task {
  readonly load: Load;
}

/** Runs the tasks, in workers if it pays, and yields the results in the order of the tasks. */
export async function* runAll(tasks: readonly Task[], load: Load, caller: Caller) {
  const runner = new Runner();
  try {
    yield* runner.run(
      tasks.map(task => ({ ...task, load })),
      caller,
    );
  } finally {
    await runner.end();
  }
}

/** Runs tasks. Workers begin when they pay, and stay until the end: to start them takes a second. */
export class Runner {
  #workers: Workers | null = null;

  /** Yields the results in the order of the tasks. */
  async *run(tasks: readonly LoadedTask[], { kept, onDone }: Caller): AsyncGenerator<Matched> {
    const syncs = tasks.reduce((sum, task) => sum + syncsOf(task), 0);
    const size = Math.min(tasks.length, availableParallelism());
    const isWorth = size > 1 && (this.#workers !== null || syncs > fewSyncs);
    let done = 0;
    const run = async (task: LoadedTask): Promise<Matched> => {
      const result = isWorth ? await this.one(task, kept) : runTask(task, task.load, kept);
      done += 1;
      onDone(done, tasks.length);
      return result;
    };
    yield* inOrder(tasks, run, isWorth ? size * ahead : 1);
  }

  /** Runs one task in a worker, next to others. */
  one(task: LoadedTask, kept: Kept): Promise<Matched> {
    this.#workers ??= new Workers(availableParallelism());
    return this.#workers.run(task, kept);
  }

  async end(): Promise<void> {
    await this.#workers?.end();
  }
}

async function* inOrder(
  tasks: readonly LoadedTask[],
  run: (task: LoadedTask) => Promise<Matched>,
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

/** Threads that run tasks, each one at a time. */
class Workers {
  readonly #most: number;
  readonly #all: Worker[] = [];
  readonly #idle: Worker[] = [];
  readonly #waiting: ((worker: Worker) => void)[] = [];
  readonly #shared = new WeakMap<Load, Load>();

  constructor(most: number) {
    this.#most = most;
  }

  async run({ load, ...task }: LoadedTask, kept: Kept): Promise<Matched> {
    const worker = await this.#worker();
    const answered = once(worker, "message");
    worker.postMessage([task, this.#inShared(load), kept]);
    const [result] = (await answered) as [Matched];
    const next = this.#waiting.shift();
    if (next) next(worker);
    else this.#idle.push(worker);
    return result;
  }

  #worker(): Worker | Promise<Worker> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#all.length === this.#most) {
      return new Promise(resolve => this.#waiting.push(resolve));
    }
    const worker = new Worker(script);
    this.#all.push(worker);
    return worker;
  }

  /** All workers read the same numbers. */
  #inShared(load: Load): Load {
    const shared = this.#shared.get(load) ?? {
      ...{ ...load, times: inShared(load.times), values: load.values.map(inShared) },
    };
    this.#shared.set(load, shared);
    return shared;
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

function inShared(numbers: Float64Array): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(numbers.byteLength));
  copy.set(numbers);
  return copy;
}
