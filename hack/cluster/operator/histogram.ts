/** Cumulative counts of a Prometheus histogram, by upper bound, all label sets together. */
export type Buckets = ReadonlyMap<number, number>;

/** Reads one histogram from the text of /metrics. */
export function bucketsOf(text: string, name: string): Buckets {
  const buckets = new Map<number, number>();
  for (const line of text.split("\n")) {
    if (!line.startsWith(`${name}_bucket{`)) continue;
    const bound = /le="([^"]+)"/.exec(line)?.[1] ?? "";
    const upper = bound === "+Inf" ? Infinity : Number(bound);
    const count = Number(line.slice(line.lastIndexOf(" ")));
    buckets.set(upper, (buckets.get(upper) ?? 0) + count);
  }
  return buckets;
}

/** The observations between two readings. */
export const since = (after: Buckets, before: Buckets): Buckets =>
  new Map([...after].map(([bound, count]) => [bound, count - (before.get(bound) ?? 0)]));

/** A quantile, by linear interpolation within its bucket, as `histogram_quantile` of Prometheus does. */
export function quantileOf(buckets: Buckets, share: number): number {
  const sorted = [...buckets].sort(([a], [b]) => a - b);
  const rank = share * (sorted.at(-1)?.[1] ?? 0);
  let [lower, below] = [0, 0];
  for (const [upper, count] of sorted) {
    if (count >= rank && count > below) {
      if (upper === Infinity) return lower;
      return lower + ((upper - lower) * (rank - below)) / (count - below);
    }
    [lower, below] = [upper, count];
  }
  return NaN;
}
