import { describe, expect } from "vitest";

import { CustomMetrics } from "../../hack/cluster/metrics/custom-metrics.ts";
import { replay } from "../../engine/replay.ts";
import { customLoads, metricOf } from "./custom-load.ts";
import { eventually } from "./eventually.ts";
import { deployments } from "./cluster/sandbox.ts";
import { syncs } from "./wanted-count.ts";
import { it, type Workloads } from "./cluster/workloads.ts";

/** Up to 4 and down to 1 again, one step every three periods of 3 s. */
const sixSteps = 120_000;
const metric = { type: "External" as const, external: { metric: { name: "rps" } } };

/** Requests to the service, shared by the replicas. */
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

/** Waits for this count, and that it stays for four more decisions. */
async function rests(workloads: Workloads, want: number): Promise<void> {
  await replicasBecome(workloads, want);
  await syncs(workloads, 3, "rps");
  expect(await workloads.replicas("web")).toBe(want);
}

/** Long enough for the samples of added replicas, and short for a test. */
const behavior = { scaleDown: { stabilizationWindowSeconds: 6 } };
const queue = { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "10" } };

describe.concurrent("value thresholds", () => {
  // prettier-ignore
  it.for([
    { when: "alone",                  metrics: [] },
    { when: "with a metric",          metrics: [{ type: "External", external: queue }] },
  ] as const)(
    "go up and come down again $when",
    { timeout: 2 * sixSteps },
    async ({ metrics }, { workloads }) => {
      const { cluster, namespace } = workloads;
      await new CustomMetrics(cluster).setExternal({ namespace, metric: "queue", value: "5" });
      await requests(workloads, "160");
      await workloads.run("web", { replicas: 1, usage: {} });
      await workloads.scaler("web", { metrics: metrics as never, thresholds, behavior });
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

/** One replica more at 50 or more per replica, one less at 25 or less. */
const exactly = (metric: object) =>
  (["GreaterThanOrEqual", "LessThanOrEqual"] as const).map(comparison => ({
    ...{ name: comparison === "GreaterThanOrEqual" ? "busy" : "calm", type: "Value" },
    value: {
      ...{ metric, valueType: "AverageValue", durationSeconds: 3, comparison },
      ...(comparison === "GreaterThanOrEqual"
        ? { value: "50", increment: 1 }
        : { value: "25", increment: -1 }),
    },
  }));

const isRunning = (workloads: Workloads, name: string, replicas: number) =>
  eventually(async () => {
    const { status } = await workloads.get(deployments, name);
    expect(status).toMatchObject({ readyReplicas: replicas });
  });

/** The threshold votes of the latest decision. */
const says = (workloads: Workloads, ...messages: readonly string[]) =>
  eventually(async () => {
    const { decision } = await workloads.scalerStatus("web");
    expect(decision?.votes.map(({ message }) => message)).toEqual(messages);
  });

describe.concurrent("a value threshold", () => {
  it.for(customLoads)(
    "fires at exactly its value, on a $type metric",
    async (load, { workloads }) => {
      await workloads.run("web", { replicas: 2, usage: {} });
      await isRunning(workloads, "web", 2);
      await load.set(workloads, 80);
      const bounds = { minReplicas: 2, maxReplicas: 3 };
      const value = exactly(metricOf(load)) as never;
      await workloads.scaler("web", { ...bounds, metrics: [], thresholds: value, behavior });
      await says(workloads, "40, not ≥ 50", "40, not ≤ 25");
      await load.set(workloads, 100);
      await replicasBecome(workloads, 3);
      await isRunning(workloads, "web", 3);
      await load.set(workloads, 75);
      await replicasBecome(workloads, 2);
      await new CustomMetrics(workloads.cluster).clear(workloads.namespace);
    },
  );

  it("applies to all monitored workloads", async ({ workloads }) => {
    const [load] = customLoads.filter(({ type }) => type === "External");
    const labels = { service: "shop" };
    await workloads.run("web", { replicas: 1, usage: {}, labels });
    await workloads.run("old", { replicas: 3, usage: {}, labels });
    await load!.set(workloads, 160);
    await workloads.scaler("web", {
      metrics: [],
      thresholds: exactly(metricOf(load!)) as never,
      monitorSelectors: [
        { apiVersion: "apps/v1", kind: "Deployment", selector: { matchLabels: labels } },
      ],
    });
    // All of them share the load, as far as more replicas are concerned. Fewer need the target alone to have little.
    await says(workloads, "40, not ≥ 50", "160, not ≤ 25");
    await load!.set(workloads, 200);
    await replicasBecome(workloads, 2);
    await says(workloads, "40, not ≥ 50", "100, not ≤ 25");
    const { monitored } = await workloads.scalerStatus("web");
    expect(monitored).toEqual({ objects: 2, replicas: 5 });
    await new CustomMetrics(workloads.cluster).clear(workloads.namespace);
  });
});
