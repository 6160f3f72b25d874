import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { Exporter } from "../../cluster/prometheus/exporter.ts";
import { startServer } from "../../cluster/prometheus/server-process.ts";
import {
  startPrometheus,
  type Prometheus,
  type PrometheusOptions,
} from "../../cluster/prometheus/start.ts";
import { choosePorts, claimIfFree, searchStart } from "../../host/ports.ts";
import { buildProject, type ProjectName } from "./build.ts";

interface ServerContent {
  /** What it has stored, in the OpenMetrics format with timestamps; default: nothing. */
  readonly stored?: string;
  /** Where it listens; default: any free port. */
  readonly port?: number;
}

interface RunningServer {
  readonly url: string;
  /** Of the process that answers queries. */
  readonly pid: number;
  /** How many range queries it has answered. */
  readonly rangeQueries: () => Promise<number>;
  /** Ends the server behind it that has the data; absent: it has them itself. */
  readonly loseStore?: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A server with the API of Prometheus on loopback. */
export interface MetricServer extends RunningServer {
  /** What it scrapes every second. */
  readonly exporter: Exporter;
}

/** @param target http://127.0.0.1:PORT of what it scrapes */
type Start = (target: string, content: ServerContent) => Promise<RunningServer>;

/** All experimental syntax, which a platform team may have switched on. */
const experimental = [
  "promql-experimental-functions",
  "promql-extended-range-selectors",
  "promql-binop-fill-modifiers",
].join(",");

async function prometheus3(
  target: string,
  content: ServerContent & Pick<PrometheusOptions, "externalLabels">,
): Promise<Prometheus> {
  const programs = await buildProject("prometheus");
  const binaries = {
    prometheus: programs.get("prometheus") ?? "",
    promtool: programs.get("promtool") ?? "",
  };
  const flags = [`--enable-feature=${experimental}`];
  return startPrometheus({ ...content, binaries, flags, targets: [target] });
}

const startPrometheus3: Start = async (target, content) => {
  const { url, pid, stop } = await prometheus3(target, content);
  const counter = 'prometheus_http_requests_total{code="200",handler="/api/v1/query_range"}';
  return { url, pid, rangeQueries: () => counted(url, counter), stop };
};

const startVictoriaMetrics: Start = async (target, { stored, port: given }) => {
  const programs = await buildProject("victoriaMetrics");
  const folder = newFolder();
  const config = join(folder, "scrape.json");
  const targets = [new URL(target).host];
  const job = { job_name: "trimtab", honor_labels: true, static_configs: [{ targets }] };
  const global = { scrape_interval: "1s" };
  // JSON is valid YAML.
  writeFileSync(config, JSON.stringify({ global, scrape_configs: [job] }));
  const [port = 0] = given === undefined ? await ports(1) : [given];
  const url = `http://127.0.0.1:${port}`;
  const args = [
    `-storageDataPath=${join(folder, "data")}`,
    `-httpListenAddr=127.0.0.1:${port}`,
    "-retentionPeriod=60d",
    `-promscrape.config=${config}`,
    // By default, it returns no sample of the last 30 s.
    "-search.latencyOffset=1s",
  ];
  const program = programs.get("victoria-metrics") ?? "";
  const readyUrl = `${url}/health`;
  const { pid, stop } = await startServer({ program, args, readyUrl, folder });
  if (stored !== undefined) await importInto(url, stored);
  const counter = 'vm_http_requests_total{path="/api/v1/query_range"}';
  return { url, pid, rangeQueries: () => counted(url, counter), stop };
};

/** Its format has milliseconds where OpenMetrics has seconds. */
async function importInto(url: string, stored: string): Promise<void> {
  const body = stored.replaceAll(/ (\d+)$/gm, " $1000").replace(/^# EOF$/m, "");
  const answer = await fetch(`${url}/api/v1/import/prometheus`, { method: "POST", body });
  if (!answer.ok) throw new Error(`VictoriaMetrics refuses the import: ${await answer.text()}`);
  await fetch(`${url}/internal/force_flush`);
}

/** The querier, which asks the sidecar of a Prometheus 3. */
const startThanos: Start = async (target, { port: given, ...content }) => {
  const program = (await buildProject("thanos")).get("thanos") ?? "";
  const prometheus = await prometheus3(target, { ...content, externalLabels: { cluster: "test" } });
  const [port = 0, ...others] = await ports(given === undefined ? 4 : 3, given);
  const [grpc = 0, sidecarPort = 0, sidecarGrpc = 0] = others;
  const listens = (http: number, grpcPort: number): string[] => [
    `--http-address=127.0.0.1:${http}`,
    `--grpc-address=127.0.0.1:${grpcPort}`,
    "--http-grace-period=0s",
    "--grpc-grace-period=0s",
  ];
  const start = (http: number, args: readonly string[]) => {
    const readyUrl = `http://127.0.0.1:${http}/-/ready`;
    return startServer({ program, args, readyUrl, folder: newFolder() });
  };
  const sidecar = await start(sidecarPort, [
    ...["sidecar", `--prometheus.url=${prometheus.url}`, `--tsdb.path=${tmpdir()}`],
    ...listens(sidecarPort, sidecarGrpc),
  ]);
  const querier = await start(port, [
    ...["query", `--endpoint=127.0.0.1:${sidecarGrpc}`],
    "--enable-feature=promql-experimental-functions",
    ...listens(port, grpc),
  ]);
  const url = `http://127.0.0.1:${port}`;
  await untilConnected(url);
  const labels = 'code="200",handler="query_range",method="post",tenant="default-tenant"';
  return {
    ...{
      url,
      pid: querier.pid,
      rangeQueries: () => counted(url, `http_requests_total{${labels}}`),
    },
    loseStore: () => prometheus.stop(),
    stop: async () => {
      await querier.stop();
      await sidecar.stop();
      await prometheus.stop();
    },
  };
};

/** It looks for its stores every few seconds. */
async function untilConnected(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const { data } = (await (await fetch(`${url}/api/v1/stores`)).json()) as { data: object };
    if (Object.values(data).some(stores => Array.isArray(stores) && stores.length > 0)) return;
    await sleep(100);
  }
  throw new Error("Thanos' querier has found no sidecar.");
}

/** The given port comes first. */
async function ports(count: number, given?: number): Promise<number[]> {
  const choice = { taken: new Set<number>(), isFree: claimIfFree, start: searchStart.other() };
  const chosen = await choosePorts(count, choice);
  return given === undefined ? chosen : [given, ...chosen];
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), "trimtab-neighbour-"));

/** The value of a counter of its own; 0 until the first event. */
async function counted(url: string, counter: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split("\n").find(each => each.startsWith(`${counter} `));
  return Number(line?.split(" ").at(-1) ?? 0);
}

const withExporter =
  (start: Start) =>
  async (content: ServerContent): Promise<MetricServer> => {
    const exporter = await Exporter.start();
    const server = await start(exporter.url, content);
    const stop = async (): Promise<void> => {
      await server.stop();
      await exporter.close();
    };
    return { ...server, exporter, stop };
  };

/** How to start each server, and what a reader calls it. */
export const metricServers: readonly {
  readonly title: string;
  readonly project: ProjectName;
  /** Whether it has the function `info()` of Prometheus 3. */
  readonly hasInfo: boolean;
  readonly start: (content: ServerContent) => Promise<MetricServer>;
}[] = [
  {
    title: "Prometheus",
    project: "prometheus",
    hasInfo: true,
    start: withExporter(startPrometheus3),
  },
  {
    title: "VictoriaMetrics",
    project: "victoriaMetrics",
    hasInfo: false,
    start: withExporter(startVictoriaMetrics),
  },
  { title: "Thanos' querier", project: "thanos", hasInfo: true, start: withExporter(startThanos) },
];
