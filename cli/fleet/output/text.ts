// cli/fleet/output/: a report of `trimtab fleet` for people, programs and Git.

import { aligned } from "../../terminal/table.ts";
import { printable } from "../../terminal/printable.ts";
import { indented, type Page, type Style } from "../../terminal/style.ts";
import { byRule, type Finding, type Severity } from "../model/finding.ts";
import {
  changesText,
  conclusionsOf,
  lost,
  minutes,
  moneyOf,
  nameOf,
  percent,
} from "../model/format.ts";
import type { FleetReport, Ranked } from "../model/report.ts";

/** What is shown without --all: of each list, and of each rule. */
const shown = { list: 20, rule: 3 };

/** The sums first, then what is wrong, what to change, and what is missing. */
export function fleetText(report: FleetReport, page: Page, showsAll: boolean): string {
  const parts = [
    conclusionsOf(report).flatMap(line => indented(printable(line), 0, page)),
    findingLines(report.findings, page, showsAll),
    rankedLines(report.ranked, page, showsAll),
    unreadLines(report, page),
    excludedLines(report, page, showsAll),
  ].filter(({ length }) => length > 0);
  return `${parts.map(lines => lines.join("\n")).join("\n\n")}\n`;
}

const styles: Readonly<Record<Severity, Style>> = { error: "red", warning: "yellow", note: "dim" };

function findingLines(findings: readonly Finding[], page: Page, showsAll: boolean): string[] {
  return byRule(findings).flatMap(same => {
    const [{ rule, severity }] = same;
    const title = `${printable(rule)}, ${severity}, ${same.length}:`;
    const one = (finding: Finding) => findingText(finding, page, showsAll);
    return [
      ...indented(title, 0, page, styles[severity]),
      ...firstOf(same, showsAll ? Infinity : shown.rule, page, one),
    ];
  });
}

function findingText({ object, message, remedy, snippet }: Finding, page: Page, showsAll: boolean) {
  const text = printable(`${nameOf(object)}: ${message}. ${remedy}.`);
  const paste = showsAll && snippet !== undefined ? snippet.split("\n") : [];
  return [...indented(text, 2, page), ...paste.map(line => `    ${printable(line)}`)];
}

function firstOf<Item>(
  items: readonly Item[],
  most: number,
  page: Page,
  show: (item: Item) => readonly string[],
): string[] {
  const rest = items.length - most;
  return [
    ...items.slice(0, most).flatMap(show),
    ...(rest > 0 ? indented(`and ${rest} more; --all shows all`, 2, page, "dim") : []),
  ];
}

const heads = ["REPLAY", "COST/MONTH", "SAVES", "SHORT/DAY", "LESS"];

const numbersOf = ({ accuracy, today, saving, shortMinutesSaved }: Ranked): string[] => [
  percent(accuracy.near),
  ...[today.monthlyCost, saving?.value ?? null].map(moneyOf),
  ...[today.shortMinutes, shortMinutesSaved].map(minutes),
];

/** A line of numbers for each object, and below it what to change. A long name has its own line. */
function rankedLines(ranked: readonly Ranked[], page: Page, showsAll: boolean): string[] {
  if (ranked.length === 0) return [];
  const [head = "", ...lines] = aligned([heads, ...ranked.map(numbersOf)], () => true);
  const room = page.width - head.length - 2;
  const rows = ranked.map((each, at) => ({ each, numbers: lines[at] ?? "" }));
  return [
    ...withName("OBJECT", head, room, page).map(line => page.paint("bold", line)),
    ...firstOf(rows, showsAll ? Infinity : shown.list, page, ({ each, numbers }) => [
      ...withName(printable(nameOf(each.object)), numbers, room, page),
      ...indented(printable(`${changesText(each)}; ${lossText(each)}`), 2, page, "dim"),
    ]),
    ...indented(explanation, 0, page),
  ];
}

const explanation =
  "SAVES (a month) and LESS (a day) compare two replays of the same past: today's settings and the suggested ones. REPLAY is the share of the time in which the replay of today's settings agrees with the record.";

function withName(name: string, numbers: string, room: number, page: Page): string[] {
  if (name.length <= room) return [`${name.padEnd(room)}  ${numbers}`];
  const own = indented(name, 0, page);
  return room > 0
    ? [...own, `${" ".repeat(room)}  ${numbers}`]
    : [...own, ...indented(numbers.trim(), 2, page)];
}

const lossText = ({ today, suggested }: Ranked): string =>
  `lost work at least ${lost(today)}, then ${lost(suggested)}`;

const unreadLines = ({ clusters }: FleetReport, page: Page): string[] =>
  clusters
    .flatMap(({ unread }) => unread)
    .flatMap(({ cluster, resource, reason }, at) => [
      ...(at === 0 ? ["Not read:"] : []),
      ...indented(printable(`${cluster}: ${resource}: ${reason}`), 2, page),
    ]);

function excludedLines({ history }: FleetReport, page: Page, showsAll: boolean): string[] {
  const excluded = history?.excluded ?? [];
  if (excluded.length === 0) return [];
  const lines = firstOf(excluded, showsAll ? Infinity : shown.list, page, ({ object, cause }) =>
    indented(printable(`${nameOf(object)}: ${cause}`), 2, page),
  );
  return [`Not ranked, ${excluded.length}:`, ...lines];
}
