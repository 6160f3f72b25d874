import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { startExternalScaler } from "../../../hack/cluster/external-scaler/external-scaler.ts";
import { sources } from "../largest-specs.ts";

/** The metric sources that all tenants share. */
export interface SharedSources {
  /** Flags of the operator. */
  readonly args: readonly string[];
  /** Queries of the tenant that got no answer yet or a late one. */
  readonly slow: () => number;
  /** Push streams that the operator holds open. */
  readonly streams: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** A source without matchers, so that equal queries of different namespaces share a request. */
export const sharedSource = "shared";
export const sharedQuery = "sum(queue_length)";
/** The server answers a query that contains it after its limit of time. */
export const slowMark = "slow_";
const answersAfterMs = 20_000;

/** An external scaler whose workloads are always idle, and a Prometheus that answers some queries late. */
export async function startSources(): Promise<SharedSources> {
  let slow = 0;
  const server = createServer((from, to) => {
    void queryOf(from).then(query => {
      const data = { resultType: "scalar", result: [Date.now() / 1_000, "7"] };
      const answer = JSON.stringify({ status: "success", data });
      to.setHeader("content-type", "application/json");
      if (!query.includes(slowMark)) return to.end(answer);
      slow += 1;
      return setTimeout(() => to.end(answer), answersAfterMs).unref();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const scaler = await startExternalScaler();
  await scaler.set({ active: false, metrics: [{ name: "queue", target: 5, values: [0] }] });
  const folder = mkdtempSync(join(tmpdir(), "trimtab-attack-sources-"));
  const file = join(folder, "metric-sources.yaml");
  const enforcedMatchers = [{ label: "namespace", value: "$(namespace)" }];
  const all = { type: "Prometheus", allowedNamespaces: ["*"] };
  const metricSources = [
    { ...all, name: sharedSource, prometheus: { url } },
    { ...all, name: sources.prometheus, prometheus: { url, enforcedMatchers } },
    {
      ...{ name: sources.externalScaler, type: "ExternalScaler", allowedNamespaces: ["*"] },
      externalScaler: { address: scaler.address, plaintext: true },
    },
  ];
  // JSON is valid YAML.
  writeFileSync(file, JSON.stringify({ metricSources }));
  return {
    args: [`--metric-sources=${file}`],
    slow: () => slow,
    streams: async () => (await scaler.counts()).streams,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await scaler.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function queryOf(from: IncomingMessage): Promise<string> {
  const body = await text(from).catch(() => "");
  return new URLSearchParams(body).get("query") ?? from.url ?? "";
}
