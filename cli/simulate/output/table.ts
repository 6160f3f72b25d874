// cli/simulate/output/: a simulation as text for people, and files that are complete or absent.
// cli/simulate/ imports it.

import type { Decision } from "../../../engine/pipeline/decision.ts";
import type { Change, Measures, Setting, Summary } from "../result.ts";
import { printable } from "../../terminal/printable.ts";
import { absoluteTime, spanText } from "../../terminal/times.ts";

const mostWorst = 3;
/** Changes of each object that are listed. */
export const mostExplained = 8;

interface Column {
  readonly head: string;
  readonly cell: (candidate: Summary) => string;
}

const rounded = (value: number, digits = 1): string => value.toFixed(digits);
const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;

/** A column for a measure, unless no object has it. */
const measure = (
  candidates: readonly Summary[],
  head: string,
  name: Exclude<keyof Measures, "worst">,
  show: (value: number) => string,
): readonly Column[] =>
  candidates.some(({ measures }) => measures[name] !== undefined)
    ? [{ head, cell: ({ measures }) => show(measures[name] ?? 0) }]
    : [];

const columnsFor = (candidates: readonly Summary[]): readonly Column[] => [
  { head: "OBJECT", cell: ({ name }) => printable(name) },
  { head: "ALGORITHM", cell: ({ algorithm }) => algorithm },
  ...(candidates.some(({ equalCost }) => equalCost)
    ? [{ head: "TARGET", cell: ({ equalCost }: Summary) => shownTarget(equalCost?.target) }]
    : []),
  ...measure(candidates, "REPLICA-HOURS", "replicaHours", rounded),
  ...measure(candidates, "PRICE", "price", price => rounded(price, 2)),
  ...measure(candidates, "LOST", "lostWork", percent),
  ...measure(candidates, "SHORT/DAY", "shortMinutes", minutes => `${rounded(minutes)}m`),
  ...measure(candidates, "CHANGES", "changes", String),
  ...measure(candidates, "OSCILLATIONS", "oscillations", String),
  ...measure(candidates, "SPEEDUP", "elasticSpeedup", speedup => rounded(speedup, 2)),
];

const shownTarget = (target: number | undefined): string =>
  target === undefined ? "as given" : String(Math.round(target * 100) / 100);

/** The measures of each candidate, and the worst moment of each. */
export function simulationTable(setting: Setting, candidates: readonly Summary[]): string {
  const intro = [introOf(setting), ...setting.notes.map(note => `Note: ${printable(note)}.`)];
  // A grid has too many.
  const listed = candidates.slice(0, mostWorst);
  const worst = listed.flatMap(setting.world === null ? sizeLines : worstLine);
  return `${[...intro, "", ...rowsOf(candidates), "", ...worst].join("\n")}\n`;
}

function introOf({ load, world }: Setting): string {
  const { source, unit, start, end, others = [] } = load;
  const what = [unit, ...others.map(({ name }) => name)].join(", ");
  const intro = `${printable(source)}: ${spanText(end - start)} of ${printable(what)}`;
  if (world === null) return intro;
  return `${intro}; a ready pod bears ${short(world.podCapacity)}, and starts in ${world.podStart}`;
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
  const latest = `${at}. The latest decision, at ${absoluteTime(decision.time)}, is ${decision.to}:`;
  return [latest, ...reasonsOf(decision).map(line => `  ${printable(line)}`)].join("\n");
}

/** What the cluster asks for is there, or when most is missing; and the first changes with their reasons. */
function sizeLines({ name, initialReplicas, measures, explained = [] }: Summary): string[] {
  const { changes, worst } = measures;
  const shown = printable(name);
  const missing = worst
    ? `has fewest at ${absoluteTime(worst.time)}: ${worst.capacity} replicas, and the cluster asks for ${worst.load}`
    : "never has fewer replicas than the cluster asks for";
  const rest = changes - explained.length;
  return [
    `${shown} begins at ${initialReplicas}, and ${missing}${changes === 0 ? "." : ":"}`,
    ...explained.map(changeLine),
    ...(rest > 0 ? [`  and ${rest} more; -o json --decisions prints all`] : []),
  ];
}

function changeLine({ time, from, to, decision }: Change): string {
  const votes = decision?.votes.filter(({ type }) => type !== "Abstain") ?? [];
  const reasons = decision ? reasonsOf({ ...decision, votes }).join("; ") : "";
  return `  ${absoluteTime(time)}  ${from} becomes ${to}: ${printable(reasons)}`;
}

/** The votes, and what changed the largest of them. */
function reasonsOf({ votes, steps }: Decision): string[] {
  const counted = votes.map(({ source, message }) => `${source}: ${message}`);
  // The votes already say what the largest one is.
  const later = steps.filter(({ before, after, step }) => step !== "combine" && before !== after);
  return [...counted, ...later.map(({ message }) => message)];
}
