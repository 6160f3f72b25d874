import fc from "fast-check";

import { type Random, seeded } from "../../../cli/simulate/random.ts";
import { pick } from "../../random.ts";

/** Decides everything in a case that is left to chance: the same seed gives the same case. */
export class Dice {
  /** At least 0 and less than 1. */
  readonly next: Random;

  constructor(seed: number) {
    this.next = seeded(seed);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Both ends included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<Option>(options: readonly [Option, ...Option[]]): Option {
    return pick(this.next, options);
  }

  /** A value of a generator of the property tests. */
  draw<Value>(arbitrary: fc.Arbitrary<Value>): Value {
    const [value] = fc.sample(arbitrary, { seed: this.between(0, 2 ** 30), numRuns: 1 });
    return value as Value;
  }
}
