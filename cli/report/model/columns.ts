import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { SimulatedLoad } from "../../simulate/result.ts";
import type { Series, Drawing } from "./compact.ts";

export type Period = SimulatedLoad["gaps"][number];

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

const [hour, day] = [3_600_000, 86_400_000];
/** Up to this length, a period shows its single samples. */
const longestDetail = 2 * day;

/** The length of the parts of a period of which each shows only its highest value; 0: all values are shown. */
export function partOf({ from, to }: Period, columns: number): number {
  if (to - from <= longestDetail) return 0;
  const wide = [hour, 6 * hour, day].find(part => (to - from) / part <= columns / 1.5);
  return wide ?? 7 * day;
}

/** The same for a period that is long for its columns: the highest value in force in each of its parts. */
export function overviewOf(series: Series, period: Period, columns: number): Series {
  const part = partOf(period, columns);
  if (part === 0) return series;
  const [times, values] = [new Array<EpochMs>(), new Array<number>()];
  for (let from = period.from - (period.from % part); from < period.to; from += part) {
    const first = Math.max(0, indexAt(series.times, from));
    const inside = series.values.slice(first, indexAt(series.times, from + part - 1) + 1);
    if (inside.length === 0) continue;
    times.push(from);
    values.push(highestOf(inside));
  }
  return { times, values };
}

/** The points of an overview, or of all values. */
export const drawnOn: typeof pointsOn = (series, period, columns, gaps) =>
  pointsOn(overviewOf(series, period, columns), period, columns, gaps);

/** Spread arguments would overflow the stack. */
export const highestOf = (values: readonly number[]): number =>
  values.reduce((highest, value) => Math.max(highest, value), 0);

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

type Extremes = Record<"low" | "high" | "last", number>;

/** The indices of the lowest, the highest and the last value in each column that has any. */
function extremes({ times, values }: Series, first: number, period: Period, columns: number) {
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

export const valueAt = ({ times, values }: Series, time: EpochMs): number | undefined =>
  values[indexAt(times, time)];

/** 1 while the load is more than the ready pods of a candidate bear, and 0 otherwise; empty: no pod bears it. */
export function shortagesOf({ load, podCapacity }: Drawing, ready: Series): Series {
  if (podCapacity === null) return { times: [], values: [] };
  const known = withoutGaps(load);
  const all = new Set([...known.times, ...ready.times]);
  const times: EpochMs[] = [];
  const values: number[] = [];
  for (const time of [...all].sort((a, b) => a - b)) {
    const capacity = podCapacity * (valueAt(ready, time) ?? 0);
    const isShort = (valueAt(known, time) ?? 0) > capacity ? 1 : 0;
    if (isShort === (values.at(-1) ?? 0)) continue;
    times.push(time);
    values.push(isShort);
  }
  return { times, values };
}

/** There is no load in a gap. */
function withoutGaps({ times, values, gaps }: Drawing["load"]): Series {
  if (gaps.length === 0) return { times, values };
  const samples = [
    ...times.map((time, index) => ({ time, value: values[index] ?? 0 })),
    ...gaps.map(({ from }) => ({ time: from, value: 0 })),
  ].sort((a, b) => a.time - b.time);
  return { times: samples.map(({ time }) => time), values: samples.map(({ value }) => value) };
}
