import { afterAll, beforeAll, describe, expect, inject } from "vitest";

import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { mustRequest } from "../../hack/cluster/api.ts";
import { Exporter } from "../../hack/cluster/prometheus/exporter.ts";
import { startPrometheus, type Prometheus } from "../../hack/cluster/prometheus/start.ts";
import { sharedOperator } from "./cluster/shared-operator.ts";
import { it, type Workloads } from "./cluster/workloads.ts";
import { eventually } from "./eventually.ts";

const query = "sum(queue)";
const golden = "../../docs/stories/metrics-die-at-peak.txt";

/** A Prometheus that loses what it has stored when it stops, and what it scrapes. */
class Monitoring {
  readonly #exporter: Exporter;
  #prometheus: Prometheus | undefined;

  private constructor(exporter: Exporter) {
    this.#exporter = exporter;
  }

  static async start(): Promise<Monitoring> {
    const monitoring = new Monitoring(await Exporter.start());
    await monitoring.starts();
    return monitoring;
  }

  async starts(): Promise<void> {
    const { shopPort: port } = inject("metricSources");
    this.#prometheus = await startPrometheus({ targets: [this.#exporter.url], port });
  }

  async stops(): Promise<void> {
    await this.#prometheus?.stop();
    this.#prometheus = undefined;
  }

