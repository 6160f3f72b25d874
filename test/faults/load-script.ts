import fc from "fast-check";

/** The wanted number of replicas until the next level; times in milliseconds. */
export interface Level {
  readonly since: number;
  readonly until: number;
  readonly wanted: number;
}

/** The parameters of a load's levels; in seconds. */
export interface LoadShape {
  readonly largest: number;
  /** Minimum and maximum duration of a level below the middle, */
  readonly low: readonly [least: number, most: number];
  /** and of one above it: they alternate. */
  readonly high: readonly [least: number, most: number];
}

/** The same seed draws the same values. */
export function draw<T>(arbitrary: fc.Arbitrary<T>, seed: number, count: number): T[] {
  return fc.sample(arbitrary, { seed, numRuns: count, unbiased: true });
}

/** A load with large swings, from `start` for at least this many seconds. */
export function loadScript(
  { largest, low, high }: LoadShape,
  { seed, start, seconds }: { seed: number; start: number; seconds: number },
): Level[] {
  const middle = Math.ceil(largest / 2);
  const between = ([least, most]: readonly [number, number]) =>
    fc.integer({ min: least * 1000, max: most * 1000 });
  const turn = fc.tuple(
    fc.tuple(fc.integer({ min: 1, max: middle }), between(low)),
    fc.tuple(fc.integer({ min: middle, max: largest }), between(high)),
  );
  const turns = Math.ceil(seconds / (low[0] + high[0]));
  let since = start;
  return draw(turn, seed, turns)
    .flat()
    .map(([wanted, lasts]) => {
      const level = { since, until: since + lasts, wanted };
      since = level.until;
      return level;
    });
}

/** After its end, a load keeps its last level. */
export function wantedAt(levels: readonly Level[], now: number): number {
  return (levels.find(({ until }) => now < until) ?? levels.at(-1))?.wanted ?? 0;
}
