import { type Day, rivals, type Sums } from "./account.ts";

/** Three sums of each pipeline: without a forecast, with it, and of each rival. */
export const sumsOfDay = 3 * (2 + rivals.length);
/** While no rival has run. */
const leastSums = 6;

/** Days in a sixth of the memory that objects take: an operator has fourteen of them for each object. */
export class PackedDays {
  readonly #rowLength: number;
  readonly #values: Float32Array;

  constructor(days: readonly Day[]) {
    const isCompared = days.some(day => day.rivals.length > 0);
    this.#rowLength = 1 + (isCompared ? sumsOfDay : leastSums);
    this.#values = new Float32Array(days.length * this.#rowLength).fill(NaN);
    for (const [index, day] of days.entries()) {
      this.#values.set([day.number, ...sumsIn(day)], index * this.#rowLength);
    }
  }

  get length(): number {
    return this.#values.length / this.#rowLength;
  }

  get days(): Day[] {
    return Array.from({ length: this.length }, (_, row) => {
      const start = row * this.#rowLength;
      const [number = 0, ...sums] = this.#values.subarray(start, start + this.#rowLength);
      return dayOf(number, sums);
    });
  }
}

/** Three of each pipeline. */
export const sumsIn = ({ reactive, forecast, rivals: others }: Day): number[] =>
  [reactive, forecast, ...others].flatMap(listed);

/** @param sums three of each pipeline, in the order of a day; rivals that did not run have none, or no numbers */
export function dayOf(number: number, sums: ArrayLike<number>): Day {
  const at = (pipeline: number): Sums => {
    const [shortage = NaN, lost = NaN, replicas = NaN] = [0, 1, 2].map(
      index => sums[3 * pipeline + index],
    );
    return { shortage, lost, replicas };
  };
  const others = rivals.map((_, index) => at(2 + index));
  const isCompared = others.every(({ replicas }) => replicas >= 0);
  return { number, reactive: at(0), forecast: at(1), rivals: isCompared ? others : [] };
}

const listed = ({ shortage, lost, replicas }: Sums): number[] => [shortage, lost, replicas];

/** Replica-hours of six hours, which `number` counts from 1970. */
export interface Span {
  readonly number: number;
  /** What the target itself had because of the forecast. */
  readonly extra: number;
  readonly reactive: number;
}

export const spanMs = 6 * 3_600_000;
const spansOfWeek = 28;

/** The last seven days, of which the last span may not be over yet. */
export class LastWeek {
  /** A ring: the two values of a span are at its number modulo the length. */
  readonly #values = new Float32Array(2 * spansOfWeek);
  #last: number | null = null;

  constructor(spans: readonly Span[]) {
    for (const each of spans) this.add(each);
  }

  /** Returns whether it is another span than before. */
  add({ number, extra, reactive }: Span): boolean {
    const isNew = number !== this.#last;
    this.#goTo(number);
    const at = indexOf(number);
    this.#values[at] = (this.#values[at] ?? 0) + extra;
    this.#values[at + 1] = (this.#values[at + 1] ?? 0) + reactive;
    return isNew;
  }

  /** Whether the extra hours are more than this share of the others. */
  isBeyond(share: number): boolean {
    let excess = 0;
    for (let at = 0; at < this.#values.length; at += 2) {
      excess += (this.#values[at] ?? 0) - share * (this.#values[at + 1] ?? 0);
    }
    return excess > 0;
  }

  get spans(): readonly Span[] {
    const last = this.#last;
    if (last === null) return [];
    return Array.from({ length: spansOfWeek }, (_, index) => {
      const number = last - spansOfWeek + 1 + index;
      const [extra = 0, reactive = 0] = this.#values.subarray(indexOf(number));
      return { number, extra, reactive };
    }).filter(({ extra, reactive }) => extra > 0 || reactive > 0);
  }

  /** What lies in between was not observed. Of a clock that was ahead, nothing counts. */
  #goTo(number: number): void {
    const last = this.#last ?? number;
    const [from, to] = number < last ? [number + 1, last] : [last + 1, number];
    for (let each = Math.max(from, to - spansOfWeek + 1); each <= to; each += 1) {
      this.#values.fill(0, indexOf(each), indexOf(each) + 2);
    }
    this.#last = number;
  }
}

const indexOf = (number: number): number =>
  2 * (((number % spansOfWeek) + spansOfWeek) % spansOfWeek);
