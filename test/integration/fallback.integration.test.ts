import { describe, expect } from "vitest";

import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { CustomMetrics } from "../../hack/cluster/metrics/custom-metrics.ts";
import { eventually } from "./eventually.ts";
import { it, type Workloads } from "./cluster/workloads.ts";

const group = "external.metrics.k8s.io";

const queueOf = (averageValue: number, rules: object): NonNullable<AutoscalerSpec["metrics"]> => [
  {
    type: "External",
    external: { metric: { name: "queue" }, target: { type: "AverageValue", averageValue } },
    ...rules,
  },
];

/** The length of the queue, and whether its metric can be read. */
class Queue {
  readonly #metrics: CustomMetrics;
  readonly #namespace: string;

  constructor({ cluster, namespace }: Workloads) {
    this.#metrics = new CustomMetrics(cluster);
    this.#namespace = namespace;
  }

  async has(messages: number): Promise<void> {
    const value = String(messages);
    await this.#metrics.setExternal({ namespace: this.#namespace, metric: "queue", value });
  }

  async dies(): Promise<void> {
    await this.#metrics.setFault(group, { mode: "failing", status: 503 }, this.#namespace);
  }

  async answers(): Promise<void> {
    await this.#metrics.setFault(group, null, this.#namespace);
  }
}

describe.concurrent("a workload whose metric fails", () => {
  it("gets the count of its fallback, until the metric answers", async ({ workloads }) => {
    const queue = new Queue(workloads);
    await queue.has(30);
    await workloads.run("web", { replicas: 3, usage: {} });
    await queue.dies();
    const fallback = { failureDurationSeconds: 3, replicas: 5 };
    await workloads.scaler("web", { metrics: queueOf(10, { fallback }) });
    await eventually(async () => {
      const { FallbackActive } = await workloads.verdicts("web");
      expect(FallbackActive).toBe("True/FailedGetExternalMetric");
      expect(await workloads.replicas("web")).toBe(5);
    });
    await queue.answers();
    await eventually(async () => {
      const { FallbackActive } = await workloads.verdicts("web");
      expect(FallbackActive).toBe("False/NoFallback");
    });
    expect(await workloads.replicas("web")).toBe(5);
  });
});

describe.concurrent("a workload without work", () => {
  it("goes to 0 in steps, and is awake within one sync of work", async ({ workloads }) => {
    const queue = new Queue(workloads);
    await queue.has(5);
    await workloads.run("web", { replicas: 3, usage: {} });
    await workloads.scaler("web", {
      minReplicas: 0,
      metrics: queueOf(1, { activation: { value: "5" } }),
      idle: { afterSeconds: 6 },
      behavior: {
        scaleDown: {
          stabilizationWindowSeconds: 0,
          policies: [{ type: "Pods", value: 1, periodSeconds: 3 }],
        },
      },
    });
    const sizes: number[] = [];
    await eventually(async () => {
      const replicas = await workloads.replicas("web");
      if (sizes.at(-1) !== replicas) sizes.push(replicas);
      expect(replicas).toBe(0);
    });
    expect(sizes).toEqual([3, 2, 1, 0]);
    await eventually(async () => {
      expect((await workloads.verdicts("web"))["ScaledToZero"]).toBe("True/ScaledToZero");
    });
    await queue.has(6);
    await eventually(async () => {
      expect(await workloads.replicas("web")).toBeGreaterThan(0);
    });
  });
});
