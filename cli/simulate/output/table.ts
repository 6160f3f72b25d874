// cli/simulate/output/: a simulation as text for people, and files that are complete or absent.

import type { Decision } from "../../../engine/model/decision.ts";
import { measureColumns, measureNames } from "../measures/columns.ts";
import { conclusionsOf } from "../measures/conclusion.ts";
import type { Change, Setting, Summary } from "../result.ts";
import { printable } from "../../terminal/printable.ts";
import { aligned } from "../../terminal/table.ts";
import { absoluteTime, spanText } from "../../terminal/times.ts";

const mostWorst = 3;
/** Changes of each object that are listed. */
export const mostExplained = 8;

interface Column {
  readonly head: string;
  readonly cell: (candidate: Summary) => string;
}

const columnsFor = (candidates: readonly Summary[]): readonly Column[] => [
  { head: "OBJECT", cell: ({ name }) => printable(name) },
  { head: "ALGORITHM", cell: ({ algorithm }) => algorithm },
  ...(candidates.some(({ equalCost }) => equalCost)
    ? [{ head: "TARGET", cell: ({ equalCost }: Summary) => shownTarget(equalCost?.target) }]
    : []),
  // A measure that no object has gets no column.
  ...measureNames
    .filter(name => candidates.some(({ measures }) => measures[name] !== undefined))
    .map(name => {
      const { head, cell } = measureColumns[name];
      return { head, cell: ({ measures }: Summary) => cell(measures[name] ?? 0) };
    }),
];

const shownTarget = (target: number | undefined): string =>
  target === undefined ? "as given" : String(Math.round(target * 100) / 100);

/** The measures of each candidate, and the worst moment of each. */
export function simulationTable(setting: Setting, candidates: readonly Summary[]): string {
  const intro = [introOf(setting), ...setting.notes.map(note => `Note: ${printable(note)}.`)];
  // A grid has too many.
  const listed = candidates.slice(0, mostWorst);
  const worst = listed.flatMap(setting.world === null ? sizeLines : worstLine);
  const concluded = conclusionsOf(setting, candidates).map(printable);
  const parts = [intro, rowsOf(candidates), concluded, worst].filter(({ length }) => length > 0);
  return `${parts.map(lines => lines.join("\n")).join("\n\n")}\n`;
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
  return aligned(rows, at => at >= 2);
}

/** The worst moment of a candidate, and the decision in force then with its reasons, each on a line of its own. */
export function worstLine({ name, measures: { worst } }: Summary): string {
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
