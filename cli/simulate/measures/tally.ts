// cli/simulate/measures/: what a simulation counts, and the conditions for CI. docs/simulate.md has the formulas
// and their sources.

import type { Decision } from "../../../engine/model/decision.ts";
import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { Change, Elasticity, Measures, Worst } from "../result.ts";

/** A time in which nothing changes. */
interface Span {
  readonly from: EpochMs;
  readonly durationMs: number;
  readonly load: number;
  readonly ready: number;
  readonly replicas: number;
  readonly decision: Decision | null;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Rounding errors are no shortage. */
const least = 1e-9;

/** Adds up spans of time in the order of time. */
export class Tally {
  readonly #podCapacity: number;
  readonly #hasPods: boolean;
  #ms = 0;
  #replicaMs = 0;
  #work = 0;
  #lost = 0;
  #shortMs = 0;
  #overMs = 0;
  #shortage = 0;
  #surplus = 0;
  #largest = least;
  #worst: Worst | null = null;

  /** @param podCapacity  null: no pod bears the load, which is a number of replicas */
  constructor(podCapacity: number | null) {
    [this.#podCapacity, this.#hasPods] = [podCapacity ?? 1, podCapacity !== null];
  }

  add({ from, durationMs, load, ready, replicas, decision }: Span): void {
    const demand = load / this.#podCapacity;
    const missing = demand - ready;
    this.#ms += durationMs;
    this.#replicaMs += replicas * durationMs;
    this.#work += demand * durationMs;
    if (missing > least) {
      this.#lost += missing * durationMs;
      this.#shortMs += durationMs;
      this.#shortage += (missing / demand) * durationMs;
    } else if (missing < -least) {
      this.#overMs += durationMs;
      // Without demand, no surplus can be a share of it.
      if (demand > 0) this.#surplus += (-missing / demand) * durationMs;
    }
    if (missing <= this.#largest) return;
    this.#largest = missing;
    this.#worst = { time: from, load, capacity: ready * this.#podCapacity, decision };
  }

  measures(changes: readonly Change[]): Omit<Measures, "price" | "elasticSpeedup"> {
    return {
      replicaHours: this.#replicaMs / (60 * minuteMs),
      ...(this.#hasPods ? this.#lack() : {}),
      changes: changes.length,
      oscillations: oscillationsIn(changes),
      worst: this.#worst,
    };
  }

  #lack(): Pick<Measures, "lostWork" | "shortMinutes"> {
    return {
      lostWork: this.#work > 0 ? this.#lost / this.#work : 0,
      shortMinutes: this.#ms > 0 ? this.#shortMs / minuteMs / (this.#ms / dayMs) : 0,
    };
  }

  /** undefined: no pod bears the load. */
  get elasticity(): Elasticity | undefined {
    if (!this.#hasPods) return undefined;
    const share = (part: number): number => (this.#ms > 0 ? part / this.#ms : 0);
    return {
      thetaU: share(this.#shortage),
      thetaO: share(this.#surplus),
      tauU: share(this.#shortMs),
      tauO: share(this.#overMs),
    };
  }
}

const oscillationMs = 10 * minuteMs;

/** Changes that undo the direction of the one before within ten minutes. */
const oscillationsIn = (changes: readonly Change[]): number =>
  changes.filter((change, index) => {
    const before = changes[index - 1];
    if (!before || change.time - before.time > oscillationMs) return false;
    return Math.sign(change.to - change.from) !== Math.sign(before.to - before.from);
  }).length;

/** Keeps a term without shortage from making the whole infinite. */
const floor = 0.05;

/** How much better than the baseline; 1: equal. Source  Herbst and others, elastic speedup, with a floor. */
export const elasticSpeedup = (own: Elasticity, baseline: Elasticity): number =>
  (["thetaU", "thetaO", "tauU", "tauO"] as const).reduce(
    (product, term) => product * ((baseline[term] + floor) / (own[term] + floor)),
    1,
  ) ** 0.25;
