import type { Counts } from "../replay/replay.ts";
import { markdown } from "./markdown.ts";
import { periodMs, type StartFigures, type SteadyFigures } from "./run.ts";
import type { SplitFigures } from "./split.ts";

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const whole = (value: number): string => Math.round(value).toLocaleString("en");
const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

const requests = (counts: Counts, isCounted: (kind: string) => boolean): number =>
  sum(Object.entries(counts).flatMap(([kind, count]) => (isCounted(kind) ? [count] : [])));

/** How many objects have been decided on by one release, and how many by more. */
function deciders({ releases }: SplitFigures): { one: number; several: number } {
  const counts = new Map<string, number>();
  for (const key of releases.flatMap(({ decided }) => decided)) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const several = [...counts.values()].filter(count => count > 1).length;
  return { one: counts.size - several, several };
}

type Row = readonly [head: string, cell: (figures: SplitFigures) => string];

const steadily =
  (value: (steady: SteadyFigures) => number, show: (values: readonly number[]) => string) =>
  ({ releases }: SplitFigures): string =>
    show(releases.flatMap(({ steady }) => (steady ? [value(steady)] : [])));

const ofStarts =
  (value: (figures: StartFigures) => number, which: "start" | "restart") =>
  ({ releases }: SplitFigures): number =>
    Math.max(...releases.map(each => value(each[which])));

/** Leases are counted by themselves: they depend on the namespaces, not on the objects. */
const isSync = (kind: string): boolean => !/^watch | leases$/.test(kind);
const isPage = (kind: string): boolean => kind.startsWith("list ") && !kind.endsWith("metrics");
const spanOf = ({ releases }: SplitFigures): number => releases[0]?.steady?.seconds ?? NaN;

const peakOf = ({ releases }: SplitFigures): number =>
  Math.max(
    ...releases.flatMap(each =>
      [each.start, each.restart, each.steady].map(figures => figures?.peakBytes ?? 0),
    ),
  );

function restartTime(figures: SplitFigures): string {
  const reached = sum(figures.releases.map(({ restart }) => restart.reached));
  return reached < figures.objects
    ? `${reached} of ${figures.objects} in time`
    : `${ofStarts(({ after }) => after.all, "restart")(figures).toFixed(1)} s`;
}

const rows: readonly Row[] = [
  ["memory limit of each", ({ memory }) => memory],
  [
    "CPU, all releases",
    steadily(
      ({ busy }) => busy.operator,
      all => percent(sum(all)),
    ),
  ],
  [
    "CPU, the busiest one",
    steadily(
      ({ busy }) => busy.operator,
      all => percent(Math.max(...all)),
    ),
  ],
  [
    "memory, all releases",
    steadily(
      ({ memoryBytes }) => memoryBytes / 1e6,
      all => `${whole(sum(all))} MB`,
    ),
  ],
  ["memory, at most, of one", figures => `${whole(peakOf(figures) / 1e6)} MB`],
  [
    "lateness of decisions, p99",
    steadily(
      ({ lateness }) => lateness.p99,
      all => `${whole(Math.max(...all))} ms`,
    ),
  ],
  [
    "longest stall",
    steadily(
      ({ longestStallMs }) => longestStallMs,
      all => `${whole(Math.max(...all))} ms`,
    ),
  ],
  ["restart of all: all decided after", restartTime],
  ["objects that one release decided on", figures => whole(deciders(figures).one)],
  ["objects that several decided on", figures => whole(deciders(figures).several)],
  [
    "status writes, first start",
    ({ requests: { start } }) => whole(start["patch autoscalers/status"] ?? 0),
  ],
  [
    "watches",
    ({ requests: { restart } }) => whole(requests(restart, kind => kind.startsWith("watch "))),
  ],
  ["restart: pages of lists", ({ requests: { restart } }) => whole(requests(restart, isPage))],
  [
    "requests per sync, without Leases",
    figures =>
      (
        requests(figures.requests.steady, isSync) /
        ((figures.objects * spanOf(figures) * 1_000) / periodMs)
      ).toFixed(3),
  ],
  [
    "requests for Leases per second",
    figures =>
      (
        requests(figures.requests.steady, kind => kind.endsWith(" leases")) / spanOf(figures)
      ).toFixed(1),
  ],
  ["CPU of the replay server", ({ releases }) => percent(releases[0]?.steady?.busy.server ?? NaN)],
];

/** A Markdown table with a column for each number of releases. */
export const splitTable = (measured: readonly SplitFigures[]): string =>
  markdown([
    [
      "",
      ...measured.map(({ releases: { length } }) =>
        length === 1 ? "one release" : `${length} releases`,
      ),
    ],
    ...rows.map(([head, cell]) => [head, ...measured.map(cell)]),
  ]);
