import type { Drawing, Series as DrawnSeries } from "../../report/model/compact.ts";
import { gridOf, type Period, type Point, pointsOn } from "../../report/model/columns.ts";
import type { Series } from "./assessment.ts";
import { type Chart, type LineName, lineNames } from "./report.ts";

/** As many as a wide screen has; the lowest and the highest value of each column stay. */
const mostColumns = 999;
const second = 1000;

/** What the page of an object draws. */
export function chartOf(
  { from, to }: Period,
  unit: string,
  lines: Readonly<Record<"load" | LineName, Series>>,
): Chart {
  // Equal distances of whole seconds, of which gzip makes little. A part of the first column is left out.
  const column = 2 * second * Math.ceil((to - from) / (2 * second * mostColumns));
  const columns = Math.max(1, Math.floor((to - from) / column));
  const period = { from: to - columns * column, to };
  const drawn = ({ times, values }: Series): Point[] =>
    pointsOn({ times: [...times], values: [...values] }, period, columns).map(rounded);
  const { load, recorded, replayed, suggested } = lines;
  return {
    ...{ times: gridOf(period, columns), unit, load: drawn(load), recorded: drawn(recorded) },
    ...{ replayed: drawn(replayed), suggested: drawn(suggested) },
  };
}

function rounded(point: Point): Point {
  if (point === null || Number.isNaN(point)) return null;
  return Number.isInteger(point) ? point : Number(point.toPrecision(3));
}

const titles: Readonly<Record<LineName, string>> = {
  recorded: "Recorded",
  replayed: "Replayed",
  suggested: "With the suggestion",
};

/** The same for what draws the report of a simulation. */
export function drawingOf({ times, unit, load, ...lines }: Chart): Drawing {
  const none: DrawnSeries = { times: [], values: [] };
  const [start = 0, end = 0] = [times[0], times.at(-1)];
  const gaps = times.flatMap((from, at) =>
    load[at] === null ? { from, to: times[at + 1] ?? end } : [],
  );
  return {
    load: {
      ...{ source: "", unit, start, end, gaps, times },
      values: load.map(value => value ?? 0),
    },
    podCapacity: null,
    candidates: lineNames.map(name => ({
      ...{ name: titles[name], worst: null, sizes: known(times, lines[name]) },
      ...{ ready: none, min: none, max: none },
    })),
  };
}

/** The last value holds where none is known. */
function known(times: readonly number[], points: readonly Point[]): DrawnSeries {
  const found = points.flatMap((value, at) =>
    value === null ? [] : { time: times[at] ?? 0, value },
  );
  return { times: found.map(({ time }) => time), values: found.map(({ value }) => value) };
}
