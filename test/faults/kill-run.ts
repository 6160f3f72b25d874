import { setTimeout as sleep } from "node:timers/promises";

import fc from "fast-check";
import { expect } from "vitest";

import type { Operator } from "../../hack/operator/operator.ts";
import { draw } from "./load-script.ts";
import type { MetricsApi } from "../../hack/operator/metrics-api.ts";

/**
 * When an operator is killed: so long after its start, be it ready or not; or after the next
 * question for metrics, whose answer makes it decide and write.
 */
const moment = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(fc.constant("start"), fc.integer({ min: 50, max: 1000 })) },
  { weight: 4, arbitrary: fc.tuple(fc.constant("start"), fc.integer({ min: 1000, max: 6000 })) },
  { weight: 3, arbitrary: fc.tuple(fc.constant("question"), fc.integer({ min: 0, max: 500 })) },
);

/** Kills one operator after the other, and returns the last one, which lives, and when that was. */
export async function killAtRandom(
  { kills, seed }: { readonly kills: number; readonly seed: number },
  metrics: MetricsApi,
  start: () => Promise<Operator>,
): Promise<{ operator: Operator; killedAt: number[] }> {
  let operator = await start();
  const killedAt: number[] = [];
  for (const [after, ms] of draw(moment, seed, kills)) {
    if (after === "question") await nextQuestion(metrics);
    await sleep(ms);
    killedAt.push(Date.now());
    operator.signal("SIGKILL");
    expect(await operator.exited).toBe("SIGKILL");
    operator = await start();
  }
  return { operator, killedAt };
}

/** Not for ever: an operator may be so new that it has nothing to ask yet. */
async function nextQuestion(metrics: MetricsApi): Promise<void> {
  const before = metrics.lists;
  for (let tries = 0; tries < 2_000 && metrics.lists === before; tries++) await sleep(2);
}
