import type { EpochMs } from "../../../engine/result.ts";

/** Means over a time: of the whole load, and of what a ready pod had of it. null: the load is unknown. */
export interface Means {
  readonly total: number;
  readonly perPod: number;
}

interface Sums {
  known: number;
  readonly total: Float64Array;
  readonly perPod: Float64Array;
}

const keptPoints = 512;

/** The recent past of a load, as sums from which means over any window follow. */
export class LoadHistory {
  readonly #columns: number;
  #times: EpochMs[];
  #sums: Sums[];

  constructor(columns: number, start: EpochMs) {
    this.#columns = columns;
    this.#times = [start];
    this.#sums = [this.#empty()];
  }

  /** What held since the last call until `time`. Without a ready pod, one would have had everything. */
  add(time: EpochMs, ready: number, value: ((column: number) => number) | null): void {
    const last = this.#times.length - 1;
    const before = this.#sums[last] ?? this.#empty();
    const duration = time - (this.#times[last] ?? time);
    if (duration <= 0) return;
    const sums = this.#empty();
    sums.known = before.known + (value ? duration : 0);
    for (let column = 0; column < this.#columns; column += 1) {
      const amount = value ? value(column) * duration : 0;
      sums.total[column] = (before.total[column] ?? 0) + amount;
      sums.perPod[column] = (before.perPod[column] ?? 0) + amount / Math.max(1, ready);
    }
    this.#times.push(time);
    this.#sums.push(sums);
    if (this.#times.length < 2 * keptPoints) return;
    this.#times = this.#times.slice(-keptPoints);
    this.#sums = this.#sums.slice(-keptPoints);
  }

  means(column: number, from: EpochMs, to: EpochMs): Means | null {
    const [begin, end] = [this.#at(column, from), this.#at(column, to)];
    const known = end.known - begin.known;
    if (known <= 0) return null;
    return {
      total: (end.total - begin.total) / known,
      perPod: (end.perPod - begin.perPod) / known,
    };
  }

  /** The sums until a time, which grow evenly between two points. */
  #at(column: number, time: EpochMs) {
    const after = this.#pointAfter(time);
    const before = Math.max(0, after - 1);
    const [start = 0, end = 0] = [this.#times[before], this.#times[after]];
    const share = end > start ? Math.min(1, Math.max(0, (time - start) / (end - start))) : 1;
    const [low, high] = [this.#sums[before], this.#sums[after]];
    const between = (of: (sums: Sums) => number | undefined): number => {
      const [from = 0, to = 0] = [low && of(low), high && of(high)];
      return from + (to - from) * share;
    };
    return {
      known: between(({ known }) => known),
      total: between(({ total }) => total[column]),
      perPod: between(({ perPod }) => perPod[column]),
    };
  }

  #pointAfter(time: EpochMs): number {
    let after = this.#times.length - 1;
    while (after > 1 && (this.#times[after - 1] ?? 0) >= time) after -= 1;
    return after;
  }

  readonly #empty = (): Sums => ({
    known: 0,
    total: new Float64Array(this.#columns),
    perPod: new Float64Array(this.#columns),
  });
}
