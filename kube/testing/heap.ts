import { setTimeout as sleep } from "node:timers/promises";

import { jsonFrom } from "./child-process.ts";

/** With these, V8 holds no compiled code and no work of other threads, and so the same objects in each run. */
const flags = [
  ...["--expose-gc", "--single-threaded", "--no-flush-bytecode"],
  ...["--no-opt", "--no-maglev", "--no-sparkplug"],
];

/** The JSON in the last line of output of a program that measures its heap, in a process of its own. */
export const measuredBy = <T>(program: string): Promise<T> =>
  jsonFrom(program, { flags, limitMs: 250_000 });

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
