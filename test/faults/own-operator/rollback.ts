import { expect } from "vitest";

import { actingFor, mustRequest } from "../../../hack/cluster/api.ts";
import { operatorUser } from "../../../hack/cluster/operator/chart.ts";
import { eventually } from "../../integration/eventually.ts";
import {
  createBusy,
  createScaler,
  makeBusyPlace,
  scalerPath,
  scalerStatus,
} from "../cluster/busy-place.ts";
import { deployment, untilCount } from "../cluster/fault-cluster.ts";
import { operatorIn, type Test } from "../cluster/operator-in.ts";
import type { Scene } from "../cluster/scene.ts";

/** A history that a newer release has written is not misread, and a new one begins. */
export async function rollback({ cluster, metrics }: Scene, test: Test): Promise<void> {
  const place = await makeBusyPlace(cluster);
  const start = operatorIn(place, test, { replica: "rollback" });
  const operator = await start();
  metrics.in(place.namespace).usageOf = ({ siblings }) => 200 / siblings;
  await createBusy(place, "web", 1);
  await createScaler(place, "web", { behavior: {} });
  await untilCount(place, "web", 4);
  await eventually(async () => {
    expect((await scalerStatus(place, "web")).history?.pending).toBeUndefined();
  });
  await operator.stop();

  // The API server keeps all of it, so that a newer release would find it again. Read as version 1,
  // it would recommend 1.
  const saved = (await scalerStatus(place, "web")).history;
  const recommendations = [{ value: 1, since: "2026-01-02T03:04:05Z", confidence: "high" }];
  const newer = { ...saved, version: 2, recommendations, scaleEvents: null, past: "AQID" };
  const path = `${scalerPath(place, "web")}/status`;
  const release = actingFor(cluster, { user: operatorUser });
  const status = { history: newer };
  const written = await mustRequest(release, "PATCH", path, { status });
  expect(written.status).toMatchObject({ history: { version: 2, recommendations, past: "AQID" } });

  metrics.in(place.namespace).usageOf = () => 1;
  await start();
  const next = await eventually(async () => {
    const found = await scalerStatus(place, "web");
    expect(found.conditions).toContainEqual(
      expect.objectContaining({ type: "HistoryReset", status: "True", reason: "UnknownVersion" }),
    );
    expect(found.decision?.steps).toContainEqual(
      expect.objectContaining({ reason: "ScaleDownStabilized", after: 4 }),
    );
    return found;
  });
  expect(next.history).toMatchObject({ version: 1, recommendations: [{ value: 4 }, {}] });
  expect(next.history).not.toHaveProperty("past");
  expect((await deployment(place, "web")).replicas).toBe(4);
}
