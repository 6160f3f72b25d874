import { mkdtempSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { choosePorts, claimIfFree, releasePorts, searchStart } from "../../host/ports.ts";
import { runOrThrow } from "../../host/run.ts";
import { installPrometheus, type PrometheusBinaries } from "./install.ts";
import { startServer } from "./server-process.ts";

export interface PrometheusOptions {
  /** http://127.0.0.1:PORT of each process whose /metrics it scrapes; default: none. */
  readonly targets?: readonly string[];
  readonly ruleFiles?: readonly string[];
  readonly scrapeSeconds?: number;
  /** What it has stored, in the OpenMetrics format with timestamps; default: nothing. */
  readonly stored?: string;
  /** Where it listens; default: any free port. */
  readonly port?: number;
  /** Another release; default: the package of Debian 12. */
  readonly binaries?: PrometheusBinaries;
  /** In addition to those that it needs. */
  readonly flags?: readonly string[];
  /** Labels by which a Thanos distinguishes it from others; default: none. */
  readonly externalLabels?: Readonly<Record<string, string>>;
}

/** One series in the result of an instant query. */
export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** A Prometheus on loopback, as a separate process. */
export interface Prometheus {
  readonly pid: number;
  readonly url: string;
  /** The current result of an expression; throws the error of Prometheus. */
  readonly query: (expression: string) => Promise<readonly Sample[]>;
  /** `data` of another GET, such as `/api/v1/rules`. */
  readonly get: (path: string) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

const host = "127.0.0.1";

export async function startPrometheus(options: PrometheusOptions): Promise<Prometheus> {
  const { prometheus, promtool } = options.binaries ?? (await installPrometheus());
  const folder = mkdtempSync(join(tmpdir(), "trimtab-prometheus-"));
  const configFile = join(folder, "prometheus.json");
  // JSON is valid YAML.
  await writeFile(configFile, JSON.stringify(configFor(options)));
  if (options.stored !== undefined) await store(promtool, options.stored, folder);
  // Two that start at the same time must not get the same port: one would end, and the other answer for both.
  const search = { taken: new Set<number>(), isFree: claimIfFree, start: searchStart.other() };
  const chosen = options.port === undefined ? await choosePorts(1, search) : [];
  const [port = options.port ?? 0] = chosen;
  const url = `http://${host}:${port}`;
  const args = [
    `--config.file=${configFile}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    `--web.listen-address=${host}:${port}`,
    // By default, it deletes what is older than 15 days.
    "--storage.tsdb.retention.time=60d",
    ...(options.flags ?? []),
  ];
  const readyUrl = `${url}/-/ready`;
  const { pid, stop } = await startServer({ program: prometheus, args, readyUrl, folder }).finally(
    () => {
      releasePorts(chosen);
    },
  );
  const get = (path: string) => ask(`${url}${path}`);
  const query = async (expression: string): Promise<readonly Sample[]> => {
    const answer = await get(`/api/v1/query?query=${encodeURIComponent(expression)}`);
    return (answer as { result: readonly Sample[] }).result;
  };
  return { pid, url, get, query, stop };
}

async function store(promtool: string, series: string, folder: string): Promise<void> {
  const file = join(folder, "stored.txt");
  await writeFile(file, series);
  const create = [
    "tsdb",
    "create-blocks-from",
    "openmetrics",
    "--quiet",
    // It reads the file once for each block.
    "--max-block-duration=168h",
    file,
    join(folder, "data"),
  ];
  await runOrThrow(promtool, create);
}

/** Labels as from service discovery, so that Trimtab's own labels must coexist with them. */
const configFor = (options: PrometheusOptions) => ({
  global: {
    scrape_interval: `${options.scrapeSeconds ?? 1}s`,
    evaluation_interval: `${options.scrapeSeconds ?? 1}s`,
    ...(options.externalLabels && { external_labels: options.externalLabels }),
  },
  rule_files: options.ruleFiles ?? [],
  scrape_configs: [
    {
      job_name: "trimtab",
      honor_labels: true,
      static_configs: (options.targets ?? []).map((target, index) => ({
        targets: [new URL(target).host],
        labels: { namespace: "trimtab-system", pod: `trimtab-${index}` },
      })),
    },
  ],
});

async function ask(url: string): Promise<unknown> {
  const answer = (await (await fetch(url)).json()) as { data?: unknown; error?: string };
  if (answer.error !== undefined) throw new Error(`${decodeURIComponent(url)}: ${answer.error}`);
  return answer.data;
}
