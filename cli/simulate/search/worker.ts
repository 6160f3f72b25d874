// Started by runner.ts as a thread. The bundle has it as a file of its own.

import { parentPort, workerData } from "node:worker_threads";

import type { Load } from "../load/load.ts";
import { type Done, runTask, type Task } from "./runner.ts";

const load = workerData as Load;

parentPort?.on("message", ({ index, task }: { readonly index: number; readonly task: Task }) => {
  const done: Done = { index, result: runTask(task, load) };
  parentPort?.postMessage(done);
});
