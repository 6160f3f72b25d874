import { sleep } from "../../../kube/clock.ts";
import { err, ok, type EpochMs, type Result } from "../../../engine/model/values/result.ts";
import { Client } from "../../../kube/prometheus/client.ts";
import { connectionTo } from "../../../kube/prometheus/connection.ts";
import { Runner } from "../../simulate/search/runner.ts";
import { Progress } from "../../simulate/run.ts";
import type { Output } from "../../terminal/terminal.ts";
import type { Finding } from "../model/finding.ts";
import { byGain } from "../model/gain.ts";
import { type Inventory, keyOf } from "../model/inventory.ts";
import type { FleetReport, Price, Ranked } from "../model/report.ts";
import { discover, type Names } from "../past/names.ts";
import { PastReader } from "../past/reader.ts";
import { judge, type Judged, type Ports } from "./judge.ts";
import { batchesOf, type Subject, subjectsIn } from "./subjects.ts";

/** Where the past is, and how much of it counts. */
export interface HistoryOptions {
  readonly prometheus?: string;
  readonly prometheusTokenFile?: string;
  readonly prometheusOrg?: string;
  readonly prometheusCa?: string;
  readonly prometheusCert?: string;
  readonly prometheusKey?: string;
  readonly prometheusInsecure?: true;
  readonly clusterLabel?: string;
  readonly series?: readonly string[];
  readonly days: number;
  readonly to?: "autoscaler";
}

interface Known {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly now: EpochMs;
  readonly inventories: readonly Inventory[];
  readonly findings: readonly Finding[];
  /** null: there is none. */
  readonly price: Price | null;
}

interface Watching {
  readonly signal: AbortSignal;
  readonly output: Output;
  /** After some of the objects. */
  readonly onProgress: () => Promise<unknown>;
}

const dayMs = 86_400_000;
/** Whole weeks show how working days differ from weekends; a search over more takes too long. */
const searchedDays = 7;
/** So many of the largest come before all others. */
const first = 100;
/** One is read while another one is replayed. */
const batchesAtATime = 2;
const savedEveryMs = 30_000;

/** The replays of all objects, as far as they have come. */
export class History {
  readonly #ports: Omit<Ports, "run">;
  readonly #subjects: readonly Subject[];
  readonly #source: string;
  readonly #judged = new Map<Subject, Judged>();

  private constructor(ports: Omit<Ports, "run">, subjects: readonly Subject[], source: string) {
    [this.#ports, this.#subjects, this.#source] = [ports, subjects, source];
  }

  /** null: there is no Prometheus. Errors: a sentence. */
  static async of(options: HistoryOptions, known: Known): Promise<Result<History | null, string>> {
    const { prometheus: address } = options;
    if (address === undefined) return ok(null);
    const names = namesIn(options.series ?? []);
    if (!names.ok) return names;
    const { env, now, inventories, price } = known;
    const connection = connectionTo({
      ...{ address, tokenFile: options.prometheusTokenFile, org: options.prometheusOrg },
      ...{ ca: options.prometheusCa, cert: options.prometheusCert, key: options.prometheusKey },
      insecureSkipTlsVerify: options.prometheusInsecure,
    });
    if (!connection.ok) return connection;
    const client = new Client(connection.value, { sleep, random: Math.random });
    const { clusterLabel } = options;
    // Whole days, so that all runs of a day ask for the same.
    const to = Math.floor(now / dayMs) * dayMs;
    const discovered = await discover(client, { clusterLabel, names: names.value, to });
    if (!discovered.ok) return discovered;
    const windowOf = (days: number) => ({ from: to - days * dayMs, to });
    const ports = {
      reader: new PastReader({ client, discovered: discovered.value, env, now }),
      otherWriterOf: otherWriters(known.findings),
      windows: {
        search: windowOf(Math.min(searchedDays, options.days)),
        whole: windowOf(options.days),
      },
      toAutoscaler: options.to === "autoscaler",
    };
    return ok(new History(ports, subjectsIn(inventories, price), client.address));
  }

  get ranked(): readonly Ranked[] {
    return [...this.#judged.values()].flatMap(({ ranked }) => ranked ?? []).toSorted(byGain);
  }

  get summary(): NonNullable<FleetReport["history"]> {
    const assessed = { ReplayedWell: 0, ReplayedRoughly: 0, NotReplayed: 0, TooLittle: 0 };
    const excluded: { object: Ranked["object"]; cause: string }[] = [];
    const nears: number[] = [];
    for (const { subject, accuracy } of this.#judged.values()) {
      const { cluster, kind, namespace, name } = subject.object;
      const object = { cluster, kind, namespace, name };
      const verdict = accuracy.ok ? accuracy.value.verdict : "NotReplayed";
      assessed[verdict] += 1;
      const cause = accuracy.ok ? accuracy.value.cause : accuracy.error;
      const isOut = verdict === "NotReplayed" || verdict === "TooLittle";
      if (isOut && cause !== null) excluded.push({ object, cause });
      if (!isOut && accuracy.ok) nears.push(accuracy.value.near);
    }
    const { from, to } = this.#ports.windows.whole;
    return {
      ...{ from, to, source: this.#source, assessed, excluded },
      left: this.#subjects.length - this.#judged.size,
      accuracy: nears.toSorted((a, b) => a - b)[Math.floor(nears.length / 2)] ?? null,
    };
  }

  /** Judges all objects, the largest first, until the signal. */
  async judge({ signal, output, onProgress }: Watching): Promise<void> {
    const [largest, others] = [this.#subjects.slice(0, first), this.#subjects.slice(first)];
    const waiting = [...batchesOf(largest), ...batchesOf(others)];
    const [runner, progress] = [new Runner(), new Progress(output)];
    const ports: Ports = {
      ...this.#ports,
      run: (job, load, kept) => runner.one({ job, load }, kept),
    };
    let savedAt = performance.now();
    const work = async (): Promise<void> => {
      for (let batch = waiting.shift(); batch && !signal.aborted; batch = waiting.shift()) {
        for (const each of await judge(batch, ports)) this.#judged.set(each.subject, each);
        progress.show(this.#judged.size, this.#subjects.length);
        if (performance.now() - savedAt < savedEveryMs) continue;
        savedAt = performance.now();
        await onProgress();
      }
    };
    const stopped = new Promise<void>(resolve => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    try {
      const all = Promise.all(Array.from({ length: batchesAtATime }, work));
      // What is running then is left: the next run finds its answers in the cache.
      await Promise.race([all, stopped]);
    } finally {
      progress.end();
      await runner.end();
    }
  }
}

const known: ReadonlySet<string> = new Set([
  "prefix",
  "autoscaler",
  "namespace",
  "pod",
  "container",
  "usage",
]);

function namesIn(texts: readonly string[]): Result<Partial<Names>, string> {
  const names: Record<string, string> = {};
  for (const text of texts) {
    const at = text.indexOf("=");
    const name = text.slice(0, Math.max(0, at));
    if (!known.has(name)) {
      return err(
        `--series ${text}: write one of ${[...known].join(", ")}, such as prefix=kube_hpa_`,
      );
    }
    names[name] = text.slice(at + 1);
  }
  return ok(names);
}

/** A finding says that there are two; the object that it is about is one of them. */
function otherWriters(findings: readonly Finding[]): Ports["otherWriterOf"] {
  const twice = new Set(
    findings
      .filter(({ rule }) => rule === "TwoWriters")
      .map(({ object }) => `${object.cluster} ${keyOf(object)}`),
  );
  return ({ object }) =>
    twice.has(`${object.cluster} ${keyOf(object)}`) ? "another autoscaler" : null;
}
