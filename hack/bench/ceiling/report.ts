import type { Counts } from "../replay/replay.ts";
import { describeCounts } from "./counts.ts";
import { markdown } from "./markdown.ts";
import type { Measured } from "./measure.ts";
import type { StartFigures, SteadyFigures } from "./run.ts";

/** A measurement and the head of its column. */
export interface Column {
  readonly title: string;
  readonly measured: Measured;
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
const seconds = (value: number): string => `${value.toFixed(1)} s`;
/** NaN: not measured. */
const peakOf = (figures: StartFigures | null): number => figures?.peakBytes ?? NaN;
const milliseconds = (value: number): string => `${Math.round(value)} ms`;

/** `12.3 s`, or why there is no such time. */
function time(start: StartFigures | null, objects: number, which: "first" | "all"): string {
  if (!start) return "";
  if (start.ended !== null) return `ended: ${start.ended}`;
  const isDone = start.reached >= objects;
  if (which === "all" && !isDone) return `${start.reached} of ${objects} in time`;
  return seconds(start.after[which]);
}

const most = (counts: Counts): string => `${Math.max(0, ...Object.values(counts))}`;

/** A Markdown table with a column for each measurement. */
export function table(columns: readonly Column[]): string {
  const row = (what: string, cell: (measured: Measured) => string): string[] => [
    what,
    ...columns.map(({ measured }) => cell(measured)),
  ];
  const rows = [
    ["", ...columns.map(({ title }) => title)],
    row("pods", ({ population }) => {
      const { objects, pods, namespaces, bystanders } = population;
      return (objects * pods + namespaces * bystanders).toLocaleString("en");
    }),
    row("CPU of the operator", ({ steady }) =>
      steady ? `${(steady.busy.operator * 100).toFixed(1)}%` : "",
    ),
    row("memory", ({ steady }) => (steady ? megabytes(steady.memoryBytes) : "")),
    row("memory, at most, start included", ({ start, restart, raised }) =>
      // Of a process that has ended, nothing is known.
      megabytes(Math.max(...[start, restart, raised].map(peakOf).filter(Number.isFinite))),
    ),
    row("requests per sync", ({ steady }) => steady?.requestsPerSync.toFixed(3) ?? ""),
    row("lateness of decisions, median", ({ steady }) =>
      steady ? milliseconds(steady.lateness.median) : "",
    ),
    row("lateness of decisions, p99", ({ steady }) =>
      steady ? milliseconds(steady.lateness.p99) : "",
    ),
    row("lateness of decisions, at most", ({ steady }) =>
      steady ? milliseconds(steady.lateness.most) : "",
    ),
    row("longest stall", ({ steady }) => (steady ? milliseconds(steady.longestStallMs) : "")),
    row("first start: all decided after", ({ start, population }) =>
      time(start, population.objects, "all"),
    ),
    row("restart: all decided after", ({ restart, population }) =>
      time(restart, population.objects, "all"),
    ),
    row("restart: longest stall", ({ restart }) => milliseconds(restart.longestStallMs)),
    row("restart: lists of a kind in a namespace, at most", ({ restart }) => most(restart.lists)),
    row("restart: pages of them, at most", ({ restart }) => most(restart.pages)),
    row("restart with more load: first write after", ({ raised, population }) =>
      time(raised, population.objects, "first"),
    ),
    row("restart with more load: all written after", ({ raised, population }) =>
      time(raised, population.objects, "all"),
    ),
  ];
  return markdown(rows);
}

/** The phases of a measurement; null: it has ended before. */
interface Phases {
  readonly start: StartFigures;
  readonly restart?: StartFigures;
  readonly steady: SteadyFigures | null;
  readonly raised?: StartFigures | null;
  readonly fallen?: StartFigures | null;
}

/** The requests of each phase, one line each. */
export function requestLines({ start, restart, steady, raised, fallen }: Phases): string {
  return Object.entries({ start, restart, steady, raised, fallen })
    .flatMap(([phase, figures]) =>
      !figures ? [] : `${phase.padEnd(8)} ${describeCounts(figures.requests)}`,
    )
    .join("\n");
}
