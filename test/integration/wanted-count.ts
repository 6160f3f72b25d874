import { expect } from "vitest";

import type { AutoscalerSpec, AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import { CustomMetrics } from "../../hack/cluster/custom-metrics.ts";
import { describeRequest, requestsOfOperator, statusesOf } from "./audit.ts";
import { eventually } from "./eventually.ts";
import type { Workloads } from "./workloads.ts";

const metric = "wanted";
/** Several sync periods, on a busy machine. */
const soonMs = 30_000;

/** Asks for as many replicas as the metric says, at every decision. */
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

/** As far as the metric asks, at once; the default is 4 replicas or 100% in 15 s. */
export const upAtOnce = { policies: [{ type: "Pods" as const, value: 100, periodSeconds: 15 }] };

/** Sets how many replicas the metric asks for. */
export const want = ({ cluster, namespace }: Workloads, count: number): Promise<void> =>
  new CustomMetrics(cluster).setExternal({ namespace, metric, value: String(count) });

/** Waits for so many more decisions, each of which asks for the metric of this name. */
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
  }, soonMs);
}

export const becomes = (workloads: Workloads, count: number, collection?: string) =>
  eventually(async () => {
    expect(await workloads.replicas("web", collection)).toBe(count);
  }, soonMs);

/** Every step of every decision that a status told of, the short-lived ones included. */
export async function stepsOf(workloads: Workloads) {
  const statuses = await statusesOf<AutoscalerStatus>(workloads, "web");
  return statuses.flatMap(({ decision }) => decision?.steps ?? []);
}

/** A stage of some decision changed or left the count for this reason. */
export const decides = (workloads: Workloads, reason: string, before: number, after: number) =>
  eventually(async () => {
    const steps = await stepsOf(workloads);
    expect(steps).toContainEqual(expect.objectContaining({ reason, before, after }));
  }, soonMs);
