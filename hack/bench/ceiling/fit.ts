export interface Point {
  readonly objects: number;
  readonly value: number;
}

/** The exponent k of the curve c * objects^k that fits best: the slope of a line through the logarithms. */
export function exponentOf(points: readonly Point[]): number {
  const logs = points.map(({ objects, value }) => [Math.log(objects), Math.log(value)] as const);
  const mean = (of: 0 | 1): number => logs.reduce((sum, log) => sum + log[of], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const covariance = logs.reduce((sum, log) => sum + (log[0] - x) * (log[1] - y), 0);
  return covariance / logs.reduce((sum, log) => sum + (log[0] - x) ** 2, 0);
}
