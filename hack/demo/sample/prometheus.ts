import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Exporter } from "../../prometheus/exporter.ts";
import { startPrometheus } from "../../prometheus/start.ts";
import type { Sample } from "./catalogue.ts";

/** A Prometheus that has the load of a sample. */
export interface SamplePrometheus {
  readonly exporter: Exporter;
  /** Flags of the operator, for which it is the metric source `platform`. */
  readonly args: readonly string[];
  readonly stop: () => Promise<void>;
}

export const queriesPrometheus = ({ scalers }: Sample): boolean =>
  scalers.some(({ spec }) => (spec.metrics ?? []).some(({ type }) => type === "Prometheus"));

export async function startSamplePrometheus(): Promise<SamplePrometheus> {
  const exporter = await Exporter.start();
  const prometheus = await startPrometheus({ targets: [exporter.url] });
  const folder = mkdtempSync(join(tmpdir(), "trimtab-metric-sources-"));
  const file = join(folder, "metric-sources.yaml");
  const source = {
    ...{ name: "platform", type: "Prometheus", allowedNamespaces: ["*"] },
    prometheus: {
      url: prometheus.url,
      enforcedMatchers: [{ label: "namespace", value: "$(namespace)" }],
    },
  };
  // JSON is valid YAML.
  writeFileSync(file, JSON.stringify({ metricSources: [source] }));
  return {
    ...{ exporter, args: [`--metric-sources=${file}`] },
    stop: async () => {
      await Promise.all([prometheus.stop(), exporter.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The metric whose series a query adds up: what a sample asks must be as simple as that. */
export function metricIn(query: string): string {
  const [, name] = /^sum\((\w+)\)$/.exec(query) ?? [];
  if (name === undefined) throw new Error(`the query of a sample must be sum(METRIC): ${query}`);
  return name;
}
