import { expect } from "vitest";

import { eventually } from "../../integration/eventually.ts";
import { createScaled, deployment, setNodes } from "../cluster/fault-cluster.ts";
import { auditOf, metricsQuestions } from "../requests.ts";
import {
  comesTo,
  idle,
  replica,
  says,
  settled,
  sizeOf,
  type Workload,
  type World,
} from "./workload.ts";

/** It affects all namespaces, so no other test may run at the same time. */
export async function takenAway({ cluster, metrics }: World, web: Workload): Promise<void> {
  const { place } = await settled(web);
  await createScaled(place, "other");
  const size = await sizeOf(web);

  const began = new Date();
  await metrics.unregister();
  web.answers.usageOf = idle;
  await says(web, "ScalingActive", "False/FailedGetResourceMetric", "install metrics-server");
  await setNodes(place, 3);
  await eventually(async () => {
    expect((await deployment(place, "other")).replicas).toBe(3);
  });
  // The operator asks again only after it has processed the first refusal.
  await eventually(async () => {
    const asked = metricsQuestions(await auditOf(cluster, replica, began), place.namespace);
    expect(asked.filter(({ code }) => code === 404).length).toBeGreaterThanOrEqual(2);
  });
  expect(await sizeOf(web)).toEqual(size);

  await metrics.register();
  await comesTo(web, 1);
  await says(web, "ScalingActive", "True/ValidMetricFound");
}
