import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  type ExternalScaler,
  startExternalScaler,
} from "../../cluster/external-scaler/external-scaler.ts";
import { Exporter } from "../../cluster/prometheus/exporter.ts";
import { startPrometheus } from "../../cluster/prometheus/start.ts";
import type { Sample } from "./catalogue.ts";

/** The servers that have the load of a sample, for which the operator has metric sources. */
export interface SampleSources {
  /** What a Prometheus scrapes; absent: the sample queries none. */
  readonly exporter?: Exporter;
  /** Absent: the sample asks none. */
  readonly scaler?: ExternalScaler;
}

interface RunningSources extends SampleSources {
  /** Flags of the operator. */
  readonly args: readonly string[];
  readonly stop: () => Promise<void>;
}

/** Null: the sample needs none. */
export async function startSampleSources({ scalers }: Sample): Promise<RunningSources | null> {
  const types = new Set(
    scalers.flatMap(({ spec }) => (spec.metrics ?? []).map(({ type }) => type)),
  );
  const prometheus = types.has("Prometheus") ? await startSamplePrometheus() : null;
  const scaler = types.has("ExternalScaler") ? await startExternalScaler() : null;
  if (!prometheus && !scaler) return null;
  const folder = mkdtempSync(join(tmpdir(), "trimtab-metric-sources-"));
  const file = join(folder, "metric-sources.yaml");
  const metricSources = [
    ...(prometheus ? [prometheus.source] : []),
    ...(scaler ? [scalerSource(scaler)] : []),
  ];
  // JSON is valid YAML.
  writeFileSync(file, JSON.stringify({ metricSources }));
  return {
    ...(prometheus && { exporter: prometheus.exporter }),
    ...(scaler && { scaler }),
    args: [`--metric-sources=${file}`],
    stop: async () => {
      await Promise.all([prometheus?.stop(), scaler?.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const scalerSource = ({ address }: ExternalScaler) => ({
  ...{ name: "queues", type: "ExternalScaler", allowedNamespaces: ["*"] },
  externalScaler: { address, plaintext: true },
});

async function startSamplePrometheus() {
  const exporter = await Exporter.start();
  const prometheus = await startPrometheus({ targets: [exporter.url] });
  return {
    exporter,
    source: {
      ...{ name: "platform", type: "Prometheus", allowedNamespaces: ["*"] },
      prometheus: {
        url: prometheus.url,
        enforcedMatchers: [{ label: "namespace", value: "$(namespace)" }],
      },
    },
    stop: async () => {
      await Promise.all([prometheus.stop(), exporter.close()]);
    },
  };
}

/** The metric whose series a query adds up: what a sample asks must be as simple as that. */
export function metricIn(query: string): string {
  const [, name] = /^sum\((\w+)\)$/.exec(query) ?? [];
  if (name === undefined) throw new Error(`the query of a sample must be sum(METRIC): ${query}`);
  return name;
}
