import { describe, expect } from "vitest";

import { CustomMetrics } from "../../hack/cluster/custom-metrics.ts";
import { replay } from "../../engine/replay.ts";
import { eventually } from "./eventually.ts";
import { it, type Workloads } from "./workloads.ts";

/** Up to 4 and down to 1 again, a step every three periods of 3 s. */
const sixSteps = 120_000;
const metric = { type: "External" as const, external: { metric: { name: "rps" } } };

/** Requests of the service, of which each replica has its part. */
const perReplica = { metric, valueType: "AverageValue" as const, durationSeconds: 3 };
const thresholds = [
  {
    name: "busy",
    type: "Value" as const,
    value: { ...perReplica, comparison: "GreaterThan" as const, value: "50", increment: 1 },
  },
  {
    name: "calm",
    type: "Value" as const,
    value: { ...perReplica, comparison: "LessThan" as const, value: "25", increment: -1 },
  },
];

async function requests({ cluster, namespace }: Workloads, value: string): Promise<void> {
  await new CustomMetrics(cluster).setExternal({ namespace, metric: "rps", value });
}

const replicasBecome = (workloads: Workloads, want: number) =>
  eventually(async () => {
    expect(await workloads.replicas("web")).toBe(want);
  }, sixSteps);

/** As long as the votes say so, nothing is written. */
async function rests(workloads: Workloads, want: number): Promise<void> {
  await replicasBecome(workloads, want);
  await new Promise(resolve => setTimeout(resolve, 12_000));
  expect(await workloads.replicas("web")).toBe(want);
}

const queue = { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "10" } };

describe.concurrent("value thresholds", () => {
  // prettier-ignore
  it.for([
    { when: "alone",                  metrics: [] },
    { when: "beside a metric that waits 300 s before it goes down", metrics: [{ type: "External", external: queue }] },
  ] as const)(
    "go up and come down again $when",
    { timeout: 2 * sixSteps },
    async ({ metrics }, { workloads }) => {
      const { cluster, namespace } = workloads;
      await new CustomMetrics(cluster).setExternal({ namespace, metric: "queue", value: "5" });
      await requests(workloads, "160");
      await workloads.run("web", { replicas: 1, usage: {} });
      await workloads.scaler("web", { metrics: metrics as never, thresholds });
      await rests(workloads, 4);
      const risen = await workloads.scalerStatus("web");
      expect(replay(risen.decision!)).toMatchObject({ ok: true });
      expect(await workloads.verdicts("web")).toMatchObject({
        Ready: "True/Ready",
        ScalingActive: "True/ValidMetricFound",
      });

      await requests(workloads, "20");
      await rests(workloads, 1);
    },
  );
});
