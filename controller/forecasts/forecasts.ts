import type { Forecaster, StoredForecast } from "../../engine/forecast/forecaster.ts";
import type { ShadowedObject } from "../../engine/forecast/shadow.ts";
import { bucketAt, bucketMs, bucketsOfDay } from "../../engine/forecast/load-record.ts";
import { startForecaster } from "../../engine/forecast/start-forecaster.ts";
import { canonicalJson } from "../../engine/model/values/json-values.ts";
import type { EpochMs } from "../../engine/model/values/result.ts";
import { fnv1a } from "../../engine/model/values/short-text.ts";
import { formatKubeError, grownPause } from "../../kube/transport/errors.ts";
import { splitKey } from "../../kube/watch/object.ts";
import { shareOf } from "../workqueue/sync-period.ts";
import type { ForecastRecords, FoundRecord, RecordOwner } from "./forecast-records.ts";
import { type ReplayedObject, type ReplayPorts, Replays } from "./replays.ts";

/** Metrics are scraped every 15 seconds, are means of 30, and are visible some seconds later. */
const sampleAgeMs = 60_000;
const saveEveryMs = 6 * 3_600_000;
const saveAgainMs = 600_000;
/** When to try again to list records. */
const firstPauseMs = 30_000;
const longestPauseMs = 600_000;
/** How many records are written at once when the process ends. */
const savedAtOnce = 16;

/** An object that asks for a forecast. */
export interface ForecastUser extends RecordOwner {
  readonly generation: number;
  readonly object: Omit<ShadowedObject, "startMs">;
  /** Whether decisions reach the target. */
  readonly isWritten: boolean;
  /** Replicas of all that is monitored. */
  readonly count: number;
  /** Its UID; absent: the replicas of several workloads count. */
  readonly target?: string | undefined;
}

