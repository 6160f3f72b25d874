/** When the objects of others were decided on, by their keys: as the operator's log says it. */
export type Decisions = ReadonlyMap<string, readonly number[]>;

export interface Span {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** The moments of decisions in a log at the level `debug`; those of other objects are left out. */
export function decisionsIn(log: string, keys: readonly string[]): Decisions {
  const times = new Map<string, number[]>(keys.map(key => [key, []]));
  for (const line of log.split("\n")) {
    if (!line.includes('"msg":"decided"')) continue;
    const { key, time } = JSON.parse(line) as { key: string; time: number };
    times.get(key)?.push(time);
  }
  return times;
}

/**
 * By how many milliseconds each decision of a span came later than a period after the one before. A
 * decision that never came is as late as the span is long: its object was not decided on to the end.
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

/** Of each object, how many decisions it had in a span, as a share of the whole periods in it. */
export function decidedIn(decisions: Decisions, { from, to }: Span, periodMs: number): number[] {
  const periods = Math.max(1, Math.floor((to - from) / periodMs));
  return [...decisions.values()].map(
    times => times.filter(time => time > from && time <= to).length / periods,
  );
}
