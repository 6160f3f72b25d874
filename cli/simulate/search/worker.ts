// Started by workers.ts as a thread. The bundle has it as a file of its own.

import { parentPort, workerData } from "node:worker_threads";

import type { Load } from "../load/load.ts";
import { type Given, runTask } from "./equal-cost.ts";

const load = workerData as Load;

parentPort?.on("message", ({ task, kept }: Given) => {
  parentPort?.postMessage(runTask(task, load, kept));
});
