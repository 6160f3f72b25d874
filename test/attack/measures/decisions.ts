import { LogTimes } from "../../../hack/bench/log-times.ts";

/** Times of the decisions on other tenants' objects, by key, from the operator's log. */
export type Decisions = ReadonlyMap<string, readonly number[]>;

export interface Span {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** The times of decisions in a log at level `debug`, for these keys only. */
export function decisionsIn(log: string, keys: readonly string[]): Decisions {
  const { byKey } = new LogTimes("decided").read(log);
  return new Map(keys.map(key => [key, byKey.get(key) ?? []]));
}

/**
 * By how many milliseconds the gap before each decision in a span exceeded the period. If the last decision
 * is overdue at the end of the span, its gap counts up to that end.
 */
export function latenessIn(decisions: Decisions, { from, to }: Span, periodMs: number): number[] {
  return [...decisions.values()].flatMap(times => {
    const begun = times.findLast(time => time <= from) ?? from;
    const inside = times.filter(time => time > from && time <= to);
    const gaps = inside.map((time, index) => time - (inside[index - 1] ?? begun));
    const open = to - (inside.at(-1) ?? begun);
    return [...gaps, ...(open > periodMs ? [open] : [])].map(gap => Math.max(0, gap - periodMs));
  });
}

/** For each object, the number of its decisions in a span as a share of the whole periods in it. */
export function decidedIn(decisions: Decisions, { from, to }: Span, periodMs: number): number[] {
  const periods = Math.max(1, Math.floor((to - from) / periodMs));
  return [...decisions.values()].map(
    times => times.filter(time => time > from && time <= to).length / periods,
  );
}
