/** The value below which this share of the sorted sample lies (nearest rank). */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.max(0, Math.ceil(share * sorted.length) - 1);
  return sorted[rank] ?? NaN;
}

/** `median 12 ms, p99 40 ms, max 51 ms (200)` */
export function describeMilliseconds(values: readonly number[]): string {
  if (values.length === 0) return "nothing measured";
  const [median, p99, max] = [0.5, 0.99, 1].map(share => Math.round(quantile(values, share)));
  return `median ${median ?? 0} ms, p99 ${p99 ?? 0} ms, max ${max ?? 0} ms (${values.length})`;
}
