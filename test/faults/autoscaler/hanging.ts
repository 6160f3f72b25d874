import { expect, it } from "vitest";

import { eventually } from "../../integration/eventually.ts";
import { createScaler } from "../busy-place.ts";
import {
  createDeployment,
  createScaled,
  deployment,
  makePlace,
  setNodes,
  type Place,
} from "../fault-cluster.ts";
import { auditOf, leastGapMs, metricsQuestions } from "../requests.ts";
import { replica, type World } from "./workload.ts";

/** More than the operator has connections for all else. */
const namespaces = 40;
const syncPeriodSeconds = 6;
/** After 80% of the period. */
const givenUpMs = 4_800;
/** Before any of the questions is given up. */
const soonMs = 3_000;

/** A metrics API ... */
export function hanging(world: () => World): void {
  it("that hangs in forty namespaces is asked once at a time in each, and holds up nothing else", async () => {
    const { cluster, metrics } = world();
    const open = async (): Promise<Place> => {
      const place = await makePlace(cluster);
      metrics.in(place.namespace).fault = () => 0;
      for (const name of ["web", "shop"]) {
        await createDeployment(place, name, 1);
        await createScaler(place, name, { syncPeriodSeconds });
      }
      return place;
    };
    const places = await Promise.all(Array.from({ length: namespaces }, open));
    const [place] = places as [Place];
    await setNodes(place, 1);
    await createScaled(place, "other");
    const asked = (least: number) =>
      eventually(() => {
        for (const { namespace } of places) {
          expect(metrics.in(namespace).lists).toBeGreaterThanOrEqual(least);
        }
      }, 30_000);

    await asked(1);
    for (const count of [2, 3, 4, 5]) {
      await setNodes(place, count);
      await eventually(async () => {
        expect((await deployment(place, "other")).replicas).toBe(count);
      }, soonMs);
    }
    await asked(3);
    const events = await auditOf(cluster, replica);
    for (const { namespace } of places) {
      const questions = metricsQuestions(events, namespace);
      expect(questions.length).toBeGreaterThanOrEqual(2);
      // The API server notices late what was given up, and on a busy machine what was asked, too.
      expect(leastGapMs(questions)).toBeGreaterThan(givenUpMs / 2);
    }
  });
}
