// cli/simulate/output/: a simulation as text for people, and files that are complete or absent.
// cli/simulate/ imports it.

import type { Measures, Setting, Summary } from "../result.ts";
import { printable } from "../../terminal/printable.ts";
import { absoluteTime, spanText } from "../../terminal/times.ts";

const mostWorst = 3;

interface Column {
  readonly head: string;
  readonly cell: (candidate: Summary) => string;
}

const rounded = (value: number, digits = 1): string => value.toFixed(digits);
const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;

const measure = (head: string, of: (measures: Measures) => string): Column => ({
  head,
  cell: ({ measures }) => of(measures),
});

const columnsFor = (candidates: readonly Summary[]): readonly Column[] => [
  { head: "OBJECT", cell: ({ name }) => printable(name) },
  { head: "ALGORITHM", cell: ({ algorithm }) => algorithm },
  ...(candidates.some(({ equalCost }) => equalCost)
    ? [{ head: "TARGET", cell: ({ equalCost }: Summary) => shownTarget(equalCost?.target) }]
    : []),
  measure("REPLICA-HOURS", ({ replicaHours }) => rounded(replicaHours)),
  ...(candidates.some(({ measures }) => measures.price !== undefined)
    ? [measure("PRICE", ({ price = 0 }) => rounded(price, 2))]
    : []),
  measure("LOST", ({ lostWork }) => percent(lostWork)),
  measure("SHORT/DAY", ({ shortMinutes }) => `${rounded(shortMinutes)}m`),
  measure("CHANGES", ({ changes }) => String(changes)),
  measure("OSCILLATIONS", ({ oscillations }) => String(oscillations)),
  measure("SPEEDUP", ({ elasticSpeedup }) => rounded(elasticSpeedup, 2)),
];

const shownTarget = (target: number | undefined): string =>
  target === undefined ? "as given" : String(Math.round(target * 100) / 100);

/** The measures of each candidate, and the worst moment of each. */
export function simulationTable(
  { load, world, notes }: Setting,
  candidates: readonly Summary[],
): string {
  const days = spanText(load.end - load.start);
  const intro = [
    `${printable(load.source)}: ${days} of ${printable(load.unit)}; a ready pod bears ${short(world.podCapacity)}, and starts in ${world.podStart}`,
    ...notes.map(note => `Note: ${printable(note)}.`),
  ];
  // A grid has too many.
  const worst = candidates.slice(0, mostWorst).map(worstLine);
  return `${[...intro, "", ...rowsOf(candidates), "", ...worst].join("\n")}\n`;
}

const short = (value: number): string => String(Number(value.toPrecision(4)));

function rowsOf(candidates: readonly Summary[]): string[] {
  const columns = columnsFor(candidates);
  const rows = [
    columns.map(({ head }) => head),
    ...candidates.map(each => columns.map(({ cell }) => cell(each))),
  ];
  const widths = columns.map((_, at) => Math.max(...rows.map(row => row[at]?.length ?? 0)));
  return rows.map(row =>
    row
      .map((text, at) => (at < 2 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}

function worstLine({ name, measures: { worst } }: Summary): string {
  if (!worst) return `${printable(name)} never has too little.`;
  const { time, load, capacity, decision } = worst;
  const at = `${printable(name)} is shortest at ${absoluteTime(time)}: a load of ${short(load)}, and ready pods for ${short(capacity)}`;
  if (!decision) return `${at}, before the first decision.`;
  const votes = decision.votes.map(({ source, message }) => `${source}: ${message}`);
  // The votes already say what the largest one is.
  const steps = decision.steps.filter(
    ({ before, after, step }) => step !== "combine" && before !== after,
  );
  const lines = [...votes, ...steps.map(({ message }) => message)];
  const latest = `${at}. The latest decision, at ${absoluteTime(decision.time)}, is ${decision.to}:`;
  return [latest, ...lines.map(line => `  ${printable(line)}`)].join("\n");
}