  /** The result of the query, for anyone. */
  async answer(): Promise<string> {
    if (!this.#prometheus) return "refuses connections";
    const [one] = await this.#prometheus.query(query);
    return one?.value[1] ?? "no series";
  }

  /** Null: no series. */
  has({ namespace }: Workloads, messages: number | null): void {
    const series = `queue{namespace="${namespace}"}`;
    if (messages === null) this.#exporter.remove(series);
    else this.#exporter.set(series, messages);
  }

  async close(): Promise<void> {
    await Promise.all([this.stops(), this.#exporter.close()]);
  }
}

interface Moment {
  readonly told: string;
  readonly happens?: () => unknown;
  /** The replicas that the workload gets or keeps. */
  readonly replicas: number;
  /** What Prometheus answers. */
  readonly answer: string;
  readonly summary: string;
  /** The condition FallbackActive. */
  readonly fallback?: string;
}

const widths = [40, 11, 19, 38, 0];
const row = (...cells: readonly string[]): string =>
  cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join(" | ")
    .trimEnd();

/**
 * Lets each moment happen, and waits for its effect: one line each. The operator writes at once what these
 * lines show of a status; other words for an unchanged size may wait.
 */
async function trajectory(
  { workloads, monitoring }: { workloads: Workloads; monitoring: Monitoring },
  moments: readonly Moment[],
): Promise<string> {
  const lines = [row("", "size", "Prometheus", "why", "FallbackActive")];
  for (const { told, happens, replicas, answer, summary, fallback = "-" } of moments) {
    await happens?.();
    await eventually(async () => {
      const seen = {
        replicas: await workloads.replicas("web"),
        answer: await monitoring.answer(),
        summary: (await workloads.scalerStatus("web")).summary,
        fallback: (await workloads.verdicts("web"))["FallbackActive"] ?? "-",
      };
      expect(seen, told).toEqual({ replicas, answer, summary, fallback });
    });
    lines.push(row(told, `${replicas} replicas`, answer, summary, fallback));
  }
  return `${lines.join("\n")}\n`;
}

/** The operator's queries to the Prometheus so far that were answered. */
async function answered(): Promise<number> {
  const text = await (await fetch(`${sharedOperator().metricsUrl}/metrics`)).text();
  const line = /^trimtab_metric_source_queries_total\{source="shop",code="200"\} (\d+)$/m.exec(
    text,
  );
  return Number(line?.[1] ?? 0);
}

/** The reasons of its events about fallbacks, one for each begin and each end. */
async function fallbackEvents(workloads: Workloads): Promise<string[]> {
  const path = workloads.path("api/v1/events");
  const { items = [] } = await mustRequest(workloads.cluster, "GET", path);
  const events = items as readonly { readonly reason?: string; readonly count?: number }[];
  return events
    .flatMap(({ reason = "", count = 1 }) => Array<string>(count).fill(reason))
    .filter(reason => reason.startsWith("Fallback"))
    .sort();
}

let monitoring: Monitoring;
beforeAll(async () => {
  monitoring = await Monitoring.start();
});
afterAll(async () => {
  await monitoring.close();
});

describe("a workload whose Prometheus stops at peak", () => {
  it("keeps its size by its fallback, which an empty answer does not end, then by the window, and recovers", async ({
    workloads,
  }) => {
    const behavior = (
      stabilizationWindowSeconds: number,
    ): NonNullable<AutoscalerSpec["behavior"]> => ({
      scaleDown: { stabilizationWindowSeconds },
      scaleUp: { policies: [{ type: "Pods", value: 20, periodSeconds: 3 }] },
    });
    const spec: Partial<AutoscalerSpec> = {
      ...{ minReplicas: 2, maxReplicas: 20, behavior: behavior(600) },
      metrics: [
        {
          type: "Prometheus",
          prometheus: {
            ...{ source: "shop", query },
            target: { type: "AverageValue", averageValue: 10 },
          },
          fallback: { failureDurationSeconds: 6, replicas: 6, behavior: "CurrentIfHigher" },
        },
      ],
    };
    const asked = (count: number) => `Prometheus query sum(queu… asked for ${count}`;
    const peak = { replicas: 8, answer: "80", summary: asked(8) };
    const failing = "True/FailedGetPrometheusMetric";
    const covered = { replicas: 8, summary: "fallback of a metric", fallback: failing };
    const over = "False/NoFallback";
    monitoring.has(workloads, 30);
    await workloads.run("web", { replicas: 3, usage: {} });
    await eventually(async () => {
      // After its start, it takes seconds to find what it scrapes.
      expect(await monitoring.answer()).toBe("30");
    });
    const told = await trajectory({ workloads, monitoring }, [
      {
        told: "30 messages, 10 for each pod",
        happens: () => workloads.scaler("web", spec),
        ...{ replicas: 3, answer: "30", summary: asked(3) },
      },
      {
        told: "the peak: 80 messages",
        happens: () => {
          monitoring.has(workloads, 80);
        },
        ...peak,
      },
      {
        told: "Prometheus stops",
        happens: () => monitoring.stops(),
        ...{ ...peak, answer: "refuses connections", summary: "metrics unavailable" },
      },
      { told: "6 s later, the fallback takes over", answer: "refuses connections", ...covered },
      {
        told: "Prometheus is back, without data",
        happens: async () => {
          monitoring.has(workloads, null);
          const before = await answered();
          await monitoring.starts();
          await eventually(async () => {
            expect(await answered()).toBeGreaterThanOrEqual(before + 2);
          });
        },
        ...{ answer: "no series", ...covered },
      },
      {
        told: "then it reports zeros",
        happens: () => {
          monitoring.has(workloads, 0);
        },
        ...{ replicas: 8, answer: "0", summary: "held by the window", fallback: over },
      },
      {
        told: "then the real queue, which has grown",
        happens: () => {
          monitoring.has(workloads, 90);
        },
        ...{ replicas: 9, answer: "90", summary: asked(9), fallback: over },
      },
      {
        told: "the peak is over, and so is the window",
        happens: async () => {
          monitoring.has(workloads, 30);
          await workloads.editScaler("web", { behavior: behavior(0) });
        },
        ...{ replicas: 3, answer: "30", summary: asked(3), fallback: over },
      },
    ]);
    await expect(told).toMatchFileSnapshot(golden);
    await eventually(async () => {
      expect(await fallbackEvents(workloads)).toEqual(["FallbackActive", "FallbackEnded"]);
    });
  });
});
