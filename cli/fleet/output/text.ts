// cli/fleet/output/: a report of `trimtab fleet` for people, programs and Git.

import { aligned } from "../../terminal/table.ts";
import { printable } from "../../terminal/printable.ts";
import { indented, type Page, type Style } from "../../terminal/style.ts";
import { byRule, type Finding, type Severity } from "../model/finding.ts";
import {
  changesText,
  conclusionsOf,
  minutes,
  money,
  nameOf,
  percent,
  sentence,
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
    const most = showsAll ? same.length : shown.rule;
    return [
      ...indented(title, 0, page, styles[severity]),
      ...same.slice(0, most).flatMap(finding => findingText(finding, page, showsAll)),
      ...rest(same, most, page),
    ];
  });
}

const rest = (all: readonly unknown[], most: number, page: Page): string[] =>
  all.length > most
    ? indented(`and ${all.length - most} more; --all shows all`, 2, page, "dim")
    : [];

function findingText({ object, message, remedy, snippet }: Finding, page: Page, showsAll: boolean) {
  const text = printable(`${nameOf(object)}: ${message}. ${sentence(remedy)}`);
  const paste = showsAll && snippet !== undefined ? snippet.split("\n") : [];
  return [...indented(text, 2, page), ...paste.map(line => `    ${printable(line)}`)];
}

const heads = ["REPLAY", "COST/MONTH", "SAVES", "SHORT/DAY", "LESS"];

const explanation =
  "SAVES (a month) and LESS (a day) compare two replays of the same past: today's settings and the suggested ones. REPLAY is the share of the time in which the replay of today's settings agrees with the record.";

/** A line of numbers for each object, and below it what it is and what to change. */
function rankedLines(ranked: readonly Ranked[], page: Page, showsAll: boolean): string[] {
  if (ranked.length === 0) return [];
  const most = showsAll ? ranked.length : shown.list;
  const listed = ranked.slice(0, most);
  const [head = "", ...rows] = aligned([
    heads,
    ...listed.map(({ accuracy, today, saving, shortMinutesSaved }) => [
      ...[percent(accuracy.near), money(today.monthlyCost), money(saving?.value ?? null)],
      ...[minutes(today.shortMinutes), minutes(shortMinutesSaved)],
    ]),
  ]);
  // A page that is too narrow for the columns has words.
  const fitting = (line: string) => (line.length <= page.width ? [line] : indented(line, 0, page));
  return [
    ...fitting(head).map(line => page.paint("bold", line)),
    ...listed.flatMap((each, at) => [
      ...fitting(rows[at] ?? ""),
      ...indented(printable(nameOf(each.object)), 2, page, "bold"),
      ...indented(printable(changesText(each)), 2, page, "dim"),
    ]),
    ...rest(ranked, most, page),
    ...indented(explanation, 0, page),
  ];
}

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
  const most = showsAll ? excluded.length : shown.list;
  return [
    `Not ranked, ${excluded.length}:`,
    ...excluded
      .slice(0, most)
      .flatMap(({ object, cause }) => indented(printable(`${nameOf(object)}: ${cause}`), 2, page)),
    ...rest(excluded, most, page),
  ];
}
