// Started by runner.ts as a thread. The bundle has it as a file of its own.

import { parentPort } from "node:worker_threads";

import type { Load } from "../load/load.ts";
import type { Kept } from "../result.ts";
import { runTask, type Task } from "./equal-cost.ts";

parentPort?.on("message", ([task, load, kept]: [Task, Load, Kept]) => {
  parentPort?.postMessage(runTask(task, load, kept));
});
