import type uPlot from "uplot";

import { element } from "../../pages/client/elements.ts";
import { highestOf, pointsOn } from "../model/columns.ts";
import type { Drawing } from "../model/compact.ts";
import { formatFixed, formatTime } from "../model/format.ts";
import type { View } from "../model/view.ts";
import { appearanceOf, chart, type Chart, faint, markRows } from "./charts.ts";
import { tableOf } from "./dom.ts";

const dayMs = 86_400_000;
const legend =
  "Below, for each judged day of a forecast: the missing replica-hours that it avoids (dark) and the replica-hours that it costs (pale). × marks a wrong day. The line at the foot marks the time in which the gate is open.";
/** The bars of a day, and the part of the day at which each begins. */
const bars = [
  { of: "saved", begin: 0.1, percent: 70 },
  { of: "extra", begin: 0.5, percent: 20 },
] as const;

export const hasForecast = ({ candidates }: Drawing): boolean =>
  candidates.some(({ forecast }) => forecast);

/** What each forecast avoids and costs. */
export function forecastChart({ candidates }: Drawing, view: View, into: HTMLElement): Chart {
  const all = candidates.map(({ forecast }) => forecast?.days ?? []);
  const lines = all.flatMap((days, candidate) =>
    bars.map(({ of, begin, percent }) => {
      const ends = [1 - begin, 0.6 - begin];
      const times = days.flatMap(({ time }) => ends.map(end => time - end * dayMs));
      const series = { times, values: days.flatMap(day => [day[of], 0]) };
      const fill = () => faint(appearanceOf(candidate).property, percent);
      const points = (columns: number) => pointsOn(series, view.period, columns);
      return { candidate, points, style: { fill, width: 0 } };
    }),
  );
  const open = candidates.map(({ forecast: { gates } = { gates: [] } }) => ({
    times: gates.map(({ time }) => time),
    values: gates.map(({ isOpen }) => Number(isOpen)),
  }));
  const highest = all.map(days => highestOf(days.flatMap(({ saved, extra }) => [saved, extra])));
  const top = () => Math.max(0.1, ...[...view.shown].map(index => highest[index] ?? 0));
  const marks = (plot: uPlot) => {
    markRows(plot, view, open);
    const { left, width, top: y } = plot.bbox;
    for (const { time, isWrong } of all.flatMap((days, at) => (view.shown.has(at) ? days : []))) {
      const x = plot.valToPos(time - dayMs / 2, "x", true);
      if (isWrong && x > left && x < left + width) plot.ctx.fillText("×", x, y);
    }
  };
  into.append(element("p", { class: "muted" }, legend));
  const options = { label: "replica-hours", height: 150, lines, top, marks, hasTimes: true };
  return chart(options, view, into);
}

export function forecastTable({ candidates }: Drawing): Node {
  const rows = candidates.flatMap(({ name, forecast }) =>
    (forecast?.days ?? []).map(({ time, isOpen, isWrong, ...day }) => [
      ...[formatTime(time - dayMs), name],
      ...[day.shortage, day.saved, day.extra].map(value => formatFixed(value, 1)),
      `${isOpen ? "open" : "closed"}${isWrong ? ", wrong" : ""}`,
    ]),
  );
  const heads = ["From", "Candidate", "Missing", "Avoided", "Paid", "Gate"];
  return tableOf("Judged days of forecasts, in replica-hours", heads, rows);
}
