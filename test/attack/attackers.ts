/**
 * The attackers run in a process of their own, so their work does not distort the measurements. It reads one
 * line of JSON, runs until its input ends, and then prints the number of responses of each kind, by part.
 */
import { createInterface } from "node:readline";

import type { ApiTarget } from "../../hack/cluster/api.ts";
import { attackerFor, run, type Tally } from "./part.ts";
import { seeded } from "../../cli/simulate/random.ts";
import { runStranger, type Doors } from "./stranger.ts";
import { parts } from "./tenant/parts.ts";

export interface Orders extends Doors {
  readonly seed: number;
  readonly target: ApiTarget;
  readonly namespace: string;
  /** The pace, relative to the pauses that the parts state. */
  readonly rate: number;
}

async function attack(orders: Orders, signal: AbortSignal) {
  const { seed, target, namespace, rate, url, path, metricsUrl } = orders;
  for (const address of [target.server, url, metricsUrl]) refuseElsewhere(address);
  const tally: Tally = {};
  // Separate random numbers: no part's numbers depend on the speed of the others.
  const tenant = parts.map((part, index) => {
    const random = seeded(seed * 1_000 + index);
    return run(part, attackerFor(part, { target, namespace, random, rate, signal }, tally));
  });
  const stranger = { url, path, metricsUrl, random: seeded(seed + 1), rate, signal, tally };
  await Promise.all([...tenant, runStranger(stranger)]);
  return tally;
}

/** Attacks must stay on this machine. */
function refuseElsewhere(address: string): void {
  const { hostname } = new URL(address);
  if (hostname !== "localhost" && hostname !== "127.0.0.1")
    throw new Error(`${address} is not on this machine`);
}

const over = new AbortController();
const lines = createInterface(process.stdin);
lines.once("line", line => {
  void attack(JSON.parse(line) as Orders, over.signal).then(tally => {
    console.log(JSON.stringify(tally));
    process.exit(0);
  });
});
lines.once("close", () => {
  over.abort();
});
