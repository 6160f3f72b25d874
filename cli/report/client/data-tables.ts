import { byId, element } from "../../pages/client/elements.ts";
import { indexAt, pointsOn } from "../model/columns.ts";
import type { Drawing, Series } from "../model/compact.ts";
import { formatNumber, formatTime } from "../model/format.ts";
import { changesOf, type View } from "../model/view.ts";
import { tableOf } from "./dom.ts";
import { forecastTable, hasForecast } from "./forecast-chart.ts";

const intervals = 24;
const mostChanges = 200;

/** What the charts show as tables, for the same period. They are made when they are opened. */
export function dataTables(drawing: Drawing, view: View): () => void {
  const title = drawing.podCapacity === null ? "Load and replicas" : "Load, capacity and replicas";
  const parts = [
    folded(`${title} as a table`, () => intervalsTable(drawing, view)),
    folded("Changes as a table", () => changesTable(drawing, view)),
    ...(hasForecast(drawing) ? [folded("Forecasts as a table", () => forecastTable(drawing))] : []),
  ];
  byId("data-tables").append(...parts.map(({ details }) => details));
  return () => {
    for (const { fill } of parts) fill();
  };
}

function folded(title: string, make: () => Node) {
  const place = element("div", {
    class: "scroll",
    tabindex: 0,
    role: "group",
    "aria-label": title,
  });
  const details = element("details", {}, element("summary", {}, title), place);
  const fill = () => {
    if (details.open) place.replaceChildren(make());
  };
  details.addEventListener("toggle", fill);
  return { details, fill };
}

function intervalsTable({ load, candidates, podCapacity }: Drawing, { period, shown }: View): Node {
  const length = (period.to - period.from) / intervals;
  const shownOnes = candidates.filter((_, index) => shown.has(index));
  const rows = Array.from({ length: intervals }, (_, index) => {
    const from = period.from + index * length;
    const part = { from, to: from + length };
    const capacity = ({ ready }: (typeof candidates)[number]) =>
      podCapacity === null ? [] : [formatNumber(podCapacity * lowest(pointsOn(ready, part, 60)))];
    return [
      formatTime(from),
      highestBetween(load, part.from, part.to),
      ...shownOnes.flatMap(one => [...capacity(one), range(pointsOn(one.sizes, part, 60))]),
    ];
  });
  const heads = shownOnes.flatMap(({ name }) => [
    ...(podCapacity === null ? [] : [`${name}: lowest capacity`]),
    `${name}: replicas`,
  ]);
  const caption = `${formatTime(period.from)} to ${formatTime(period.to)} UTC, in ${intervals} parts; load${podCapacity === null ? "" : " and capacity"} in ${load.unit}`;
  return tableOf(caption, ["From", "Highest load", ...heads], rows);
}

function highestBetween({ times, values }: Series, from: number, to: number): string {
  const part = values.slice(indexAt(times, from - 1) + 1, indexAt(times, to - 1) + 1);
  return part.length === 0 ? "none" : formatNumber(part.reduce((a, b) => Math.max(a, b)));
}

const defined = (points: readonly (number | null)[]): number[] =>
  points.flatMap(point => point ?? []);

const lowest = (points: Parameters<typeof defined>[0]): number => Math.min(...defined(points));

function range(points: Parameters<typeof defined>[0]): string {
  const values = defined(points);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? String(low) : `${low} to ${high}`;
}

function changesTable({ candidates }: Drawing, { period, shown }: View): Node {
  const all = changesOf(
    candidates.map(({ sizes }) => sizes.times.slice(1)),
    shown,
  ).filter(({ time }) => time >= period.from && time <= period.to);
  const rows = all.slice(0, mostChanges).map(({ candidate, change, time }) => {
    const { name = "", sizes } = candidates[candidate] ?? {};
    const [from = "", to = ""] = sizes?.values.slice(change, change + 2) ?? [];
    return [formatTime(time), name, from, to];
  });
  const more = all.length > mostChanges ? `, the first ${mostChanges} of ${all.length}` : "";
  const caption = `Changes from ${formatTime(period.from)} to ${formatTime(period.to)} UTC${more}`;
  return tableOf(caption, ["Time", "Candidate", "From", "To"], rows);
}
