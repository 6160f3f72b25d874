import type { EpochMs } from "../../../engine/result.ts";
import type { Series } from "./compact.ts";

/** A part of the time. */
export interface Period {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** null: there is no value, for example in a gap of the load. */
export type Point = number | null;

/**
 * The times of the points that a chart draws: two for each of its columns of pixels, and one at each end. So
 * the work of drawing depends on the width of the chart and not on the number of samples.
 */
export function gridOf({ from, to }: Period, columns: number): EpochMs[] {
  const step = (to - from) / columns;
  const pairs = Array.from({ length: columns }, (_, column) => [
    from + step * column,
    from + step * (column + 0.5),
  ]);
  return [...pairs.flat(), to];
}

/**
 * The value in force at each time of the grid. A column with several values shows the lowest and the highest
 * one besides the last, so that no peak is lost.
 */
export function pointsOn(
  series: Series,
  period: Period,
  columns: number,
  gaps: readonly Period[] = [],
): Point[] {
  const { times, values } = series;
  const first = indexAt(times, period.from) + 1;
  const found = extremes(series, first, period, columns);
  let inForce = values[first - 1] ?? null;
  const points: Point[] = [];
  for (let column = 0; column < columns; column++) {
    const extreme = found.get(column);
    points.push(...(extreme ? pairOf(extreme, values, inForce) : [inForce, inForce]));
    inForce = points.at(-1) ?? null;
  }
  return withGaps([...points, inForce], gaps, period, columns);
}

/** Two points for a column: the last value, and of the others the one that differs most from it. */
function pairOf({ low, high, last }: Extremes, values: readonly number[], before: Point): Point[] {
  const [min = 0, max = 0, end = 0] = [values[low], values[high], values[last]];
  const lowest = before === null ? min : Math.min(min, before);
  const highest = before === null ? max : Math.max(max, before);
  return [end - lowest > highest - end ? lowest : highest, end];
}

function withGaps(points: Point[], gaps: readonly Period[], period: Period, columns: number) {
  for (const gap of gaps) {
    const first = Math.ceil(slotOf(gap.from, period, columns));
    const end = Math.min(slotOf(gap.to, period, columns), points.length);
    for (let slot = Math.max(0, first); slot < end; slot++) points[slot] = null;
  }
  return points;
}

interface Extremes {
  low: number;
  high: number;
  last: number;
}

/** The indices of the lowest, the highest and the last value in each column that has any. */
function extremes(
  { times, values }: Series,
  first: number,
  period: Period,
  columns: number,
): Map<number, Extremes> {
  const found = new Map<number, Extremes>();
  const end = indexAt(times, period.to) + 1;
  for (let index = first; index < end; index++) {
    const slot = slotOf(times[index] ?? 0, period, columns);
    const column = Math.min(columns - 1, Math.floor(slot / 2));
    const of = found.get(column);
    if (!of) {
      found.set(column, { low: index, high: index, last: index });
      continue;
    }
    const value = values[index] ?? 0;
    if (value < (values[of.low] ?? 0)) of.low = index;
    if (value > (values[of.high] ?? 0)) of.high = index;
    of.last = index;
  }
  return found;
}

const slotOf = (time: EpochMs, { from, to }: Period, columns: number): number =>
  (2 * columns * (time - from)) / (to - from);

/** The index of the last of the times that is not after `time`; -1: there is none. */
export function indexAt(times: readonly EpochMs[], time: EpochMs): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The value in force at a time. */
export const valueAt = ({ times, values }: Series, time: EpochMs): number | undefined =>
  values[indexAt(times, time)];
