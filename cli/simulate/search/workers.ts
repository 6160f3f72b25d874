import { once } from "node:events";
import { Worker } from "node:worker_threads";

import type { Load } from "../load/load.ts";
import type { Kept } from "../result.ts";
import type { Given, Matched, Task } from "./equal-cost.ts";

/** Threads that run tasks, each one at a time. */
export class Workers {
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
