import type { Logger } from "pino";

import { emptyAccount } from "../../engine/forecast/forecast-account.ts";
import type { Forecaster, StoredForecast } from "../../engine/forecast/forecaster.ts";
import { judgedDays } from "../../engine/forecast/gate.ts";
import { bucketAt, bucketMs, bucketsOfDay, upTo } from "../../engine/forecast/load-record.ts";
import type { MeasuredLoad } from "../../engine/model/metric-vote.ts";
import type { EpochMs } from "../../engine/model/values/result.ts";
import type { Clock } from "../../kube/clock.ts";
import { splitKey } from "../../kube/watch/object.ts";
import type { MetricSourceClients } from "../metric-sources/metric-source-clients.ts";
import { fetchPast, minuteMs, type Past } from "./fetch-past.ts";

/** An hour of the past takes about a millisecond, so a replay takes some seconds and hardly any of a core. */
const slice = 12;
const pauseMs = 25;
const againMs = 600_000;

export interface ReplayedObject {
  readonly key: string;
  /** Of what its decisions depend on, such as the spec. */
  readonly checksum: number;
  /** What to ask a Prometheus for the past of its first load; null: nothing. */
  readonly query: { readonly source: string; readonly query: string } | null;
  readonly restart: (past: StoredForecast) => Forecaster | null;
  forecaster: Forecaster;
  /** When to replay; Infinity: never. */
  replayAt: EpochMs;
}

export interface ReplayPorts {
  readonly sources: Pick<MetricSourceClients, "prometheusQuestion">;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onFault: () => void;
}

interface Ports extends ReplayPorts {
  readonly pause: (ms: number) => Promise<void>;
  /** Whether the object is still there, with this spec, and this replica leads. */
  readonly isPresent: (object: ReplayedObject) => boolean;
}

/**
 * Makes the accounts of the last two weeks from their loads, as if each object had been the present one all the time:
 * for one object after the other, a little at a time, so that no decision waits.
 */
export class Replays {
  readonly #ports: Ports;
  readonly #waiting = new Set<ReplayedObject>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  add(object: ReplayedObject): void {
    if (this.#waiting.has(object)) return;
    if (this.#waiting.add(object).size === 1) void this.#work();
  }

  async #work(): Promise<void> {
    const { clock, log, onFault, isPresent } = this.#ports;
    for (const object of this.#waiting) {
      // From its own turn on, however long it has waited.
      object.replayAt = clock.now() + againMs;
      try {
        if (isPresent(object)) await this.#replay(object);
      } catch (fault) {
        log.error({ key: object.key, err: fault }, "the replay of a forecast failed");
        onFault();
      }
      this.#waiting.delete(object);
    }
  }

  async #replay(object: ReplayedObject): Promise<void> {
    const { clock, pause, isPresent } = this.#ports;
    const end = bucketAt(clock.now());
    const perPods = object.forecaster.loads.map(({ perPod }) => perPod ?? NaN);
    const fetched = await this.#fetch(object, end);
    if (fetched === undefined || !isPresent(object)) return;
    if (fetched) object.forecaster = restarted(object, filled(object.forecaster, end, fetched));
    const { loads } = object.forecaster;
    const measuredAt = (time: EpochMs): MeasuredLoad[] => {
      const measured: MeasuredLoad[] = [];
      for (const [at, { metric, record }] of loads.entries()) {
        const own = at === 0 && fetched ? fetched(time, minuteMs) : record.valueAt(bucketAt(time));
        measured[metric.index] = { total: own, perPod: perPods[at] ?? NaN };
      }
      return measured;
    };
    const isNew = loads.every(({ record }) => record.end === null);
    const start = isNew ? end : end - judgedDays * bucketsOfDay;
    const earlier = restarted(object, before(object.forecaster, start));
    for (let from = start; from < end; from += slice) {
      repeat(earlier, from, measuredAt);
      await pause(pauseMs);
      if (!isPresent(object)) return;
    }
    object.forecaster = restarted(object, continued(object, earlier, fetched !== null));
    object.forecaster.account.judge();
    object.replayAt = Infinity;
  }

  /** null: there is nothing to ask; undefined: it failed. */
  async #fetch({ key, query }: ReplayedObject, end: number): Promise<Past | null | undefined> {
    if (!query) return null;
    const { sources, log } = this.#ports;
    const question = sources.prometheusQuestion(query, splitKey(key).namespace);
    const fetched = question.ok ? await fetchPast(question.value, end * bucketMs) : question;
    if (fetched.ok) return fetched.value;
    log.warn({ key, error: fetched.error }, "the past of a forecast cannot be fetched");
    return undefined;
  }
}

const restarted = ({ restart, forecaster }: ReplayedObject, past: StoredForecast): Forecaster =>
  restart(past) ?? forecaster;

/** With what was fetched of the first load in the gaps of its record. */
function filled({ loads: [first], stored }: Forecaster, end: number, past: Past): StoredForecast {
  if (!first) return stored;
  const record = first.record.filled(end, bucket => past(bucket * bucketMs, bucketMs));
  return { ...stored, records: { ...stored.records, [first.metric.question]: record.stored } };
}

/** What was known then, without an account. */
function before({ loads, stored }: Forecaster, bucket: number): StoredForecast {
  const records = loads.map(
    ({ metric, record }) => [metric.question, upTo(record.stored, bucket)] as const,
  );
  const nothing = { account: emptyAccount, counts: [], added: null };
  return { ...stored, ...nothing, records: Object.fromEntries(records) };
}

/** The syncs of each minute, without those of which a load is unknown. */
function repeat(forecaster: Forecaster, from: number, at: (time: EpochMs) => MeasuredLoad[]): void {
  for (let time = from * bucketMs; time < (from + slice) * bucketMs; time += minuteMs) {
    const loads = at(time);
    if (loads.some(({ total }) => !(total >= 0 && total < Infinity))) continue;
    forecaster.observe(time, 0);
    forecaster.decided({ decision: { time, from: 0, to: 0, votes: [], steps: [] }, loads });
  }
}

/** With the days of the earlier one, and those that were measured with the same spec. */
function continued(
  { forecaster: { loads, stored }, checksum: judgedSpec }: ReplayedObject,
  earlier: Forecaster,
  isFetched: boolean,
): StoredForecast {
  const { gate, ...account } = stored.account;
  const { days: replayed, today } = earlier.stored.account;
  const own = account.days.filter(
    ({ number }) => gate.judgedSpec === judgedSpec && number >= (gate.measuredSince ?? 0),
  );
  const byNumber = new Map([...replayed, ...own].map(day => [day.number, day]));
  const days = [...byNumber.values()].sort((a, b) => a.number - b.number).slice(-judgedDays);
  const isFine = isFetched && loads.length === 1;
  const measured = today && { measuredSince: isFine ? 0 : today.number + 1 };
  const judged = { ...account, days, gate: { ...gate, judgedSpec, ...measured } };
  const { counts } = earlier.stored;
  return { ...stored, counts, account: { ...judged, today: today ?? account.today } };
}
