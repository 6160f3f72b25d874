import type { EpochMs } from "../model/values/result.ts";
import { type ExpectedLoad, LoadForecast, mostWeeks } from "./expected-load.ts";
import { bucketAt, bucketMs, LoadRecord, type StoredRecord } from "./load-record.ts";
import type { WallClock } from "./wall-clock.ts";

/** A metric of the spec whose load has a past. */
export interface ForecastMetric {
  /** Its place in the spec. */
  readonly index: number;
  /** What it asks: another question has another past. */
  readonly question: string;
}

/** How far ahead a forecast looks. */
export interface Lead {
  /** From a decision until its pods are ready: the start of a pod, a sync period and the age of the samples. */
  readonly leadMs: number;
  /**
   * How long after the start of a bucket its forecast comes into force, from 0 up to 5 minutes: objects with different
   * delays do not all ask for nodes at the same moment. Each looks further ahead by as much.
   */
  readonly delayMs: number;
}

/** The samples of five minutes, of which a bucket is the mean. */
interface Bucket {
  readonly number: number;
  sum: number;
  known: number;
  all: number;
}

/** The load of one metric: its past, and what that says of the next minutes. */
export class LearnedLoad {
  readonly metric: ForecastMetric;
  readonly record: LoadRecord;
  readonly #forecast: LoadForecast;
  readonly #clock: WallClock;
  readonly #lead: Lead;
  #bucket: Bucket | null = null;
  /** null: it abstains. */
  expected: ExpectedLoad | null = null;
  #expectedFor: number | null = null;
  /** What each pod had at the target when the load was last known; null: it was not known yet. */
  perPod: number | null = null;

  constructor(metric: ForecastMetric, clock: WallClock, lead: Lead, past?: StoredRecord) {
    [this.metric, this.#clock, this.#lead] = [metric, clock, lead];
    this.record = past ? LoadRecord.from(past) : new LoadRecord();
    this.#forecast = new LoadForecast(this.record, clock);
  }

  /** Why that load is expected: "on the last 4 Mondays the load grew 8-fold within 15 minutes from 08:00". */
  get message(): string {
    const [expected, bucket] = [this.expected, this.#expectedFor];
    if (!expected || bucket === null) return "";
    const { weeks, usualGrowth, level } = expected;
    const local = new Date(this.#clock.localAt(bucket * bucketMs));
    const [day, time] = [weekdays[local.getUTCDay()], local.toISOString().slice(11, 16)];
    const days = `on ${weeks < mostWeeks ? `${weeks} of ` : ""}the last ${mostWeeks} ${day}s the load`;
    // A smaller factor is no growth to speak of.
    if (usualGrowth < 1.05) return `${days} was ${shown(level)} at ${time}`;
    const minutes = horizonOf(this.#lead) * (bucketMs / 60_000);
    return `${days} grew ${shown(usualGrowth)}-fold within ${minutes} minutes from ${time}`;
  }

  /** Before a sync: what is expected now. passedMs: since the last one; with longestMs or more, nothing is known of it. */
  begin(now: EpochMs, passedMs: number, longestMs: number): void {
    const number = bucketAt(now);
    if (this.#bucket && this.#bucket.number !== number) {
      this.#close(this.#bucket, passedMs >= bucketMs && passedMs <= longestMs ? number : null);
      this.#bucket = null;
    }
    const bucket = bucketAt(now - this.#lead.delayMs);
    if (this.#expectedFor === bucket) return;
    this.#expectedFor = bucket;
    this.expected = this.#forecast.at(bucket, horizonOf(this.#lead));
  }

  /** NaN: the load is unknown. */
  note(now: EpochMs, load: number, perPod: number): void {
    this.#bucket ??= { number: bucketAt(now), sum: 0, known: 0, all: 0 };
    this.#bucket.all += 1;
    if (Number.isNaN(load)) return;
    this.perPod = perPod;
    this.#bucket.sum += load;
    this.#bucket.known += 1;
  }

  /**
   * A bucket with less than half of its samples is a gap.
   *
   * @param until with a period above five minutes, a value holds until the next sync; null: it does not
   */
  #close({ number, sum, known, all }: Bucket, until: number | null): void {
    const mean = known > 0 && known * 2 >= all ? sum / known : NaN;
    this.record.add(number, mean);
    for (let next = number + 1; next < (until ?? 0); next += 1) this.record.add(next, mean);
  }
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const shown = (value: number): string => String(Number(value.toPrecision(3)));

/** One bucket more than the lead: rises are not on time to the minute, and a bucket is a mean. */
const horizonOf = ({ leadMs, delayMs }: Lead): number =>
  Math.ceil((leadMs + delayMs) / bucketMs) + 1;
