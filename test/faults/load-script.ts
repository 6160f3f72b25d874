import fc from "fast-check";

/** So many replicas are worth having from one moment until the next level's; milliseconds. */
export interface Level {
  readonly since: number;
  readonly until: number;
  readonly wanted: number;
}

/** What the levels of a load are drawn from; seconds. */
export interface LoadShape {
  readonly largest: number;
  /** A level below the middle lasts so long at least and at most, */
  readonly low: readonly [least: number, most: number];
  /** and one above it so long: they take turns. */
  readonly high: readonly [least: number, most: number];
}

/** Draws the same again from the same seed. */
export function draw<T>(arbitrary: fc.Arbitrary<T>, seed: number, count: number): T[] {
  return fc.sample(arbitrary, { seed, numRuns: count, unbiased: true });
}

/** A load that swings hard, from `start` for at least so long. */
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

/** After its end a load stays as it was at last. */
export function wantedAt(levels: readonly Level[], now: number): number {
  return (levels.find(({ until }) => now < until) ?? levels.at(-1))?.wanted ?? 0;
}
