// engine/forecast/: what the load of a workload will be, from its past, and whether to act on that pays.

import type { EpochMs } from "../model/values/result.ts";

export const bucketMs = 300_000;
export const bucketsOfDay = 288;
export const bucketsOfWeek = 7 * bucketsOfDay;
/** Four weeks, and what a forecast reads before the oldest of its moments. */
const kept = 4 * bucketsOfWeek + 36;

export const bucketAt = (time: EpochMs): number => Math.floor(time / bucketMs);

/** Neighbouring codes differ by this factor, so a value is exact to 2%. */
const step = 1.04;
const gapCode = 255;
const highest = 254;
/** The code of the largest value, with room for one that is twenty times as large. */
const usualHighest = 176;
/** A larger value than so many times the largest one is believed once the next bucket confirms it. */
const mostGrowth = 20;
/** What a load may be, so that no factor leaves the range of a double. */
const range = { least: 1e-9, most: 1e15 };
/** A clock that was ahead for longer has left buckets that have not been yet. */
const mostBuckets = 12;

/** The part of a record that is written. */
export interface StoredRecord {
  /** The value of code 1, in the unit of the metric; 0: all values are 0. */
  readonly least: number;
  /** The bucket after the last code. */
  readonly end: number;
  /** From the oldest to the newest bucket: 0 is zero, 255 a gap, and any other code c is `least` times 1.04^(c - 1). */
  readonly codes: Uint8Array;
}

/** The mean load of each 5 minutes of the last four weeks, one byte each. Gaps stay gaps. */
export class LoadRecord {
  /** A ring: the code of a bucket is at its number modulo the length. */
  readonly #codes = new Uint8Array(kept).fill(gapCode);
  #least = 0;
  #end: number | null = null;
  /** The largest code in the ring; 0: there is none. */
  #highest = 0;
  /** How many days its values fill; a day counts once it is over in UTC. */
  knownDays = 0;
  /** A value that was too large to be believed, for the bucket before `#end`; null: the last one was not. */
  #doubted: number | null = null;

  /** What is no record is an empty one. */
  static from({ least, end, codes }: StoredRecord): LoadRecord {
    const record = new LoadRecord();
    const isUsable =
      Number.isSafeInteger(end) && end > 0 && least >= 0 && least <= range.most && codes.length > 0;
    if (!isUsable) return record;
    record.#least = least;
    record.#end = end;
    const recent = codes.subarray(Math.max(0, codes.length - kept));
    const start = at(end - recent.length);
    const untilWrap = Math.min(recent.length, kept - start);
    record.#codes.set(recent.subarray(0, untilWrap), start);
    record.#codes.set(recent.subarray(untilWrap));
    record.#endDay();
    return record;
  }

  /** The same, with the means of its gaps up to a bucket. */
  filled(end: number, meanAt: (bucket: number) => number): LoadRecord {
    const record = new LoadRecord();
    const until = Math.max(end, this.#end ?? 0);
    for (let bucket = until - kept; bucket < until; bucket += 1) {
      const own = this.valueAt(bucket);
      record.add(bucket, Number.isNaN(own) ? meanAt(bucket) : own);
    }
    return record;
  }

  get stored(): StoredRecord {
    const end = this.#end ?? 0;
    const oldest = at(end);
    const codes = new Uint8Array(kept);
    codes.set(this.#codes.subarray(oldest));
    codes.set(this.#codes.subarray(0, oldest), kept - oldest);
    return { least: this.#least, end, codes };
  }

  /** The bucket after the newest one; null: there is none yet. */
  get end(): number | null {
    return this.#end;
  }

  /** Of the last four weeks. */
  get largest(): number {
    return this.#valueOf(this.#highest);
  }

  /** The mean of a bucket; NaN: unknown. */
  valueAt(bucket: number): number {
    return this.#valueOf(this.#codeOf(bucket));
  }

  /** Adds the mean of a bucket, in ascending order; NaN: a gap. What lies between it and the last one is a gap. */
  add(bucket: number, mean: number): void {
    const end = this.#end ?? bucket;
    if (bucket < end) {
      // The clock was ahead: what has not been yet is unknown.
      if (end - bucket <= mostBuckets) return;
      for (let ahead = bucket; ahead < Math.min(end, bucket + kept); ahead += 1) {
        this.#codes[at(ahead)] = gapCode;
      }
    }
    for (let between = Math.max(end, bucket - kept); between < bucket; between += 1) {
      this.#codes[at(between)] = gapCode;
    }
    this.#codes[at(bucket)] = this.#encode(this.#believed(mean));
    this.#end = bucket + 1;
    const code = this.#codes[at(bucket)] ?? gapCode;
    if (code !== gapCode && code > this.#highest) this.#highest = code;
    if (bucket % bucketsOfDay === 0) this.#endDay();
  }

  /** One sample that is wrong must not be the scale of four weeks. */
  #believed(mean: number): number {
    const isPlausible = !(mean > mostGrowth * this.largest) || this.#highest === 0;
    const isConfirmed = this.#doubted !== null && mean > this.#doubted / mostGrowth;
    this.#doubted = isPlausible ? null : mean;
    return isPlausible || isConfirmed ? mean : NaN;
  }

  #codeOf(bucket: number): number {
    const end = this.#end ?? -Infinity;
    return bucket < end && bucket >= end - kept ? (this.#codes[at(bucket)] ?? gapCode) : gapCode;
  }

  #valueOf(code: number): number {
    if (code === gapCode) return NaN;
    return code === 0 ? 0 : this.#least * (powers[code] ?? NaN);
  }

  #encode(mean: number): number {
    if (!(mean >= 0) || mean > range.most) return gapCode;
    if (mean < range.least) return 0;
    if (this.#least === 0) this.#least = mean / (powers[usualHighest] ?? 1);
    const excess = this.#codeFor(mean) - highest;
    if (excess > 0) this.#shift(excess + highest - usualHighest);
    // What is too small for the range is nothing next to the largest.
    return Math.max(0, Math.min(highest, this.#codeFor(mean)));
  }

  #codeFor(mean: number): number {
    return 1 + Math.round(Math.log(mean / this.#least) / Math.log(step));
  }

  /** Makes room above the codes; below zero: room for smaller values. */
  #shift(by: number): void {
    this.#least *= step ** by;
    for (const [index, code] of this.#codes.entries()) {
      if (code !== 0 && code !== gapCode) this.#codes[index] = Math.max(0, code - by);
    }
    this.#highest = Math.max(0, this.#highest - by);
  }

  #endDay(): void {
    this.knownDays = Math.floor(this.#codes.filter(code => code !== gapCode).length / bucketsOfDay);
    this.#rebase();
  }

  /** What was large has left the record, or the scale was never right: the largest value gets its usual code. */
  #rebase(): void {
    this.#highest = this.#codes.reduce(
      (most, code) => (code === gapCode ? most : Math.max(most, code)),
      0,
    );
    if (this.#highest === 0) this.#least = 0;
    else if (this.#highest < usualHighest - 50) this.#shift(this.#highest - usualHighest);
  }
}

/** What it was at the start of a bucket. */
export function upTo({ least, end, codes }: StoredRecord, bucket: number): StoredRecord {
  const length = codes.length - Math.max(0, end - bucket);
  return { least, end: Math.min(end, bucket), codes: codes.subarray(0, Math.max(0, length)) };
}

const at = (bucket: number): number => ((bucket % kept) + kept) % kept;

/** The factor of each code. */
const powers = Float64Array.from({ length: gapCode }, (_, code) => step ** (code - 1));
