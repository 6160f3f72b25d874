import { gridOf, type Period, type Point, pointsOn } from "../../report/model/columns.ts";
import type { Series } from "./assessment.ts";
import { type Chart, lineNames } from "./report.ts";

/** As many as a wide screen has columns; the lowest and the highest value of each column stay. */
const columns = 999;

/** What the page of an object draws. */
export function chartOf(
  period: Period,
  unit: string,
  lines: Readonly<Record<"load" | (typeof lineNames)[number], Series>>,
): Chart {
  const [load, recorded, replayed, suggested] = (["load", ...lineNames] as const).map(name =>
    drawn(lines[name], period),
  );
  return {
    ...{ times: gridOf(period, columns), unit },
    ...{ load: load ?? [], recorded: recorded ?? [] },
    ...{ replayed: replayed ?? [], suggested: suggested ?? [] },
  };
}

const drawn = ({ times, values }: Series, period: Period): Point[] =>
  pointsOn({ times: [...times], values: [...values] }, period, columns).map(point =>
    point === null || Number.isNaN(point) ? null : Number(point.toPrecision(4)),
  );
