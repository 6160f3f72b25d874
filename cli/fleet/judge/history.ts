import { readFileSync } from "node:fs";

import { sleep } from "../../../kube/clock.ts";
import { err, ok, type EpochMs, type Result } from "../../../engine/model/values/result.ts";
import { PrometheusClient } from "../../../kube/prometheus/client.ts";
import { addressProblem } from "../../simulate/load/prometheus.ts";
import { Runner } from "../../simulate/search/runner.ts";
import { Progress } from "../../simulate/run.ts";
import type { Output } from "../../terminal/terminal.ts";
import { byGain } from "../model/gain.ts";
import type { History as Summary, Ranked } from "../model/report.ts";
import { answersFor } from "../past/answers.ts";
import { discover } from "../past/discover.ts";
import { judge, type Judged, type Ports } from "./judge.ts";
import { batchesOf, type Subject } from "./subjects.ts";

/** Where the past is, and how much of it counts. */
export interface HistoryOptions {
  readonly prometheus?: string;
  readonly prometheusTokenFile?: string;
  readonly prometheusOrg?: string;
  readonly clusterLabel?: string;
  readonly days: number;
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
  static async of(
    options: HistoryOptions,
    subjects: readonly Subject[],
    { env, now }: { readonly env: Readonly<NodeJS.ProcessEnv>; readonly now: EpochMs },
  ): Promise<Result<History | null, string>> {
    const { prometheus: address, prometheusOrg: tenant, clusterLabel, days } = options;
    if (address === undefined) return ok(null);
    const wrong = addressProblem(address);
    if (wrong !== null) return err(wrong);
    const headers = headersFor(options);
    if (!headers.ok) return headers;
    const client = new PrometheusClient({
      ...{ address, headers: headers.value, sleep, random: Math.random },
    });
    // Whole days, so that all runs of a day ask for the same.
    const to = Math.floor(now / dayMs) * dayMs;
    const discovered = await discover(client, { clusterLabel, to });
    if (!discovered.ok) return discovered;
    const asking = { client, discovered: discovered.value, env, now, tenant };
    const windowOf = (length: number) => ({ from: to - length * dayMs, to });
    const ports: Omit<Ports, "run"> = {
      read: ({ namespace, subjects: { length: objects } }, window) =>
        answersFor(asking, { namespace, objects }, window),
      windows: { search: windowOf(Math.min(searchedDays, days)), whole: windowOf(days) },
    };
    return ok(new History(ports, subjects, address));
  }

  get ranked(): readonly Ranked[] {
    return [...this.#judged.values()].flatMap(({ ranked }) => ranked ?? []).toSorted(byGain);
  }

  get summary(): Summary {
    const assessed = { ReplayedWell: 0, ReplayedRoughly: 0, NotReplayed: 0, TooLittle: 0 };
    const excluded: { object: Ranked["object"]; cause: string }[] = [];
    const nears: number[] = [];
    for (const { subject, accuracy } of this.#judged.values()) {
      const { cluster, kind, namespace, name } = subject.object;
      const { verdict, cause, near } = accuracy.ok
        ? accuracy.value
        : { verdict: "NotReplayed" as const, cause: accuracy.error, near: NaN };
      assessed[verdict] += 1;
      const isOut = verdict === "NotReplayed" || verdict === "TooLittle";
      if (isOut) excluded.push({ object: { cluster, kind, namespace, name }, cause: cause ?? "" });
      else nears.push(near);
    }
    const accuracy = nears.toSorted((a, b) => a - b)[nears.length >> 1] ?? null;
    const left = this.#subjects.length - this.#judged.size;
    return {
      ...this.#ports.windows.whole,
      source: this.#source,
      assessed,
      excluded,
      left,
      accuracy,
    };
  }

  /** Judges all objects, the largest first, until the signal. */
  async judge({ signal, output, onProgress }: Watching): Promise<void> {
    const [largest, others] = [this.#subjects.slice(0, first), this.#subjects.slice(first)];
    const waiting = [...batchesOf(largest), ...batchesOf(others)];
    const [runner, progress] = [new Runner(), new Progress(output)];
    const run: Ports["run"] = (job, load, kept) => runner.one({ job, load }, kept);
    let savedAt = performance.now();
    const work = async (): Promise<void> => {
      for (let batch = waiting.shift(); batch && !signal.aborted; batch = waiting.shift()) {
        for (const each of await judge(batch, { ...this.#ports, run })) {
          this.#judged.set(each.subject, each);
        }
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
      // What is running at the signal is left: the next run finds its answers in the cache.
      await Promise.race([Promise.all(Array.from({ length: batchesAtATime }, work)), stopped]);
    } finally {
      progress.end();
      await runner.end();
    }
  }
}

/** Errors: a sentence without what the file contains. */
function headersFor({
  prometheusTokenFile: file,
  prometheusOrg: org,
}: HistoryOptions): Result<Readonly<Record<string, string>>, string> {
  try {
    const token = file === undefined ? undefined : readFileSync(file, "utf8").trim();
    return ok({
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(org === undefined ? {} : { "x-scope-orgid": org }),
    });
  } catch (error) {
    return err(
      `cannot read ${file ?? ""}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
