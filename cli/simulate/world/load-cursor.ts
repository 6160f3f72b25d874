import type { EpochMs } from "../../../engine/result.ts";
import type { Load } from "../load/load.ts";

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
