import { expect } from "vitest";

import type { AutoscalerSpec, AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import { CustomMetrics } from "../../hack/cluster/metrics/custom-metrics.ts";
import { describeRequest, requestsOfOperator, statusesOf } from "./cluster/audit.ts";
import { eventually } from "./eventually.ts";
import type { Workloads } from "./cluster/workloads.ts";

const metric = "wanted";

/** Requests as many replicas as the metric says, at every decision. */
export const asWanted: Partial<AutoscalerSpec> = {
  maxReplicas: 20,
  syncPeriodSeconds: 3,
  metrics: [
    {
      type: "External",
      external: { metric: { name: metric }, target: { type: "AverageValue", averageValue: "1" } },
    },
  ],
  behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
};

/** The whole step at once; the default is 4 replicas or 100% in 15 s. */
export const upAtOnce = { policies: [{ type: "Pods" as const, value: 100, periodSeconds: 15 }] };

/** Sets how many replicas the metric requests. */
export const want = ({ cluster, namespace }: Workloads, count: number): Promise<void> =>
  new CustomMetrics(cluster).setExternal({ namespace, metric, value: String(count) });

/** Waits for this many more decisions, each of which requests the metric of this name. */
export async function syncs(
  { cluster, namespace }: Workloads,
  count: number,
  name = metric,
): Promise<void> {
  const asked = async () => {
    const requests = (await requestsOfOperator(cluster, namespace)).map(describeRequest);
    return requests.filter(request => request === `list ${name}`).length;
  };
  const before = await asked();
  await eventually(async () => {
    expect(await asked()).toBeGreaterThan(before + count);
  });
}

export const becomes = (workloads: Workloads, count: number, collection?: string) =>
  eventually(async () => {
    expect(await workloads.replicas("web", collection)).toBe(count);
  });

/** Every step of every decision in a status, including short-lived ones. */
export async function stepsOf(workloads: Workloads) {
  const statuses = await statusesOf<AutoscalerStatus>(workloads, "web");
  return statuses.flatMap(({ decision }) => decision?.steps ?? []);
}

/** Waits until a stage of a decision changed or kept the count for this reason. */
export const decides = (workloads: Workloads, reason: string, before: number, after: number) =>
  eventually(async () => {
    const steps = await stepsOf(workloads);
    expect(steps).toContainEqual(expect.objectContaining({ reason, before, after }));
  });
