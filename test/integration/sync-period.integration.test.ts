import { expect } from "vitest";

import { CustomMetrics } from "../../hack/cluster/metrics/custom-metrics.ts";
import { describeRequest, receivedAt, requestsOfOperator } from "./cluster/audit.ts";
import { eventually } from "./eventually.ts";
import { scaleTarget } from "./cluster/objects.ts";
import { it, type Workloads } from "./cluster/workloads.ts";

const autoscalers = "apis/autoscaling.trimtab.dev/v1alpha1/autoscalers";
const periods = { often: { syncPeriodSeconds: 3 }, seldom: {} };

/** Each Autoscaler requests a metric with its own name. */
const external = (name: string) => ({
  type: "External" as const,
  external: { metric: { name }, target: { type: "AverageValue" as const, averageValue: "1" } },
});

/** Milliseconds between consecutive requests for the metric. */
async function gapsOf({ cluster, namespace }: Workloads, metric: string): Promise<number[]> {
  const requests = await requestsOfOperator(cluster, namespace);
  const times = requests
    .filter(request => describeRequest(request) === `list ${metric}`)
    .map(receivedAt);
  return times.slice(1).map((time, index) => time - times[index]!);
}

/** The first gaps differ: a target that becomes ready, or a new phase of the period, brings a sync forward. */
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

it("an Autoscaler that names no period has one of 15 s, five times as long as one of 3 s", async ({
  workloads,
}) => {
  const metrics = new CustomMetrics(workloads.cluster);
  const { namespace } = workloads;
  for (const [name, period] of Object.entries(periods)) {
    await metrics.setExternal({ namespace, metric: name, value: "1" });
    await workloads.run(name, { replicas: 1, usage: {} });
    const created = await workloads.create(autoscalers, {
      ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler" },
      metadata: { name },
      spec: {
        ...{ scaleTargetRef: scaleTarget("Deployment", name), maxReplicas: 5 },
        ...{ ...period, metrics: [external(name)] },
      },
    });
    expect(created.spec).toMatchObject({ syncPeriodSeconds: 15, ...period });
  }
  await eventually(async () => {
    expect((await gapsOf(workloads, "seldom")).length).toBeGreaterThanOrEqual(3);
  }, 120_000);
  const [often, seldom] = [await gapsOf(workloads, "often"), await gapsOf(workloads, "seldom")];
  const ratio = median(seldom) / median(often);
  expect(ratio).toBeGreaterThan(4);
  expect(ratio).toBeLessThan(6);
  await metrics.clear(namespace);
});
