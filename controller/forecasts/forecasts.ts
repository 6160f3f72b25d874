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
  /** Records whose objects have not been synced yet. */
  readonly #found = new Map<string, FoundRecord>();
  /** Of the present term; null: this replica does not lead. */
  #term: AbortController | null = null;
  #isListed = false;

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
      const listed = await records.load(record => this.#keep(record), term.signal);
      if (this.#term !== term) return;
      if (listed.ok) {
        this.#isListed = true;
        log.info({ records: this.#found.size }, "forecast records listed");
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
    this.#isListed = false;
    this.#known.clear();
    this.#found.clear();
  }

  /** The forecast of an object; null: its past is not known yet, or it has no metric with a load. */
  of(user: ForecastUser): Forecaster | null {
    if (!this.#isListed) return null;
    const known = this.#known.get(user.key);
    if (known?.uid === user.uid && known.generation === user.generation) {
      this.#saveIfDue(known);
      return known.forecaster;
    }
    const past = known?.uid === user.uid ? known.forecaster.stored : this.#pastOf(user);
    const { object, key, uid, generation } = user;
    const share = shareOf(uid);
    const start = { ...user, sampleAgeMs, delayMs: share * bucketMs, past };
    const forecaster = startForecaster(object, start);
    if (!forecaster) return null;
    // Objects do not save at the same time.
    const saveAt = known?.saveAt ?? this.#ports.clock.now() + share * saveEveryMs;
    this.#known.set(key, { key, uid, generation, forecaster, saveAt });
    return forecaster;
  }

  /** undefined: it has none so far. */
  peek(key: string): Forecaster | undefined {
    return this.#known.get(key)?.forecaster;
  }

  /** The object is gone, or no longer asks for a forecast. Its record goes with the object. */
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

  #keep(record: FoundRecord): void {
    const { key, stored } = record;
    if (stored.ok) this.#found.set(key, record);
    else this.#ports.log.warn({ key, problem: stored.error }, "a forecast record cannot be used");
  }

  #pastOf({ key, uid }: ForecastUser): StoredForecast | null {
    const found = this.#found.get(key);
    this.#found.delete(key);
    return found?.uid === uid && found.stored.ok ? found.stored.value : null;
  }

  #saveIfDue(known: Known): void {
    const now = this.#ports.clock.now();
    if (now < known.saveAt) return;
    known.saveAt = now + saveEveryMs;
    void this.#save(known);
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
