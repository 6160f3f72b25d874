import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { Load } from "../load/load.ts";

const keptPoints = 512;

/** Where the sums of a column are among those of a time. The first one is the known time. */
const totalAt = (column: number): number => 1 + 3 * column;
const perPodAt = (column: number): number => 2 + 3 * column;
const limitedAt = (column: number): number => 3 + 3 * column;

/** The recent past of a load, as sums from which means over any window follow. */
export class LoadHistory {
  readonly #columns: number;
  readonly #podCapacity: number;
  #times: EpochMs[];
  #sums: Float64Array[];

  constructor(columns: number, start: EpochMs, podCapacity: number) {
    [this.#columns, this.#podCapacity] = [columns, podCapacity];
    this.#times = [start];
    this.#sums = [new Float64Array(1 + 3 * columns)];
  }

  /** What held since the last call until `time`. Without a ready pod, one would have had everything. */
  add(time: EpochMs, ready: number, value: ((column: number) => number) | null): void {
    const last = this.#times.length - 1;
    const duration = time - (this.#times[last] ?? time);
    if (duration <= 0) return;
    const sums = new Float64Array(this.#sums[last] ?? []);
    const grow = (at: number, by: number): void => {
      sums[at] = (sums[at] ?? 0) + by;
    };
    if (value) grow(0, duration);
    for (let column = 0; value && column < this.#columns; column += 1) {
      const amount = value(column) * duration;
      grow(totalAt(column), amount);
      const perPod = amount / Math.max(1, ready);
      grow(perPodAt(column), perPod);
      grow(limitedAt(column), Math.min(perPod, this.#podCapacity * duration));
    }
    this.#times.push(time);
    this.#sums.push(sums);
    if (this.#times.length < 2 * keptPoints) return;
    this.#times = this.#times.slice(-keptPoints);
    this.#sums = this.#sums.slice(-keptPoints);
  }

  /** Of the whole load, of a ready pod's part, and of what it bears of that. null: the load is unknown. */
  means(column: number, from: EpochMs, to: EpochMs) {
    const [begin, end] = [this.#sumsAt(from), this.#sumsAt(to)];
    const sum = (at: number): number => end(at) - begin(at);
    const known = sum(0);
    if (known <= 0) return null;
    return {
      total: sum(totalAt(column)) / known,
      perPod: sum(perPodAt(column)) / known,
      limited: sum(limitedAt(column)) / known,
    };
  }

  /** The sums until a time, which grow evenly between two points. */
  #sumsAt(time: EpochMs): (at: number) => number {
    const after = this.#pointAfter(time);
    const before = Math.max(0, after - 1);
    const [start = 0, end = 0] = [this.#times[before], this.#times[after]];
    const share = end > start ? Math.min(1, Math.max(0, (time - start) / (end - start))) : 1;
    const [low, high] = [this.#sums[before], this.#sums[after]];
    return at => {
      const [from = 0, to = 0] = [low?.[at], high?.[at]];
      return from + (to - from) * share;
    };
  }

  #pointAfter(time: EpochMs): number {
    let after = this.#times.length - 1;
    while (after > 1 && (this.#times[after - 1] ?? 0) >= time) after -= 1;
    return after;
  }
}

/** Reads a load from its start to its end. */
export class LoadCursor {
  readonly #load: Load;
  #index = 0;
  #gap = 0;

  constructor(load: Load) {
    this.#load = load;
  }

  /** Whether the load is unknown at the time that was last given to `advance`. */
  isGap = false;
  /** When something changes next. */
  next: EpochMs = -Infinity;

  value(column: number): number {
    return this.#load.values[column]?.[this.#index] ?? 0;
  }

  /** Times must not fall. Before the start, the first value holds. */
  advance(now: EpochMs): void {
    if (now < this.next) return;
    const { times, gaps } = this.#load;
    while (at(times, this.#index + 1) <= now) this.#index += 1;
    while ((gaps[this.#gap]?.to ?? Infinity) <= now) this.#gap += 1;
    const gap = gaps[this.#gap];
    this.isGap = gap !== undefined && gap.from <= now;
    this.next = Math.min(at(times, this.#index + 1), this.#edgeAfter(now));
  }

  /** When the next gap begins or this one ends, or the load ends. */
  #edgeAfter(now: EpochMs): EpochMs {
    const { from, to } = this.#load.gaps[this.#gap] ?? { from: this.#load.end, to: Infinity };
    const edge = this.isGap ? to : from;
    return edge > now ? edge : Infinity;
  }
}

const at = (times: Float64Array, index: number): EpochMs => times[index] ?? Infinity;
