import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "vitest";

import { eventually } from "../../integration/eventually.ts";
import { createBusy, createScaler, makeBusyPlace, scalerStatus } from "../cluster/busy-place.ts";
import { deployment } from "../cluster/fault-cluster.ts";
import { report } from "../figures.ts";
import { operatorIn, type Test } from "../cluster/operator-in.ts";
import type { Scene } from "../cluster/scene.ts";

const durationSeconds = 9;
const busy = {
  name: "busy",
  type: "Value" as const,
  value: {
    metric: { type: "Resource" as const, resource: { name: "cpu" } },
    comparison: "GreaterThan" as const,
    value: "80m",
    durationSeconds,
    increment: 1,
  },
};

/** A threshold's duration continues after a kill of the operator. */
export async function thresholdKill({ cluster, metrics }: Scene, test: Test): Promise<void> {
  const place = await makeBusyPlace(cluster);
  const start = operatorIn(place, test, { replica: "threshold-kill" });
  const operator = await start();
  metrics.in(place.namespace).usageOf = () => 90;
  await createBusy(place, "web", 2);
  await createScaler(place, "web", { metrics: [], thresholds: [busy] });
  const since = await eventually(async () => {
    const { history } = await scalerStatus(place, "web");
    const { since: begun } = history?.thresholds?.[0] ?? {};
    expect(begun).toBeDefined();
    return Date.parse(begun ?? "");
  });

  await sleep(since + (durationSeconds * 1_000) / 2 - Date.now());
  operator.signal("SIGKILL");
  expect(await operator.exited).toBe("SIGKILL");
  await start();
  const startedAt = Date.now();

  const firedAt = await eventually(async () => {
    const { history } = await scalerStatus(place, "web");
    const [event] = history?.scaleEvents ?? [];
    expect(event?.change).toBe(1);
    return Date.parse(event?.time ?? "");
  });
  const seconds = (from: number) => (firedAt - from) / 1000;
  report("threshold kill", { sinceBegun: seconds(since), sinceRestart: seconds(startedAt) });
  // Neither early nor a whole duration after the restart: the timer goes on from the middle.
  expect(seconds(since)).toBeGreaterThanOrEqual(durationSeconds);
  expect(seconds(startedAt)).toBeLessThan(durationSeconds);
  expect((await deployment(place, "web")).replicas).toBe(3);
}
