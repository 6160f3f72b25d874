import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

/** With these, V8 holds no compiled code and no work of other threads, and so the same objects in each run. */
const flags = [
  ...["--expose-gc", "--single-threaded", "--no-flush-bytecode"],
  ...["--no-opt", "--no-maglev", "--no-sparkplug"],
];

/** The JSON in the last line of output of a program that measures its heap, in a process of its own. */
export async function measuredBy<T>(program: string): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program], { env: {} });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as T;
}

/** Bytes; the least of several readings: what still runs holds memory, and finalizers run in tasks. */
export async function heapInUse(): Promise<number> {
  let least = Infinity;
  for (let readings = 0; readings < 3; readings++) {
    await sleep(100);
    globalThis.gc?.();
    const used = process.memoryUsage().heapUsed;
    if (used < least - 50_000) readings = 0;
    least = Math.min(least, used);
  }
  return least;
}