interface Ports extends ReplayPorts {
  readonly records: Pick<ForecastRecords, "namespaces" | "load" | "save">;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

interface Known extends ForecastUser, ReplayedObject {
  saveAt: EpochMs;
}

/**
 * The forecasts of all objects, while this replica leads. Nothing waits for them: until the records are listed, decisions
 * are made without a forecast.
 */
export class Forecasts {
  readonly #ports: Ports;
  readonly #replays: Replays;
  readonly #known = new Map<string, Known>();
  /** Whose records are listed. */
  readonly #listed = new Set<string>();
  /** Records whose objects have not been synced yet. */
  readonly #found = new Map<string, FoundRecord>();
  /** Of the present term; null: this replica does not lead. */
  #term: AbortController | null = null;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#replays = new Replays({
      ...ports,
      pause: ms => ports.sleep(ms, this.#term?.signal ?? AbortSignal.abort()),
      isPresent: object => this.#known.get(object.key) === object,
    });
  }

  /** Lists the records of each namespace, until that succeeds. A namespace that fails delays no other. */
  async lead(): Promise<void> {
    this.leave();
    const term = new AbortController();
    this.#term = term;
    const { records, log, sleep } = this.#ports;
    let missing = records.namespaces;
    for (let failures = 0; ; failures += 1) {
      for (const namespace of missing) await this.#list(namespace, term);
      if (this.#term !== term) return;
      missing = missing.filter(namespace => !this.#listed.has(namespace));
      if (missing.length === 0) break;
      await sleep(grownPause(firstPauseMs, failures, longestPauseMs), term.signal);
    }
    log.info("forecast records listed");
  }

  async #list(namespace: string, term: AbortController): Promise<void> {
    const { records, log } = this.#ports;
    const listed = await records.load(namespace, term.signal);
    if (this.#term !== term) return;
    if (listed.ok) {
      for (const record of listed.value) this.#found.set(record.key, record);
      this.#listed.add(namespace);
      return;
    }
    const error = formatKubeError(listed.error);
    log.warn({ namespace, error }, "the forecast records cannot be listed");
  }

  /** Another replica may lead now, so nothing may be written any more. */
  leave(): void {
    this.#term?.abort();
    this.#term = null;
    this.#known.clear();
    this.#listed.clear();
    this.#found.clear();
  }

  /** The forecast of an object; null: its past is not known yet, or it has no metric with a load. */
  of(user: ForecastUser): Forecaster | null {
    const { key, uid, generation, target } = user;
    if (!this.#listed.has("") && !this.#listed.has(splitKey(key).namespace)) return null;
    const known = this.#known.get(key);
    if (known?.uid !== uid) return this.#start(user, this.#pastOf(user));
    if (known.generation !== generation || known.target !== target) {
      return this.#start(user, known.forecaster.stored, known.saveAt);
    }
    this.#goOn(known);
    return known.forecaster;
  }

  #start(user: ForecastUser, past: StoredForecast | null, saveAt?: EpochMs): Forecaster | null {
    const { object, key, uid } = user;
    const now = this.#ports.clock.now();
    const share = shareOf(uid);
    const start = { ...user, sampleAgeMs, delayMs: share * bucketMs };
    const forecaster = startForecaster(object, { ...start, past });
    if (!forecaster) return null;
    const checksum = checksumOf(object);
    const query = queryOf(object, forecaster, now);
    if (!past && !query) forecaster.account.begin(checksum);
    this.#known.set(key, {
      ...{ ...user, forecaster, checksum, query },
      restart: from => startForecaster(object, { ...start, past: from }),
      replayAt: query || forecaster.account.gate.judgedSpec !== checksum ? now : Infinity,
      // Objects do not save at the same time.
      saveAt: saveAt ?? now + share * saveEveryMs,
    });
    return forecaster;
  }

  /** At each sync. What a pod has is known after the first one. */
  #goOn(known: Known): void {
    const now = this.#ports.clock.now();
    if (now >= known.saveAt) {
      known.saveAt = now + saveEveryMs;
      void this.#save(known);
    }
    const isReady = now >= known.replayAt;
    if (isReady && known.forecaster.loads.every(({ perPod }) => perPod !== null)) {
      this.#replays.add(known);
    }
  }

  /** undefined: it has none so far. */
  peek(key: string): Forecaster | undefined {
    return this.#known.get(key)?.forecaster;
  }

  /** The object is gone, and its record goes with it. */
  forget(key: string): void {
    this.#known.delete(key);
    this.#found.delete(key);
  }

  /** Writes all records, those first that were written longest ago, as far as the time suffices. */
  async saveAll(deadlineMs: number): Promise<void> {
    const until = this.#ports.clock.monotonic() + deadlineMs;
    const queue = [...this.#known.values()].sort((a, b) => a.saveAt - b.saveAt).values();
    const worker = async (): Promise<void> => {
      for (const known of queue) {
        if (this.#ports.clock.monotonic() >= until) return;
        await this.#save(known);
      }
    };
    await Promise.all(Array.from({ length: savedAtOnce }, worker));
  }

  #pastOf({ key, uid }: ForecastUser): StoredForecast | null {
    const found = this.#found.get(key);
    this.#found.delete(key);
    if (found?.uid !== uid) return null;
    if (found.stored.ok) return found.stored.value;
    const problem = found.stored.error;
    this.#ports.log.warn({ key, problem }, "a forecast record cannot be used");
    return null;
  }

  async #save(known: Known): Promise<void> {
    const { records, clock, log } = this.#ports;
    const saved = await records.save(known, known.forecaster.stored);
    if (saved.ok || saved.error.code === "Stopped") return;
    known.saveAt = clock.now() + saveAgainMs;
    log.warn(
      { key: known.key, error: formatKubeError(saved.error) },
      "a forecast record is not saved",
    );
  }
}

/** Of all that its decisions depend on, so not of the mode or the budget. */
function checksumOf({ spec, profile }: ForecastUser["object"]): number {
  const forecast = { ...spec.forecast, mode: null, maxExtraPercent: null };
  return fnv1a(canonicalJson({ ...spec, profile, forecast }));
}

/** What to ask a Prometheus, if nothing is judged yet or a day is missing; null: nothing. */
function queryOf(
  { spec }: ForecastUser["object"],
  { loads: [first], account: { gate } }: Forecaster,
  now: EpochMs,
) {
  const metric = spec.metrics[first?.metric.index ?? -1];
  const isMissing = (first?.record.end ?? 0) < bucketAt(now) - bucketsOfDay;
  const isWanted = isMissing || gate.judgedSpec === undefined;
  return isWanted && metric?.type === "Prometheus" ? metric.prometheus : null;
}
