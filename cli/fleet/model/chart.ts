import type { Drawing, Series as DrawnSeries } from "../../report/model/compact.ts";
import { gridOf, type Period, pointsOn } from "../../report/model/columns.ts";
import type { Series } from "./assessment.ts";

/** As many as a wide screen has; the lowest and the highest value of each column stay. */
const mostColumns = 999;
const second = 1000;
const none: DrawnSeries = { times: [], values: [] };

/** The load, and the replicas of each line, for what draws the report of a simulation. */
export function chartOf(
  { from, to }: Period,
  load: Series & { readonly unit: string },
  lines: Readonly<Record<"Recorded" | "Replayed" | "Suggested", Series>>,
): Drawing {
  // Equal distances of whole seconds, of which gzip makes little. A part of the first column is left out.
  const column = 2 * second * Math.ceil((to - from) / (2 * second * mostColumns));
  const columns = Math.max(1, Math.floor((to - from) / column));
  const period = { from: to - columns * column, to };
  const grid = gridOf(period, columns);
  const drawn = ({ times, values }: Series) => {
    const points = pointsOn({ times: [...times], values: [...values] }, period, columns);
    return grid.map((time, at) => ({ time, value: points[at] ?? NaN }));
  };
  const samples = drawn(load);
  return {
    load: {
      ...{ source: "", unit: load.unit, start: period.from, end: to, times: grid },
      values: samples.map(({ value }) => (Number.isNaN(value) ? 0 : Number(value.toPrecision(3)))),
      gaps: samples.flatMap(({ time, value }, at) =>
        Number.isNaN(value) ? { from: time, to: grid[at + 1] ?? to } : [],
      ),
    },
    podCapacity: null,
    candidates: Object.entries(lines).map(([name, line]) => {
      // The last value holds where none is known.
      const known = drawn(line).filter(({ value }) => !Number.isNaN(value));
      const changes = known.filter(({ value }, at) => value !== known[at - 1]?.value);
      const [times, values] = [changes.map(({ time }) => time), changes.map(({ value }) => value)];
      return { name, worst: null, sizes: { times, values }, ready: none, min: none, max: none };
    }),
  };
}
