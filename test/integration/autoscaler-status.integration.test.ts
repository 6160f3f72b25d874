import { describe, expect } from "vitest";

import { replay } from "../../engine/replay.ts";
import { eventually } from "./eventually.ts";
import { it, utilization, type Workloads } from "./cluster/workloads.ts";

/** The first samples of new pods take half a minute. */
const sampled = 100_000;
const kind = { apiVersion: "apps/v1", kind: "Deployment" };
const service = { service: "shop" };

async function kubectlGet({ cluster, namespace }: Workloads): Promise<string[][]> {
  const args = ["get", "asc", "--namespace", namespace];
  const { code, stdout, stderr } = await cluster.kubectl(args);
  expect(code, stderr).toBe(0);
  const lines = stdout.trimEnd().split("\n");
  return lines.map(line => line.trim().split(/ {2,}/));
}

describe.concurrent("the status of an Autoscaler", () => {
  it("shows the counts, the usage, the target, all monitored workloads, and reasons", async ({
    workloads,
  }) => {
    // Exactly on target, so only the minimum requires more replicas.
    const usage = { cpu: "60m" };
    await workloads.run("web", { replicas: 2, usage, labels: service });
    await workloads.run("old", { replicas: 1, usage, labels: service });
    await workloads.scaler("shop", {
      targetSelector: { ...kind, selector: { matchLabels: { ...service, app: "web" } } },
      monitorSelectors: [{ ...kind, selector: { matchLabels: service } }],
      ...{ minReplicas: 4, maxReplicas: 9, metrics: [utilization("cpu", 60)] },
    });
    const status = await eventually(async () => {
      const found = await workloads.scalerStatus("shop");
      expect(found).toMatchObject({
        ...{ observedGeneration: 1, currentReplicas: 3, desiredReplicas: 3 },
        target: { ...kind, name: "web" },
        monitored: { objects: 2, replicas: 4 },
        lastScaleTime: expect.stringMatching(/Z$/) as string,
        currentMetrics: [{ type: "Resource", resource: { name: "cpu" } }],
      });
      const [metric] = found.currentMetrics ?? [];
      // Measured cpu may be off by one percent.
      expect(Math.abs((metric?.resource?.current.averageUtilization ?? 0) - 60)).toBeLessThan(3);
      return found;
    }, sampled);
    expect(status.decision).toMatchObject({ to: 3, votes: [{ source: "cpu", type: "Count" }] });
    expect(replay(status.decision!)).toEqual({ ok: true, value: 3 });
    expect(await workloads.verdicts("shop")).toMatchObject({
      ...{ Ready: "True/Ready", ScalingActive: "True/ValidMetricFound" },
    });

    await workloads.editScaler("shop", { maxReplicas: 8 });
    await eventually(async () => {
      const { observedGeneration } = await workloads.scalerStatus("shop");
      expect(observedGeneration).toBe(2);
    });
  });

  it("is listed by kubectl get asc for a namespace", async ({ workloads }) => {
    await workloads.run("web", { replicas: 2, usage: {} });
    await workloads.run("api", { replicas: 1, usage: {} });
    await workloads.scaler("web", { mode: "Paused" });
    await workloads.scaler("api", { mode: "Paused", minReplicas: 1, maxReplicas: 5 });
    await eventually(async () => {
      const [header, ...rows] = await kubectlGet(workloads);
      // A paused object requests no count: the next cell is empty.
      expect(header?.slice(0, 6)).toEqual("NAME MODE TARGET MIN MAX CURRENT".split(" "));
      expect(rows.map(row => row.slice(0, 6))).toEqual([
        ["api", "Paused", "api", "1", "5", "1"],
        ["web", "Paused", "web", "1", "10", "2"],
      ]);
    });
  });
});
