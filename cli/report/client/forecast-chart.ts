import { element } from "../../pages/client/elements.ts";
import type { JudgedDay } from "../../simulate/result.ts";
import { highestOf, pointsOn } from "../model/columns.ts";
import type { Drawing } from "../model/compact.ts";
import { formatFixed, formatTime } from "../model/format.ts";
import type { View } from "../model/view.ts";
import { appearanceOf, chart, type Chart, faint, markRows } from "./charts.ts";
import { tableOf } from "./dom.ts";

const dayMs = 86_400_000;
const legend =
  "Below, for each judged day of a forecast: the missing replica-hours that it avoids (strong) and the replica-hours that it costs (pale). A bar to the top marks a wrong day, and the line at the foot the time in which the gate is open.";

export const hasForecast = ({ candidates }: Drawing): boolean =>
  candidates.some(({ forecast }) => forecast);

/** What each forecast avoids and costs. */
export function forecastChart({ candidates }: Drawing, view: View, into: HTMLElement): Chart {
  const all = candidates.map(({ forecast }) => forecast?.days ?? []);
  const highest = highestOf(all.flat().flatMap(({ saved, extra }) => [saved, extra]));
  /** With the part of the day at which each begins. */
  const bars = [
    { of: ({ saved }: JudgedDay) => saved, begin: 0.1, percent: 70 },
    { of: ({ extra }: JudgedDay) => extra, begin: 0.5, percent: 20 },
    { of: ({ isWrong }: JudgedDay) => (isWrong ? 2 * highest : 0), begin: 0.3, percent: 45 },
  ];
  const lines = all.flatMap((days, candidate) =>
    bars.map(({ of, begin, percent }) => {
      const ends = [1 - begin, 0.6 - begin];
      const times = days.flatMap(({ time }) => ends.map(end => time - end * dayMs));
      const series = { times, values: days.flatMap(day => [of(day), 0]) };
      const fill = () => faint(appearanceOf(candidate).property, percent);
      const points = (columns: number) => pointsOn(series, view.period, columns);
      return { candidate, points, style: { fill, width: 0 } };
    }),
  );
  const open = candidates.map(({ forecast: { gates } = { gates: [] } }) => ({
    times: gates.map(({ time }) => time),
    values: gates.map(({ isOpen }) => Number(isOpen)),
  }));
  into.append(element("p", { class: "muted" }, legend));
  const marks = (plot: Chart["plot"]) => markRows(plot, view, open);
  const [label, top] = ["replica-hours", () => 1.3 * highest || 1];
  return chart({ label, height: 150, lines, top, marks, hasTimes: true }, view, into);
}

export function forecastTable({ candidates }: Drawing): Node {
  const rows = candidates.flatMap(({ name, forecast }) =>
    (forecast?.days ?? []).map(({ time, isOpen, isWrong, reactive, saved, extra }) => [
      ...[formatTime(time - dayMs), name],
      ...[reactive.shortage, saved, extra].map(value => formatFixed(value, 1)),
      `${isOpen ? "open" : "closed"}${isWrong ? ", wrong" : ""}`,
    ]),
  );
  const heads = ["From", "Candidate", "Missing", "Avoided", "Paid", "Gate"];
  return tableOf("Judged days of forecasts, in replica-hours", heads, rows);
}
