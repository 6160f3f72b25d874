import { setTimeout as sleep } from "node:timers/promises";

import fc from "fast-check";
import { expect } from "vitest";

import { PUNCTUAL_MS } from "../../engine/history/scale-record.ts";
import type { Operator } from "../../hack/cluster/operator/operator.ts";
import type { FaultProxy } from "./cluster/fault-proxy.ts";
import { draw } from "./load-script.ts";
import type { MetricsApi } from "../../hack/cluster/operator/metrics-api.ts";
import { isScaleWrite } from "./requests.ts";

/** The longest time from an operator's start to its kill: two periods of `createScaler`. */
export const longestLifeSeconds = 6;
const late = fc.integer({ min: 1_000, max: 1_000 * longestLifeSeconds });

/**
 * When to kill an operator: some time after its start, ready or not; or after the next metrics request, whose
 * response leads to a decision and a write.
 */
const moment = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(fc.constant("start"), fc.integer({ min: 50, max: 1000 })) },
  { weight: 4, arbitrary: fc.tuple(fc.constant("start"), late) },
  { weight: 3, arbitrary: fc.tuple(fc.constant("question"), fc.integer({ min: 0, max: 500 })) },
);

/** Delay of a write, in milliseconds: none, or one that is certainly late for the engine. */
const delay = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: PUNCTUAL_MS + 200, max: PUNCTUAL_MS + 1_500 }) },
);

/** Kills one operator after the other; returns the last one, which survives, and the times. */
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

/** Some writes of a count reach the API server seconds after the decision; their number selects them. */
export function delayWrites(proxy: FaultProxy, seed: number): void {
  const delays = draw(delay, seed, 1_000);
  let writes = 0;
  proxy.inject({
    matches: isScaleWrite,
    before: async passing => {
      const ms = delays[writes++ % delays.length] ?? 0;
      if (ms === 0) return undefined;
      await sleep(ms);
      // If an operator was killed in the meantime, its connection is closed, and the write is lost.
      return passing.endedAt === null ? undefined : "lost";
    },
  });
}

/** Limited: a new operator may not have any metrics to request yet. */
async function nextQuestion(metrics: MetricsApi): Promise<void> {
  const before = metrics.lists;
  for (let tries = 0; tries < 2_000 && metrics.lists === before; tries++) await sleep(2);
}
