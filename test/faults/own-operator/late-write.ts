import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "vitest";

import { PUNCTUAL_MS } from "../../../engine/history/scale-record.ts";
import { createBusy, createScaler, makeBusyPlace, scalerStatus } from "../cluster/busy-place.ts";
import { deployment, untilCount } from "../cluster/fault-cluster.ts";
import { proxiedIn, type Test } from "../cluster/operator-in.ts";
import type { Scene } from "../cluster/scene.ts";
import { behaviorOf } from "../fleet.ts";
import { roomsOf } from "../promises.ts";
import { isScaleWrite, patchesIn } from "../requests.ts";
import { scaleLog } from "../scale-log.ts";

/** A late change counts from the time of its write. */
export async function lateWrite({ cluster, metrics }: Scene, test: Test): Promise<void> {
  const place = await makeBusyPlace(cluster);
  // The timeout is longer than the write takes.
  const { proxy, start } = await proxiedIn(place, test, "late", 10);
  await start();
  const given = { scaleUp: { policies: [{ type: "Pods", value: 2, periodSeconds: 4 } as const] } };
  metrics.in(place.namespace).usageOf = ({ siblings }) => 500 / siblings;
  // The first change arrives when the period since its decision is almost over.
  const heal = proxy.inject({ matches: isScaleWrite, before: () => sleep(3_000, undefined) });
  await createBusy(place, "web", 1);
  await createScaler(place, "web", { behavior: given });
  await untilCount(place, "web", 3);
  heal();
  await untilCount(place, "web", 5);

  const { history } = await scalerStatus(place, "web");
  expect(history?.scaleEvents?.[0]).toMatchObject({ change: 2, span: { up: 2, down: 0 } });
  const counts = new Map([["web", (await deployment(place, "web")).replicas]]);
  const { writes } = scaleLog(await patchesIn(cluster, place.namespace), counts);
  const [first] = writes;
  expect(first).toMatchObject({ from: 1, to: 3 });
  const by = { at: ({ written }: (typeof writes)[number]) => written, slack: PUNCTUAL_MS };
  expect(Math.min(...roomsOf({ behavior: behaviorOf(given) }, writes, by))).toBe(0);
}
