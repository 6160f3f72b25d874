import { quantileOf, since, type Buckets } from "../../cluster/operator/histogram.ts";
import { quantile } from "../quantiles.ts";
import type { Contender } from "./contender.ts";
import type { Sent } from "./sent.ts";

/** Milliseconds. */
export interface Lateness {
  readonly median: number;
  readonly p99: number;
  /** From a histogram, it is the upper bound of the last bucket that is not empty. */
  readonly most: number;
}

export interface Span {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/**
 * How much later than one period after the previous sync of the same target, or namespace, its syncs begin.
 * The time since the last sync in the span counts if it exceeds the period already.
 *
 * @param keys of all objects
 */
export function latenessOf(
  sent: readonly Sent[],
  keys: readonly string[],
  { kind, of }: Contender["beginsSync"],
  { from, to, periodMs }: Span & { readonly periodMs: number },
): Lateness {
  // The key of a list is that of an object without its name.
  const places = of === "target" ? keys : keys.map(key => key.replace(/[^/]*$/, ""));
  const times = new Map<string, number[]>(places.map(place => [place, []]));
  for (const request of sent) {
    const { key, at } = request;
    if (request.kind === kind && at >= from && at <= to) times.get(key)?.push(at);
  }
  const late = [...times.values()].flatMap(syncs => {
    const gaps = syncs.slice(1).map((at, index) => at - (syncs[index] ?? at));
    const open = to - (syncs.at(-1) ?? from);
    return [...gaps, ...(open > periodMs ? [open] : [])].map(gap => Math.max(0, gap - periodMs));
  });
  const [median = NaN, p99 = NaN, most = NaN] = [0.5, 0.99, 1].map(share => quantile(late, share));
  return { median, p99, most };
}

/** Waits in a histogram in seconds, those before the span not counted. */
export function waitsIn(before: Buckets, after: Buckets): Lateness {
  const buckets = since(after, before);
  const [median = NaN, p99 = NaN] = [0.5, 0.99].map(share => quantileOf(buckets, share) * 1_000);
  const all = Math.max(...buckets.values());
  const full = [...buckets].filter(([, count]) => count === all).map(([bound]) => bound);
  return { median, p99, most: Math.min(...full) * 1_000 };
}

/** Each figure as if the latest syncs had also waited for the longest time. */
export const sumOf = (a: Lateness, b: Lateness): Lateness => ({
  median: a.median + b.median,
  p99: a.p99 + b.p99,
  most: a.most + b.most,
});
