// cli/simulate/load/: where a load comes from: files, generators, Prometheus.

import { type EpochMs, err, ok, type Result } from "../../../engine/model/values/result.ts";
import { spanText } from "../../terminal/times.ts";
import type { SimulatedLoad } from "../result.ts";
import { readAsUtc, WrittenValues } from "./written-samples.ts";

/** A recorded or generated load: one series that all pods share, and perhaps further metrics. */
export interface Load extends Pick<SimulatedLoad, "source" | "end" | "gaps"> {
  /** The names of the series; the first one is the load. */
  readonly columns: readonly string[];
  /** Each value holds from its time until the next one, or until a gap. */
  readonly times: Float64Array;
  readonly values: readonly Float64Array[];
  /** What is unusual about it, as sentences. */
  readonly notes: readonly string[];
}

/** A load as a result shows it: one of its series. */
export const loadOf = (load: Load, column: number, unit: string): SimulatedLoad => ({
  ...{ source: load.source, unit, start: load.times[0] ?? 0, end: load.end },
  ...{ times: Array.from(load.times), values: Array.from(load.values[column] ?? []) },
  gaps: load.gaps,
});

/** A quantile of numbers in ascending order; 0 without numbers. */
export const quantileOf = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;

/** In a file, from 1. The column tells where in a file of one line. */
export interface Position {
  readonly line: number;
  readonly column?: number;
}

export interface Sample {
  readonly position: Position;
  readonly time: EpochMs;
  readonly values: readonly number[];
}

export interface WrittenSample extends Pick<Sample, "position" | "time"> {
  readonly texts: readonly string[];
  readonly hasZone: boolean;
}

/** A distance above this many usual ones is a gap. */
const usualSteps = 3;
/** A larger value is a mistake, and its products would not be finite. The memory of a large cluster has 1e16 bytes. */
const largest = 1e18;
/** A longer load is a mistake: one time in seconds and one in microseconds, for example. */
const mostYears = 20;
/** Above this number of samples, pairs are averaged: a file may have any size. */
const mostSamples = 2 ** 21;

/** Collects samples in the order of time. Errors are sentences that begin with the place. */
export class LoadBuilder {
  readonly #source: string;
  #columns: readonly string[];
  #times: number[] = [];
  #values: number[][] = [];
  #position: Position = { line: 0 };
  #first: EpochMs = Infinity;
  #last: EpochMs = -Infinity;
  #lastStep = Infinity;
  /** How often each distance occurs, and where first. */
  readonly #steps = new Map<number, { count: number; readonly position: Position }>();
  /** So many samples become one. */
  #pooled = 1;
  #pool: { readonly time: EpochMs; readonly sums: number[]; count: number } | null = null;
  readonly #most: number;
  readonly #written = new WrittenValues();
  readonly #notes = new Set<string>();

  constructor(source: string, columns: readonly string[] = [], most = mostSamples) {
    this.#source = source;
    this.#columns = columns;
    this.#most = most;
  }

  name(columns: readonly string[]): void {
    this.#columns = columns;
  }

  /** A sentence about a place in the source. */
  problem({ line, column }: Position, text: string): string {
    const place = column === undefined ? line : `${line}:${column}`;
    return `${this.#source}:${place}: ${text}`;
  }

  /** A sentence about the whole source, for people; again, it changes nothing. */
  note(text: string): void {
    this.#notes.add(`${this.#source}: ${text}`);
  }

  /** As `add`. A sample without a value is a part of a gap. */
  addTexts({ position, time, texts, hasZone }: WrittenSample): string | null {
    if (!hasZone) this.note(readAsUtc);
    const values: number[] = [];
    for (const [column, text] of texts.entries()) {
      const value = this.#written.read(this.#nameOf(column), text);
      if (!value.ok) return this.problem(position, value.error);
      if (value.value !== null) values.push(value.value);
    }
    return values.length < texts.length ? null : this.add({ position, time, values });
  }

