import { setTimeout as sleep } from "node:timers/promises";

import fc from "fast-check";
import { expect } from "vitest";

import type { Operator } from "../../hack/operator/operator.ts";
import type { FaultProxy } from "./fault-proxy.ts";
import { draw } from "./load-script.ts";
import type { MetricsApi } from "../../hack/operator/metrics-api.ts";
import { isScaleWrite } from "./requests.ts";

/**
 * When an operator is killed: so long after its start, be it ready or not; or after the next
 * question for metrics, whose answer makes it decide and write.
 */
const moment = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(fc.constant("start"), fc.integer({ min: 50, max: 1000 })) },
  { weight: 4, arbitrary: fc.tuple(fc.constant("start"), fc.integer({ min: 1000, max: 6000 })) },
  { weight: 3, arbitrary: fc.tuple(fc.constant("question"), fc.integer({ min: 0, max: 500 })) },
);

/** Of a write, in milliseconds. */
const delay = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1_200, max: 2_500 }) },
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

/** Some writes of a count, by their number, reach the API server seconds after they were decided. */
export function delayWrites(proxy: FaultProxy, seed: number): void {
  const delays = draw(delay, seed, 1_000);
  let writes = 0;
  proxy.inject({
    matches: isScaleWrite,
    before: async passing => {
      const ms = delays[writes++ % delays.length] ?? 0;
      if (ms === 0) return undefined;
      await sleep(ms);
      // The connection of an operator that was killed in the meantime is gone, and the write with it.
      return passing.endedAt === null ? undefined : "lost";
    },
  });
}

/** Not for ever: an operator may be so new that it has nothing to ask yet. */
async function nextQuestion(metrics: MetricsApi): Promise<void> {
  const before = metrics.lists;
  for (let tries = 0; tries < 2_000 && metrics.lists === before; tries++) await sleep(2);
}
