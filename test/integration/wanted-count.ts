import { expect } from "vitest";

import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { CustomMetrics } from "../../hack/cluster/custom-metrics.ts";
import { describeRequest, requestsOfOperator } from "./audit.ts";
import { eventually } from "./eventually.ts";
import type { Workloads } from "./workloads.ts";

const metric = "wanted";
/** Several sync periods, on a busy machine. */
const soonMs = 30_000;

/** Asks for as many replicas as the metric says, at every look. */
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

/** How many replicas the metric asks for from now on. */
export const want = ({ cluster, namespace }: Workloads, count: number): Promise<void> =>
  new CustomMetrics(cluster).setExternal({ namespace, metric, value: String(count) });

/** So many decisions later, each of which has asked for the metric. */
export async function syncs({ cluster, namespace }: Workloads, count: number): Promise<void> {
  const asked = async () => {
    const requests = (await requestsOfOperator(cluster, namespace)).map(describeRequest);
    return requests.filter(request => request === `list ${metric}`).length;
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

/** The latest decision came by this effect of a stage to this count. */
export const isHeld = (workloads: Workloads, reason: string, from: number, to: number) =>
  eventually(async () => {
    const { decision } = await workloads.scalerStatus("web");
    const held = decision?.steps.find(step => step.reason === reason);
    expect(held).toMatchObject({ before: from, after: to });
  }, soonMs);
