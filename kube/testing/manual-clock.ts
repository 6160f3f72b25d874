import type { EpochMs } from "../../engine/model/values/result.ts";
import type { Clock } from "../clock.ts";

/** A clock that moves only when a test moves it. Both of its times move together. */
export class ManualClock implements Clock {
  #now: EpochMs;
  #monotonic = 1_000;

  constructor(now: EpochMs = Date.parse("2026-01-01T00:00:00Z")) {
    this.#now = now;
  }

  now(): EpochMs {
    return this.#now;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  advance(ms: number): void {
    this.#now += ms;
    this.#monotonic += ms;
  }
}
