import type { EpochMs } from "../../../engine/result.ts";
import type { Gap, Load } from "../load/load.ts";

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
    const { times, gaps, end } = this.#load;
    while ((times[this.#index + 1] ?? Infinity) <= now) this.#index += 1;
    while ((gaps[this.#gap]?.to ?? Infinity) <= now) this.#gap += 1;
    const gap: Gap | undefined = gaps[this.#gap];
    this.isGap = gap !== undefined && gap.from <= now;
    const change = this.isGap ? (gap?.to ?? end) : (gap?.from ?? end);
    const following = times[this.#index + 1] ?? Infinity;
    this.next = Math.min(following, change > now ? change : Infinity);
  }
}
