import { expect, it } from "vitest";

import { eventually } from "../../integration/eventually.ts";
import { createScaler } from "../cluster/busy-place.ts";
import {
  createDeployment,
  createScaled,
  makePlace,
  setNodes,
  type Place,
  untilCount,
} from "../cluster/fault-cluster.ts";
import { auditOf, meanGapMs, metricsQuestions } from "../requests.ts";
import { replica, type World } from "./workload.ts";

/** More than the operator's connections for all other requests. */
const namespaces = 40;
/** A request times out after 80% of its object's period. */
const givenUpMs = (syncPeriodSeconds: number): number => 800 * syncPeriodSeconds;

/** Two objects with the same metrics request, which gets no response. */
async function openHanging({ cluster, metrics }: World, syncPeriodSeconds: number): Promise<Place> {
  const place = await makePlace(cluster);
  metrics.in(place.namespace).fault = () => 0;
  for (const name of ["web", "shop"]) {
    await createDeployment(place, name, 1);
    await createScaler(place, name, { syncPeriodSeconds });
  }
  return place;
}

/** A metrics API ... */
export function hanging(world: () => World): void {
  it("that hangs in forty namespaces delays nothing else", async () => {
    const { metrics } = world();
    const open = () => openHanging(world(), 120);
    const places = await Promise.all(Array.from({ length: namespaces }, open));
    const [place] = places as [Place];
    const asked = () => places.map(({ namespace }) => metrics.in(namespace).lists);
    const once = places.map(() => 1);
    await setNodes(place, 1);
    await createScaled(place, "other");
    await eventually(() => {
      expect(asked()).toEqual(once);
    });

    for (const count of [2, 3, 4, 5]) {
      await setNodes(place, count);
      await untilCount(place, "other", count);
    }
    // None has timed out yet: it would have been repeated.
    expect(asked()).toEqual(once);
    for (const { namespace } of places) metrics.in(namespace).fault = null;
  });

  it("that hangs gets one request at a time for all objects of a namespace", async () => {
    const syncPeriodSeconds = 4;
    const { cluster, metrics } = world();
    const { namespace } = await openHanging(world(), syncPeriodSeconds);
    await eventually(() => {
      expect(metrics.in(namespace).lists).toBeGreaterThanOrEqual(4);
    });
    const questions = metricsQuestions(await auditOf(cluster, replica), namespace);
    expect(questions.length).toBeGreaterThanOrEqual(3);
    // The API server notices cancelled requests late, and on a busy machine new ones, too.
    expect(meanGapMs(questions)).toBeGreaterThan(givenUpMs(syncPeriodSeconds) / 2);
  });
}
