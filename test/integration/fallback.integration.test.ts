import { describe, expect } from "vitest";

import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { CustomMetrics } from "../../hack/cluster/metrics/custom-metrics.ts";
import { eventually } from "./eventually.ts";
import { it, type Workloads } from "./cluster/workloads.ts";

const group = "external.metrics.k8s.io";
const golden = "../../docs/stories/metrics-die-at-peak.txt";

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

interface Moment {
  readonly told: string;
  readonly happens: () => Promise<unknown>;
  /** The replicas that the workload gets or keeps. */
  readonly replicas: number;
  readonly summary: string;
  /** The condition FallbackActive. */
  readonly fallback?: string;
}

/** Lets each moment happen, and waits for its effect: one line each. */
async function trajectory(workloads: Workloads, moments: readonly Moment[]): Promise<string> {
  const lines: string[] = [];
  for (const { told, happens, replicas, summary, fallback } of moments) {
    await happens();
    await eventually(async () => {
      const seen = {
        replicas: await workloads.replicas("web"),
        summary: (await workloads.scalerStatus("web")).summary,
        fallback: (await workloads.verdicts("web"))["FallbackActive"],
      };
      expect(seen, told).toEqual({ replicas, summary, fallback });
    });
    const size = `${replicas} replicas`.padEnd(11);
    lines.push(`${told.padEnd(46)} | ${size} | ${summary.padEnd(40)} | ${fallback ?? "-"}`);
  }
  const titles = ["", "size", "why", "FallbackActive"];
  const heading = titles.map((title, index) => title.padEnd([46, 11, 40, 0][index] ?? 0));
  return `${[heading.join(" | "), ...lines].map(line => line.trimEnd()).join("\n")}\n`;
}

const nothing = (): Promise<void> => Promise.resolve();

describe.concurrent("a workload whose metrics are out", () => {
  it("keeps its size at peak, by its fallback and then by the window, and recovers", async ({
    workloads,
    expect: expectHere,
  }) => {
    const queue = new Queue(workloads);
    const fallback = { failureDurationSeconds: 6, replicas: 6, behavior: "CurrentIfHigher" };
    const behavior = (stabilizationWindowSeconds: number) => ({
      scaleDown: { stabilizationWindowSeconds },
      scaleUp: { policies: [{ type: "Pods" as const, value: 20, periodSeconds: 3 }] },
    });
    await queue.has(30);
    await workloads.run("web", { replicas: 3, usage: {} });
    const spec = { minReplicas: 2, maxReplicas: 20, metrics: queueOf(10, { fallback }) };
    const failing = "True/FailedGetExternalMetric";
    const over = "False/NoFallback";
    const told = await trajectory(workloads, [
      {
        told: "30 messages, 10 for each pod",
        happens: () => workloads.scaler("web", { ...spec, behavior: behavior(600) }),
        ...{ replicas: 3, summary: "external metric queue asked for 3" },
      },
      {
        told: "the peak: 90 messages",
        happens: () => queue.has(90),
        ...{ replicas: 9, summary: "external metric queue asked for 9" },
      },
      {
        told: "the metrics die",
        happens: () => queue.dies(),
        ...{ replicas: 9, summary: "metrics unavailable" },
      },
      {
        told: "6 s later the fallback takes over",
        happens: nothing,
        ...{ replicas: 9, summary: "fallback of a metric", fallback: failing },
      },
      {
        told: "the metrics answer, with zeros",
        happens: async () => {
          await queue.has(0);
          await queue.answers();
        },
        ...{ replicas: 9, summary: "held by the window", fallback: over },
      },
      {
        told: "and with the real queue again",
        happens: () => queue.has(90),
        ...{ replicas: 9, summary: "external metric queue asked for 9", fallback: over },
      },
      {
        told: "the peak is over: 30 messages",
        happens: () => queue.has(30),
        ...{ replicas: 9, summary: "held by the window", fallback: over },
      },
      {
        told: "so is the window",
        happens: () => workloads.editScaler("web", { behavior: behavior(0) }),
        ...{ replicas: 3, summary: "external metric queue asked for 3", fallback: over },
      },
    ]);
    await expectHere(told).toMatchFileSnapshot(golden);
    await queue.has(30);
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
