import type { EpochMs } from "../../../engine/result.ts";
import type { Series } from "./compact.ts";

/** A part of the time. */
export interface Period {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** null: the series has a gap here. undefined: it has no sample here, and the line goes on. */
export type Point = number | null | undefined;

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

/** The highest and the lowest value of a line in each column, in their order; gaps as null. */
export function lineOn(series: Series, gaps: readonly Period[], period: Period, columns: number) {
  const { times, values } = series;
  const points = new Array<Point>(2 * columns + 1);
  for (const gap of gaps) {
    const first = Math.floor(slotOf(gap.from, period, columns)) + 1;
    const last = Math.ceil(slotOf(gap.to, period, columns)) - 1;
    for (let slot = Math.max(0, first); slot <= Math.min(last, points.length - 1); slot++) {
      points[slot] = null;
    }
  }
  // One sample outside on each side, so that the line reaches the edges.
  const [before, after] = [indexAt(times, period.from), indexAt(times, period.to) + 1];
  if (points[0] === undefined) points[0] = valueBetween(series, period.from);
  for (const [column, { low, high }] of extremes(series, before + 1, after, period, columns)) {
    const isRising = low <= high;
    const [min = 0, max = 0] = [values[low], values[high]];
    points[2 * column] = isRising ? min : max;
    points[2 * column + 1] = isRising ? max : min;
  }
  const last = points.length - 1;
  if (points[last] === undefined) points[last] = valueBetween(series, period.to);
  return points;
}

/** The value in force at each time of the grid; of several changes in one column, the lowest and the highest. */
export function stepsOn(series: Series, period: Period, columns: number): Point[] {
  const { times, values } = series;
  const before = indexAt(times, period.from);
  let inForce: Point = before < 0 ? undefined : values[before];
  const found = extremes(series, before + 1, indexAt(times, period.to) + 1, period, columns);
  const points: Point[] = [];
  for (let column = 0; column < columns; column++) {
    const extreme = found.get(column);
    if (extreme === undefined) {
      points.push(inForce, inForce);
      continue;
    }
    const { low, high, last } = extreme;
    const inner = low === last ? values[high] : values[low];
    points.push(low === high ? inForce : inner, values[last]);
    inForce = values[last];
  }
  return [...points, inForce];
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
  end: number,
  period: Period,
  columns: number,
): Map<number, Extremes> {
  const found = new Map<number, Extremes>();
  let at = -1;
  let current: Extremes = { low: 0, high: 0, last: 0 };
  for (let index = Math.max(0, first); index < Math.min(end, times.length); index++) {
    const slot = slotOf(times[index] ?? 0, period, columns);
    const column = Math.min(columns - 1, Math.floor(slot / 2));
    if (column !== at) {
      at = column;
      current = { low: index, high: index, last: index };
      found.set(column, current);
      continue;
    }
    const value = values[index] ?? 0;
    if (value < (values[current.low] ?? 0)) current.low = index;
    if (value > (values[current.high] ?? 0)) current.high = index;
    current.last = index;
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

/** On the line between the two samples around a time. */
function valueBetween({ times, values }: Series, time: EpochMs): number | undefined {
  const index = indexAt(times, time);
  const [t0, t1] = [times[index] ?? 0, times[index + 1] ?? Infinity];
  const [v0, v1 = v0] = [values[index], values[index + 1]];
  return v0 === undefined || v1 === undefined
    ? undefined
    : v0 + ((v1 - v0) * (time - t0)) / (t1 - t0);
}
