import type { EpochMs } from "../model/values/result.ts";
import { rivals } from "./account.ts";
import { Shadow, type ShadowedObject } from "./shadow.ts";

/**
 * The decisions on one object for the same load: without a forecast, with it, and by settings without a forecast that may
 * do as well. These rivals only run while a forecast may be worth its cost.
 */
export class Pipelines {
  readonly #object: ShadowedObject;
  readonly reactive: Shadow;
  readonly #forecast: Shadow;
  #rivals: readonly Shadow[];

  /** @param counts those of an earlier process, as far as there are any */
  constructor(object: ShadowedObject, counts: readonly number[], count: number) {
    const [reactive = count, forecast = count, ...others] = counts;
    this.#object = object;
    this.reactive = new Shadow(object, reactive);
    this.#forecast = new Shadow(object, forecast);
    this.#rivals = others.length > 0 ? this.#start(others) : [];
  }

  get counts(): readonly number[] {
    return [this.reactive, this.#forecast, ...this.#rivals].map(({ count }) => count);
  }

  /** Starts the rivals, lets them run on if they run, or ends them. */
  compare(isWanted: boolean, areStarted: boolean): void {
    if (!isWanted) this.#rivals = [];
    else if (areStarted && this.#rivals.length === 0) this.#rivals = this.#start([]);
  }

  /** One sync. demand: in pods at their target; null: the load is unknown. expected: the same; null: nothing is. */
  sync(now: EpochMs, passedMs: number, demand: number | null, expected: number | null): void {
    this.reactive.sync(now, demand, passedMs);
    this.#forecast.sync(now, demand, passedMs, {
      expected: expected === null ? [] : [{ metric: 0, load: expected, message: "" }],
      without: demand === null ? this.reactive.count : null,
    });
    for (const rival of this.#rivals) rival.sync(now, demand, passedMs);
  }

  /** Adds what has come together since the last call: three sums of each pipeline. NaN: a rival does not run. */
  addTo(sums: Float64Array): void {
    this.reactive.addTo(sums, 0);
    this.#forecast.addTo(sums, 3);
    if (this.#rivals.length === 0) sums.fill(NaN, 6);
    for (const [index, rival] of this.#rivals.entries()) rival.addTo(sums, 6 + 3 * index);
  }

  #start(counts: readonly number[]): Shadow[] {
    return rivals.map(
      (rival, index) => new Shadow(this.#object, counts[index] ?? this.reactive.count, rival),
    );
  }
}
