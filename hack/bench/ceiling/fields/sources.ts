import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startExternalScaler } from "../../../cluster/external-scaler/external-scaler.ts";
import type { SourceType } from "./features.ts";

/** The servers besides the API server that the operator asks. */
export interface Sources {
  /** Flags of the operator. */
  readonly args: readonly string[];
  /** How many requests and calls they have had. */
  readonly asked: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** A server with its entry in the operator's list of sources. */
interface Started extends Omit<Sources, "args"> {
  readonly source: object;
}

const about = (name: string, type: SourceType): object => ({
  ...{ name, type, allowedNamespaces: ["*"] },
});

/** What both servers say of any query or queue: as much as every target asks for. */
const value = 100;

/** Answers every query, at once: an actual Prometheus would share the machine with what is measured. */
async function startPrometheusStub(): Promise<Started> {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    const series = { metric: {}, value: [Date.now() / 1_000, String(value)] };
    const data = { resultType: "vector", result: [series] };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ status: "success", data }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    source: {
      ...about("prometheus", "Prometheus"),
      prometheus: { url: `http://127.0.0.1:${port}` },
    },
    asked: () => Promise.resolve(asked),
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function startScaler(): Promise<Started> {
  const scaler = await startExternalScaler();
  await scaler.set({ active: true, metrics: [{ name: "queue", target: value, values: [value] }] });
  return {
    source: {
      ...about("scaler", "ExternalScaler"),
      externalScaler: { address: scaler.address, plaintext: true },
    },
    asked: async () => {
      const { calls } = await scaler.counts();
      return Object.values(calls).reduce((sum, count) => sum + count, 0);
    },
    stop: scaler.stop,
  };
}

const starts: Readonly<Record<SourceType, () => Promise<Started>>> = {
  Prometheus: startPrometheusStub,
  ExternalScaler: startScaler,
};

export async function startSources(types: readonly SourceType[]): Promise<Sources> {
  const started = await Promise.all([...new Set(types)].map(type => starts[type]()));
  const folder = mkdtempSync(join(tmpdir(), "trimtab-bench-sources-"));
  const file = join(folder, "metric-sources.yaml");
  // JSON is valid YAML.
  writeFileSync(file, JSON.stringify({ metricSources: started.map(({ source }) => source) }));
  return {
    args: started.length === 0 ? [] : [`--metric-sources=${file}`],
    asked: async () => {
      const counts = await Promise.all(started.map(each => each.asked()));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    stop: async () => {
      await Promise.all(started.map(each => each.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
