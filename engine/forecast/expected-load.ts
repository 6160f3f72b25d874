import { bucketsOfDay, type LoadRecord } from "./load-record.ts";
import type { WallClock } from "./wall-clock.ts";

/** What is expected of the load until pods that are created now are ready, and why. */
export interface ExpectedLoad {
  /** In the unit of the metric: the smaller one of `level` and the load now times its usual growth. */
  readonly load: number;
  /** The usual load of these minutes of the week, as the last day compares with its usual load. */
  readonly level: number;
  /** By how much the load usually grows from now on, as a factor. */
  readonly usualGrowth: number;
  /** Of how many weeks before. */
  readonly weeks: number;
}

export const mostWeeks = 4;
/** A slot of the week says something after this many weeks. */
const leastWeeks = 2;
/** How much more than ever a forecast may ask for. */
const overLargest = 1.25;
/** A record is exact to 2%, so that much more is no reason for a replica more. */
const inexact = 1.02;
/** Below this part of the largest load, differences do not count. */
const negligible = 0.02;
/** The comparison with the last day needs a quarter of its buckets. */
const leastCompared = bucketsOfDay / 4;
const bucketsOfHour = 12;

/**
 * Two opinions, and the smaller one counts: a rise that did not come, as on a holiday, has no growth; and a load that
 * is elsewhere today has another level. Both are medians over up to four weeks, so one odd week changes nothing.
 */
export class LoadForecast {
  readonly #record: LoadRecord;
  readonly #clock: WallClock;
  #today = 1;
  #comparedAt = -Infinity;

  constructor(record: LoadRecord, clock: WallClock) {
    [this.#record, this.#clock] = [record, clock];
  }

  /**
   * The largest load of some buckets, from those before the first one; null: it abstains.
   *
   * @param horizon  how many buckets pass until pods that are created now are ready, the present one included
   */
  at(bucket: number, horizon: number): ExpectedLoad | null {
    const record = this.#record;
    const now = this.#meanBefore(bucket);
    // Without the last two buckets, it is unknown whether the rise has begun.
    if (Number.isNaN(now)) return null;
    const usual = this.#largestUsual(bucket, horizon);
    if (Number.isNaN(usual)) return null;
    const growths = this.#growthsAt(bucket, horizon);
    if (growths === null) return null;
    const least = negligible * record.largest;
    const usualGrowth = median(growths.factors);
    const level = this.#todayAt(bucket) * usual;
    const growth = Math.max(now, least) * usualGrowth;
    const load = Math.min(level, growth, overLargest * record.largest) / inexact;
    return { load, level, usualGrowth, weeks: growths.weeks };
  }

  #meanBefore(bucket: number): number {
    return (this.#record.valueAt(bucket - 1) + this.#record.valueAt(bucket - 2)) / 2;
  }

  #largestUsual(bucket: number, horizon: number): number {
    let largest = NaN;
    for (let ahead = 0; ahead < horizon; ahead += 1) {
      const usual = this.#usualAt(bucket + ahead);
      if (!(usual <= largest) && !Number.isNaN(usual)) largest = usual;
    }
    return largest;
  }

  /** The median of the same slot in the weeks before; NaN: too few of them are known. */
  #usualAt(bucket: number): number {
    const weeks: number[] = [];
    for (let week = 1; week <= mostWeeks; week += 1) {
      const means = this.#clock.weeksBefore(bucket, week).map(past => this.#smoothAt(past));
      const mean = meanOf(means);
      if (!Number.isNaN(mean)) weeks.push(mean);
    }
    return weeks.length >= leastWeeks ? median(weeks) : NaN;
  }

  /** The mean of a bucket and its two neighbours. */
  #smoothAt(bucket: number): number {
    return meanOf([-1, 0, 1].map(by => this.#record.valueAt(bucket + by)));
  }

  /** How the last day compares with its usual load, found each hour. */
  #todayAt(bucket: number): number {
    const since = bucket - this.#comparedAt;
    if (since >= 0 && since < bucketsOfHour) return this.#today;
    this.#comparedAt = bucket;
    const ratios: number[] = [];
    for (let past = bucket - bucketsOfDay; past < bucket; past += 1) {
      const [usual, value] = [this.#usualAt(past), this.#record.valueAt(past)];
      if (usual > 0 && value >= 0) ratios.push(value / usual);
    }
    this.#today = ratios.length >= leastCompared ? median(ratios) : 1;
    return this.#today;
  }

  /** The growth from these minutes of the weeks before; null: too few weeks are known. */
  #growthsAt(
    bucket: number,
    horizon: number,
  ): { readonly factors: number[]; readonly weeks: number } | null {
    const factors: number[] = [];
    let weeks = 0;
    for (let week = 1; week <= mostWeeks; week += 1) {
      const pasts = this.#clock.weeksBefore(bucket, week);
      const known = pasts.flatMap(past => this.#growthsAround(past, horizon));
      factors.push(...known);
      if (known.length > 0) weeks += 1;
    }
    return weeks >= leastWeeks && this.#record.largest > 0 ? { factors, weeks } : null;
  }

  /** From a bucket of the past, and from its neighbours. */
  #growthsAround(past: number, horizon: number): number[] {
    const least = negligible * this.#record.largest;
    return [-1, 0, 1].flatMap(by => {
      const [from, to] = [this.#meanBefore(past + by), this.#largestFrom(past + by, horizon)];
      return from >= 0 && to >= 0 ? [Math.max(to, least) / Math.max(from, least)] : [];
    });
  }

  #largestFrom(bucket: number, horizon: number): number {
    let largest = NaN;
    for (let ahead = 0; ahead < horizon; ahead += 1) {
      const value = this.#record.valueAt(bucket + ahead);
      if (!(value <= largest) && !Number.isNaN(value)) largest = value;
    }
    return largest;
  }
}

/** Of those that are known; NaN: none is. */
export function meanOf(values: Iterable<number>): number {
  let [sum, count] = [0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? NaN : sum / count;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}
