import type { Moment, PastSize } from "../messages.ts";

/** One line of the chart. */
export interface Series {
  readonly name: string;
  readonly kind: "min" | "max" | "vote" | "wanted" | "size";
  /** A custom property of page.css. */
  readonly color: string;
  /** At each of the times; in force until the next one. */
  readonly values: readonly (number | null)[];
}

export interface Lines {
  /** In order, without repetition; the last one is the end of the chart. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
}

/** More sources than this are hard to tell apart; those that won most recently come first. */
const mostSources = 6;

/** The lines of a workload's sizes, votes and limits. */
export function linesOf(moments: readonly Moment[], past: readonly PastSize[], end: number): Lines {
  const known = [...past.map(({ time }) => time), ...moments.map(({ time }) => time), end];
  const times = [...new Set(known)].sort((a, b) => a - b);
  const at = times.map(time => momentAt(moments, time));
  const of = (value: (moment: Moment) => number | null) =>
    at.map(moment => (moment ? value(moment) : null));
  const sizes = times.map((time, index) => at[index]?.current ?? pastSizeAt(past, time));
  const votes = sourcesOf(moments).map((source, index): Series => {
    const values = of(({ votes }) => votes.find(vote => vote.source === source)?.replicas ?? null);
    return { name: source, kind: "vote", color: `--vote-${index}`, values };
  });
  return {
    times,
    series: [
      { name: "Minimum", kind: "min", color: "--min", values: of(({ min }) => min) },
      { name: "Maximum", kind: "max", color: "--max", values: of(({ max }) => max) },
      ...votes,
      { name: "Wanted", kind: "wanted", color: "--wanted", values: of(({ desired }) => desired) },
      { name: "Size", kind: "size", color: "--size", values: sizes },
    ],
  };
}

/** The moment in force at a time; undefined: it is earlier than all of them. */
export function momentAt(moments: readonly Moment[], time: number): Moment | undefined {
  return moments.findLast(moment => moment.time <= time);
}

export const pastSizeAt = (past: readonly PastSize[], time: number): number | null =>
  past.findLast(each => each.time <= time)?.size ?? null;

function sourcesOf(moments: readonly Moment[]): string[] {
  const latest = moments.toReversed().flatMap(({ votes }) => votes);
  const winners = latest.filter(({ wins }) => wins);
  const names = new Set([...winners, ...latest].map(({ source }) => source));
  return [...names].slice(0, mostSources);
}

/** From 0 to a little above the sizes and votes; a maximum far above them would flatten them. */
export function highestOf({ series }: Lines): number {
  const highest = (shown: (each: Series) => boolean): number =>
    Math.max(0, ...series.filter(shown).flatMap(({ values }) => values.map(value => value ?? 0)));
  const used = Math.max(
    1,
    highest(({ kind }) => kind !== "max"),
  );
  const max = highest(({ kind }) => kind === "max");
  return Math.ceil(1.1 * (max <= 2.5 * used ? Math.max(max, used) : used));
}
