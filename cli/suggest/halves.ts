import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { spanText } from "../terminal/times.ts";
import type { Load } from "../simulate/load/load.ts";

const dayMs = 86_400_000;

/** The past, and its two halves: what one of them suggests, the other one judges. */
export type Halves = readonly [first: Load, second: Load];

/**
 * Divides a load into two halves of whole days. Errors: a sentence if it is too short: settings that one day
 * suggests need at least another day that agrees.
 */
export function halvesOf(load: Load): Result<Halves, string> {
  const start = load.times[0] ?? 0;
  const days = Math.floor((load.end - start) / dayMs);
  if (days < 2) {
    return err(
      `${load.source}: ${spanText(load.end - start)} is too short; one half judges what the other one suggests, so two days are needed, and two weeks show how working days differ from weekends`,
    );
  }
  const middle = start + Math.floor(days / 2) * dayMs;
  return ok([part(load, start, middle), part(load, middle, load.end)]);
}

function part(load: Load, from: number, to: number): Load {
  const within = (time: number): boolean => time >= from && time < to;
  const first = load.times.findIndex(within);
  const last = load.times.findLastIndex(within);
  const bounds = [Math.max(0, first), last + 1] as const;
  const gaps = load.gaps.flatMap(gap =>
    gap.from < to && gap.to > from
      ? [{ from: Math.max(gap.from, from), to: Math.min(gap.to, to) }]
      : [],
  );
  return {
    ...{ ...load, gaps, end: to },
    times: load.times.slice(...bounds),
    values: load.values.map(column => column.slice(...bounds)),
  };
}
