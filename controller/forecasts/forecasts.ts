import type { Logger } from "pino";

import type { Forecaster, StoredForecast } from "../../engine/forecast/forecaster.ts";
import type { ShadowedObject } from "../../engine/forecast/shadow.ts";
import { bucketMs } from "../../engine/forecast/load-record.ts";
import { startForecaster } from "../../engine/forecast/start-forecaster.ts";
import type { EpochMs } from "../../engine/model/values/result.ts";
import type { Clock } from "../../kube/clock.ts";
import { formatKubeError } from "../../kube/transport/errors.ts";
import { shareOf } from "../workqueue/sync-period.ts";
import type { ForecastRecords, FoundRecord, RecordOwner } from "./forecast-records.ts";

/** Metrics are scraped every 15 seconds, are means of 30, and are visible some seconds later. */
const sampleAgeMs = 60_000;
const saveEveryMs = 6 * 3_600_000;
const saveAgainMs = 600_000;
/** When to try again to list the records. */
const againMs = 30_000;
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
}

interface Ports {
  readonly records: Pick<ForecastRecords, "load" | "save">;
  readonly clock: Clock;
  readonly log: Logger;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

interface Known extends RecordOwner {
  readonly generation: number;
  readonly forecaster: Forecaster;
  saveAt: EpochMs;
}

/**
 * The forecasts of all objects, while this replica leads. Nothing waits for them: until the records are listed, decisions
 * are made without a forecast.
 */
export class Forecasts {
  readonly #ports: Ports;
  readonly #known = new Map<string, Known>();
  /** Records whose objects have not been synced yet; null: they are not listed yet. */
  #found: Map<string, FoundRecord> | null = null;
  /** Of the present term; null: this replica does not lead. */
  #term: AbortController | null = null;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Lists the records, until that succeeds. */
  async lead(): Promise<void> {
    this.leave();
    const term = new AbortController();
    this.#term = term;
    const { records, log, sleep } = this.#ports;
    for (;;) {
      const found = new Map<string, FoundRecord>();
      const listed = await records.load(record => found.set(record.key, record), term.signal);
      if (this.#term !== term) return;
      if (listed.ok) {
        this.#found = found;
        log.info({ records: found.size }, "forecast records listed");
        return;
      }
      log.warn({ error: formatKubeError(listed.error) }, "the forecast records cannot be listed");
      await sleep(againMs, term.signal);
    }
  }

  /** Another replica may lead now, so nothing may be written any more. */
  leave(): void {
    this.#term?.abort();
    this.#term = null;
    this.#known.clear();
    this.#found = null;
  }

  /** The forecast of an object; null: its past is not known yet, or it has no metric with a load. */
  of(user: ForecastUser): Forecaster | null {
    if (!this.#found) return null;
    const now = this.#ports.clock.now();
    const known = this.#known.get(user.key);
    if (known?.uid === user.uid && known.generation === user.generation) {
      if (now >= known.saveAt) {
        known.saveAt = now + saveEveryMs;
        void this.#save(known);
      }
      return known.forecaster;
    }
    const past = known?.uid === user.uid ? known.forecaster.stored : this.#pastOf(user);
    const { object, key, uid, generation } = user;
    const share = shareOf(uid);
    const start = { ...user, sampleAgeMs, delayMs: share * bucketMs, past };
    const forecaster = startForecaster(object, start);
    if (!forecaster) return null;
    // Objects do not save at the same time.
    const saveAt = known?.saveAt ?? now + share * saveEveryMs;
    this.#known.set(key, { key, uid, generation, forecaster, saveAt });
    return forecaster;
  }

  /** undefined: it has none so far. */
  peek(key: string): Forecaster | undefined {
    return this.#known.get(key)?.forecaster;
  }

  /** The object is gone, and its record goes with it. */
  forget(key: string): void {
    this.#known.delete(key);
    this.#found?.delete(key);
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
    const found = this.#found?.get(key);
    this.#found?.delete(key);
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
