import { describe, expect } from "vitest";

import { CustomMetrics, type MetricsGroup } from "../../hack/cluster/metrics/custom-metrics.ts";
import { requestsOfOperator, scaleWritesTo } from "./cluster/audit.ts";
import { customLoads, metricOf } from "./custom-load.ts";
import { eventually } from "./eventually.ts";
import { deployments } from "./cluster/sandbox.ts";
import { it, type Workloads } from "./cluster/workloads.ts";

/** The first samples of new pods take half a minute. */
const sampled = 100_000;
const soon = { scaleDown: { stabilizationWindowSeconds: 0 } };
const target = { type: "AverageValue" as const, averageValue: "10" };
const replicasBecome = (workloads: Workloads, name: string, want: number) =>
  eventually(async () => {
    expect(await workloads.replicas(name)).toBe(want);
  }, sampled);

const scalingActive = async (workloads: Workloads) => {
  const { conditions = [] } = await workloads.scalerStatus("web");
  const { status, reason, message = "" } = conditions.find(c => c.type === "ScalingActive") ?? {};
  return { verdict: `${status}/${reason}`, message };
};

/** Waits until at least two requests after this call have a response or have timed out. */
async function isAskedTwice({ cluster, namespace }: Workloads, group: MetricsGroup) {
  const questions = async () =>
    (await requestsOfOperator(cluster, namespace)).filter(
      ({ objectRef }) => objectRef?.apiGroup === group,
    ).length;
  const before = await questions();
  await eventually(async () => {
    // One of them may have been in flight.
    expect(await questions()).toBeGreaterThanOrEqual(before + 3);
  });
}

describe.concurrent("a metrics API that fails, then hangs, then recovers", () => {
  it.for(customLoads)(
    "scales nothing down by its $type metric, is named in the condition, and stops no other metric",
    async (load, { workloads }) => {
      const { type, group } = load;
      const metrics = new CustomMetrics(workloads.cluster);
      const { namespace } = workloads;
      await workloads.run("web", { replicas: 4, usage: {} });
      await workloads.run("api", { replicas: 2, usage: { cpu: "95m" } });
      const cpu = workloads.share("api", 190);
      await workloads.scaler("api", { behavior: soon });
      await eventually(async () => {
        const { status } = await workloads.get(deployments, "web");
        expect(status).toMatchObject({ readyReplicas: 4 });
      });
      await load.set(workloads, 40);
      await workloads.scaler("web", { metrics: [metricOf(load, target)] as never, behavior: soon });
      await eventually(async () => {
        expect((await scalingActive(workloads)).verdict).toBe("True/ValidMetricFound");
      });

      const faults = [
        {
          fault: { mode: "failing", status: 503 },
          says: /unable to handle the request/,
          cpu: 190,
          api: 4,
        },
        { fault: { mode: "hanging" }, says: /no answer within the deadline/, cpu: 40, api: 1 },
      ] as const;
      for (const { fault, says, cpu: total, api } of faults) {
        await metrics.setFault(group, fault, namespace);
        cpu.total = total;
        await eventually(async () => {
          const { verdict, message } = await scalingActive(workloads);
          expect(verdict).toBe(`False/FailedGet${type}Metric`);
          expect(message).toMatch(says);
          const { summary } = await workloads.scalerStatus("web");
          expect(summary).toBe("metrics unavailable");
          expect(await workloads.verdicts("web")).toMatchObject({ Ready: "True/Ready" });
        });
        // Only now: the adapter may still have been answering a request from before the fault.
        await load.set(workloads, 10);
        await replicasBecome(workloads, "api", api);
        await isAskedTwice(workloads, group);
      }
      expect(await scaleWritesTo(workloads, "web")).toBe(0);
      expect(await workloads.replicas("web")).toBe(4);

      await metrics.setFault(group, null, namespace);
      await replicasBecome(workloads, "web", 1);
      await eventually(async () => {
        expect((await scalingActive(workloads)).verdict).toBe("True/ValidMetricFound");
      });
      await metrics.clear(namespace);
    },
  );
});
