import { printable } from "../terminal/printable.ts";
import { aligned } from "../terminal/table.ts";
import { spanText } from "../terminal/times.ts";
import { measureColumns } from "../simulate/measures/columns.ts";
import { type Patch, patchText } from "./patch.ts";
import type { SafeShare } from "./safe-share.ts";
import {
  type Found,
  type HalfName,
  halfNames,
  type Outcome,
  type Outcomes,
  type Rejected,
  type Suggestion,
} from "./search.ts";

export interface Report extends Found {
  readonly name: string;
  readonly kind: string;
  /** The past, for people. */
  readonly past: string;
  readonly spanMs: number;
  readonly notes: readonly string[];
  readonly safe: SafeShare;
  /** null: there is nothing to change. */
  readonly patch: Patch | null;
}

/** What to change, why, and how; or that nothing helps, and why. */
export function suggestionText(report: Report): string {
  const { name, kind, past, spanMs, notes, safe, suggestion } = report;
  const intro = [
    `${kind} ${printable(name)}, ${spanText(spanMs)} of ${printable(past)}:`,
    ...notes.map(note => `Note: ${printable(note)}.`),
  ];
  const found = suggestion ? foundLines(suggestion, report) : [nothing(report)];
  const limit = `No target is raised above ${percent(safe.share)} of what a pod bears, ${safe.reason}.`;
  return `${[intro, ...found, [limit]].map(lines => lines.join("\n")).join("\n\n")}\n`;
}

function foundLines({ chosenBy, changes, suggested }: Suggestion, report: Report): string[][] {
  const { today, patch, rejected } = report;
  const rows = [
    ["CHANGE", "TODAY", "SUGGESTED", "WITHOUT THIS CHANGE: LOST WORK", "COST"],
    ...changes.map(({ parameter, setting, without }) => [
      ...[parameter.name, parameter.today.text, setting.text],
      ...[both(without, ({ lostWork }) => lost(lostWork)), costs(without, today)],
    ]),
  ];
  const command = patch?.command ? [`  ${patch.command}`, ""] : [];
  return [
    aligned(rows.map(row => row.map(printable))),
    aligned(measureRows(today, suggested)),
    [
      `The ${chosenBy} half of the past chose these settings. The ${otherThan(chosenBy)} half had no part in that, and confirms them.`,
      ...rejected.map(rejectedText),
      "To apply them, save this patch as patch.yaml, or make its changes in your repository:",
    ],
    patch ? [...command, patchText(patch).trimEnd()] : [],
  ];
}

function measureRows(today: Outcomes, suggested: Outcomes): string[][] {
  const measures = (["lostWork", "replicaHours", "changes"] as const).map(name => ({
    name,
    ...measureColumns[name],
  }));
  const rows = measures.flatMap(({ name, title, show }) =>
    halfNames.map((half, at) => [
      `${title}, ${half} half`,
      ...[today, suggested].map(outcomes => show(outcomes[at]?.[name] ?? NaN)),
    ]),
  );
  return [["MEASURE", "TODAY", "SUGGESTED"], ...rows];
}

function nothing({ today, rejected }: Report): string[] {
  const losses = both(today, ({ lostWork }) => lost(lostWork));
  const without = halfNames.filter((_, at) => today[at]?.lostWork === 0);
  if (without.length === 2) {
    return [
      "No work is lost in either half, so there is nothing to improve. Lower costs are not looked for.",
    ];
  }
  if (without.length === 1) {
    return [
      `Nothing helps: lost work is ${losses}. The ${without.join("")} half loses nothing, so it cannot confirm anything.`,
    ];
  }
  return [
    `Nothing helps: lost work is ${losses}, and no settings reduce it by a fifth in both halves at no more than 1% more cost.`,
    ...rejected.map(rejectedText),
  ];
}

function rejectedText({ chosenBy, choice, outcomes }: Rejected): string {
  const what = [...choice].map(([{ name }, { text }]) => `${name} ${text}`).join(", ");
  const losses = both(outcomes, ({ lostWork }) => lost(lostWork));
  return `The settings that are best for the ${chosenBy} half (${printable(what)}) do not hold in the ${otherThan(chosenBy)}: lost work would be ${losses}.`;
}

const otherThan = (half: HalfName): HalfName => (half === "first" ? "second" : "first");

const lost = (share: number): string => measureColumns.lostWork.show(share);
const percent = (share: number): string => `${Math.round(share * 100)}%`;

const both = ([first, second]: Outcomes, show: (outcome: Outcome) => string): string =>
  `${show(first)} and ${show(second)}`;

/** Against today, in each half. */
function costs(outcomes: Outcomes, today: Outcomes): string {
  const texts = outcomes.map((outcome, at) => {
    const change = 100 * (outcome.replicaHours / (today[at]?.replicaHours ?? NaN) - 1);
    return `${change < 0 ? "-" : "+"}${Math.abs(change).toFixed(1)}%`;
  });
  return texts.join(" and ");
}