  #nameOf(column: number): string {
    return this.#columns[column] ?? "the value";
  }

  /** Returns what is wrong with the sample as a sentence; null: it was added. */
  add({ position, time, values }: Sample): string | null {
    const problem = this.#problemOf(time, values);
    if (problem !== null) return this.problem(position, problem);
    const step = time - this.#last;
    if (Number.isFinite(step)) {
      this.#countStep(step);
      // A gap is no part of a mean.
      if (step > usualSteps * this.#lastStep) this.#flush();
      this.#lastStep = step;
    }
    this.#pool ??= { time, sums: values.map(() => 0), count: 0 };
    for (const [column, value] of values.entries()) {
      this.#pool.sums[column] = (this.#pool.sums[column] ?? 0) + value;
    }
    this.#pool.count += 1;
    if (this.#pool.count === this.#pooled) this.#flush();
    [this.#position, this.#last] = [position, time];
    this.#first = Math.min(this.#first, time);
    return null;
  }

  /** Adds what is pooled. If there are too many samples, pairs become one. */
  #flush(): void {
    if (!this.#pool) return;
    const { time, sums, count } = this.#pool;
    this.#pool = null;
    this.#times.push(time);
    sums.forEach((sum, column) => (this.#values[column] ??= []).push(sum / count));
    if (this.#times.length === this.#most) this.#halve();
  }

  #problemOf(time: EpochMs, values: readonly number[]): string | null {
    const last = this.#last;
    const at = (ms: number): string => new Date(ms).toISOString().replace(".000", "");
    if (time === last) return `${at(time)} is there twice; keep one of the two samples`;
    if (time - this.#first > mostYears * 366 * 86_400_000) {
      return `${at(time)} is more than ${mostYears} years after the first time, ${at(this.#first)}`;
    }
    if (time < last) return `${at(time)} is before the sample above it; sort the samples by time`;
    for (const [column, value] of values.entries()) {
      const name = this.#nameOf(column);
      if (!Number.isFinite(value)) return `${name} is ${value}; leave out the samples of a gap`;
      if (value > largest) return `${name} is ${value}; a load is at most ${largest}`;
      if (value < 0) return `${name} is ${value}; a load is never negative`;
    }
    return null;
  }

  #countStep(distance: number): void {
    const step = this.#steps.get(distance);
    if (step) step.count += 1;
    else if (this.#steps.size < 10_000) {
      this.#steps.set(distance, { count: 1, position: this.#position });
    }
  }

  #halve(): void {
    const half = this.#times.length >> 1;
    const [times, values] = [this.#times, this.#values];
    this.#times = Array.from({ length: half }, (_, index) => times[2 * index] ?? 0);
    this.#values = values.map(all =>
      Array.from({ length: half }, (_, at) => ((all[2 * at] ?? 0) + (all[2 * at + 1] ?? 0)) / 2),
    );
    this.#pooled *= 2;
  }

  /** Errors: a sentence if there are no samples. */
  finish(): Result<Load, string> {
    this.#flush();
    if (this.#times.length === 0) {
      return err(`${this.#source}: there are no samples; write lines of a time and a value`);
    }
    const times = Float64Array.from(this.#times);
    const values = this.#values.map(column => Float64Array.from(column));
    const usual = this.#usualStep();
    const width = usual * this.#pooled;
    const gaps = gapsIn(times, width);
    const end = (times.at(-1) ?? 0) + width;
    const columns = values.map((_, index) => this.#columns[index] ?? "load");
    const shape = [...this.#gapNote(gaps, usual), ...this.#stepNote(usual), ...this.#poolNote()];
    const notes = [...this.#notes, ...shape];
    return ok({ source: this.#source, columns, times, values, end, gaps, notes });
  }

  #usualStep(): number {
    let [usual, most] = [60_000, 0];
    for (const [distance, { count }] of this.#steps) {
      if (count > most) [usual, most] = [distance, count];
    }
    return usual;
  }

  #gapNote(gaps: Load["gaps"], usual: number): string[] {
    const [longest, ...more] = gaps.map(({ from, to }) => to - from).toSorted((a, b) => b - a);
    if (longest === undefined) return [];
    const distances = [...this.#steps].filter(([distance]) => distance > usualSteps * usual);
    const [, { position } = { position: { line: 0 } }] =
      distances.toSorted(([a], [b]) => b - a)[0] ?? [];
    const sum = more.reduce((whole, ms) => whole + ms, longest);
    const others =
      more.length === 0 ? "" : `, and there are ${more.length} more, together ${spanText(sum)}`;
    const text = `a gap of ${spanText(longest)} follows${others}; no measure counts a gap`;
    return [this.problem(position, text)];
  }

  #stepNote(usual: number): string[] {
    const odd = [...this.#steps].find(
      ([distance]) =>
        (distance < usual / 1.5 || distance > usual * 1.5) && distance <= usualSteps * usual,
    );
    if (!odd) return [];
    const [distance, { position }] = odd;
    const text = `the step changes from ${spanText(usual)} to ${spanText(distance)}; each value holds until the next one`;
    return [this.problem(position, text)];
  }

  #poolNote(): string[] {
    if (this.#pooled === 1) return [];
    const text = `more than ${this.#most} samples; ${this.#pooled} at a time are averaged`;
    return [`${this.#source}: ${text}`];
  }
}

function gapsIn(times: Float64Array, step: number) {
  const gaps: Load["gaps"][number][] = [];
  for (let index = 1; index < times.length; index += 1) {
    const [from, to] = [times[index - 1] ?? 0, times[index] ?? 0];
    if (to - from > usualSteps * step) gaps.push({ from: from + step, to });
  }
  return gaps;
}
