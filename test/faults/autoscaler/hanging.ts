import { expect, it } from "vitest";

import { eventually } from "../../integration/eventually.ts";
import { createScaler } from "../busy-place.ts";
import {
  createDeployment,
  createScaled,
  makePlace,
  setNodes,
  type Place,
  untilCount,
} from "../fault-cluster.ts";
import { auditOf, leastGapMs, metricsQuestions } from "../requests.ts";
import { replica, type World } from "./workload.ts";

/** More than the operator has connections for all else. */
const namespaces = 40;
/** A question is given up after 80% of its object's period. */
const givenUpMs = (syncPeriodSeconds: number): number => 800 * syncPeriodSeconds;

/** Two objects that ask the same question, which gets no answer. */
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
  it("that hangs in forty namespaces holds up nothing else", async () => {
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
    }, 30_000);

    for (const count of [2, 3, 4, 5]) {
      await setNodes(place, count);
      await untilCount(place, "other", count);
    }
    // None was given up meanwhile: it would have been asked again.
    expect(asked()).toEqual(once);
    for (const { namespace } of places) metrics.in(namespace).fault = null;
  });

  it("that hangs is asked once at a time by all objects of a namespace", async () => {
    const syncPeriodSeconds = 6;
    const { cluster, metrics } = world();
    const { namespace } = await openHanging(world(), syncPeriodSeconds);
    await eventually(() => {
      expect(metrics.in(namespace).lists).toBeGreaterThanOrEqual(3);
    }, 60_000);
    const questions = metricsQuestions(await auditOf(cluster, replica), namespace);
    expect(questions.length).toBeGreaterThanOrEqual(2);
    // The API server notices late what was given up, and on a busy machine what was asked, too.
    expect(leastGapMs(questions)).toBeGreaterThan(givenUpMs(syncPeriodSeconds) / 2);
  });
}
