import { markdown } from "../markdown.ts";
import { periodMs, type StartFigures, type SteadyFigures } from "../run.ts";
import type { FieldsMeasured } from "./measure-fields.ts";

/** A figure of each set of fields; an empty cell: it was not measured. */
type Column = readonly [head: string, cell: (measured: FieldsMeasured) => string];

const whole = (value: number, unit = ""): string =>
  Number.isFinite(value) ? `${Math.round(value).toLocaleString("en")}${unit}` : "";

const steadily =
  (cell: (figures: SteadyFigures) => string) =>
  ({ steady }: FieldsMeasured): string =>
    steady ? cell(steady) : "";

/** Microseconds of the operator for each decision, all that it does included. */
const microseconds = ({ busy, seconds, decisions }: SteadyFigures): number =>
  (busy.operator * seconds * 1e6) / decisions;

const periodsIn = ({ seconds }: SteadyFigures): number => (seconds * 1_000) / periodMs;

function time(figures: StartFigures | null, objects: number): string {
  if (!figures) return "";
  if (figures.ended !== null) return `ended: ${figures.ended}`;
  return figures.reached < objects
    ? `${figures.reached} of ${objects} in time`
    : `${figures.after.all.toFixed(1)} s`;
}

const columns: readonly Column[] = [
  ["fields", ({ name }) => (name === "" ? "none" : name)],
  ["CPU", steadily(({ busy }) => `${(busy.operator * 100).toFixed(1)}%`)],
  ["each decision", steadily(figures => whole(microseconds(figures), " µs"))],
  ["memory, at most", ({ start, steady }) => whole((steady ?? start).peakBytes / 1e6, " MB")],
  ["lateness, p99", steadily(({ lateness }) => whole(lateness.p99, " ms"))],
  ["longest stall", steadily(({ longestStallMs }) => whole(longestStallMs, " ms"))],
  ["stall at the start", ({ start }) => whole(start.longestStallMs, " ms")],
  ["start", ({ start, objects }) => time(start, objects)],
  ["requests per sync", steadily(({ requestsPerSync }) => requestsPerSync.toFixed(3))],
  [
    "of sources per period",
    steadily(figures => whole(figures.sourceRequests / periodsIn(figures))),
  ],
];

const fall: readonly Column[] = [
  ["all smaller after", ({ fallen, objects }) => time(fallen, objects)],
  ["marks of pods", ({ fallen }) => whole(fallen?.requests["patch pods"] ?? 0)],
  ["longest stall then", ({ fallen }) => whole(fallen?.longestStallMs ?? NaN, " ms")],
];

/** A Markdown table with a row for each set of fields. */
export function fieldsTable(measured: readonly FieldsMeasured[]): string {
  const shown = [...columns, ...(measured.some(({ fallen }) => fallen) ? fall : [])];
  const rows = measured.map(each => shown.map(([, cell]) => cell(each)));
  return markdown([shown.map(([head]) => head), ...rows]);
}
