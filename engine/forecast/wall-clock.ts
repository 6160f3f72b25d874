import { type EpochMs, err, ok, type Result } from "../model/values/result.ts";
import { onClock, timeZoneName } from "../model/values/time-zone.ts";
import { bucketMs, bucketsOfWeek } from "./load-record.ts";

const quarterMs = 900_000;
const dayMs = 86_400_000;
/** Two weeks, and four weeks before each of them; a longer memory would only grow. */
const mostQuarters = 4_500;

/** What the clocks of a time zone show. Offsets change at quarters of an hour. */
export class WallClock {
  readonly #timeZone: string;
  readonly #offsets = new Map<number, number>();

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  /** The time on the clock, as if it were UTC. */
  localAt(time: EpochMs): EpochMs {
    return time + this.#offsetAt(time);
  }

  /**
   * The buckets some weeks before this one at which the clock shows the same. Usually one; none if the clocks skip that
   * time, and two if they show it twice.
   */
  weeksBefore(bucket: number, weeks: number): readonly number[] {
    const past = bucket - weeks * bucketsOfWeek;
    const local = this.localAt(bucket * bucketMs) - weeks * bucketsOfWeek * bucketMs;
    const [before, after] = [-dayMs, dayMs].map(by => this.#offsetAt(past * bucketMs + by));
    if (before === after) return [(local - (before ?? 0)) / bucketMs];
    return [before, after]
      .map(offset => local - (offset ?? 0))
      .filter(time => this.localAt(time) === local)
      .map(time => time / bucketMs);
  }

  #offsetAt(time: EpochMs): number {
    const quarter = Math.floor(time / quarterMs);
    const known = this.#offsets.get(quarter);
    if (known !== undefined) return known;
    const minute = Math.floor(time / 60_000) * 60_000;
    const offset = onClock(this.#timeZone, minute) - minute;
    if (this.#offsets.size >= mostQuarters) this.#offsets.clear();
    this.#offsets.set(quarter, offset);
    return offset;
  }
}

/** By the name that the runtime gives a zone, of which there are some hundreds. */
const clocks = new Map<string, WallClock>();

/** One for each time zone, which all objects share. Errors: a sentence if the runtime knows no such zone. */
export function wallClock(timeZone: string): Result<WallClock, string> {
  const name = timeZoneName(timeZone);
  if (name === null) return err(`there is no time zone ${timeZone}`);
  const clock = clocks.get(name) ?? new WallClock(name);
  clocks.set(name, clock);
  return ok(clock);
}
