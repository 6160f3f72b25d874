import fc from "fast-check";

/** Decides everything in a case that is left to chance: the same seed gives the same case. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0 and less than 1. Source: mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Both ends included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<Option>(options: readonly [Option, ...Option[]]): Option {
    return options[this.between(0, options.length - 1)] ?? options[0];
  }

  /** A value of a generator of the property tests. */
  draw<Value>(arbitrary: fc.Arbitrary<Value>): Value {
    const [value] = fc.sample(arbitrary, { seed: this.between(0, 2 ** 30), numRuns: 1 });
    return value as Value;
  }
}
