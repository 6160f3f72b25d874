/** Plays its share of the trials, and sends the results. Started by foresight.ts. */
import { parentPort, workerData } from "node:worker_threads";

import { rows } from "./acceptance.ts";
import { play } from "./trial.ts";

export interface Share {
  /** Of the table of rows. */
  readonly indexes: readonly number[];
  readonly seed: number;
}

const { indexes, seed } = workerData as Share;
for (const index of indexes) {
  const row = rows[index];
  if (row) parentPort?.postMessage({ index, result: play(row.trial, seed) });
}
