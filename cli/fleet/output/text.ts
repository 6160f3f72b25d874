// cli/fleet/output/: a report of `trimtab fleet` for people and for programs.

import { printable } from "../../terminal/printable.ts";
import { indented, type Page, type Style } from "../../terminal/style.ts";
import { byRule, type Finding, type Severity } from "../model/finding.ts";
import { conclusionOf, nameOf, sentence } from "../model/format.ts";
import type { FleetReport } from "../model/report.ts";

/** What is shown of each rule without --all. */
const shown = 3;

/** The sums first, then what is wrong, and what is missing. */
export function fleetText(report: FleetReport, page: Page, showsAll: boolean): string {
  const parts = [
    indented(conclusionOf(report), 0, page),
    findingLines(report.findings, page, showsAll),
    unreadLines(report, page),
  ].filter(({ length }) => length > 0);
  return `${parts.map(lines => lines.join("\n")).join("\n\n")}\n`;
}

const styles: Readonly<Record<Severity, Style>> = { error: "red", warning: "yellow", note: "dim" };

function findingLines(findings: readonly Finding[], page: Page, showsAll: boolean): string[] {
  return byRule(findings).flatMap(same => {
    const [{ rule, severity }] = same;
    const title = `${printable(rule)}, ${severity}, ${same.length}:`;
    const most = showsAll ? same.length : shown;
    const left = same.length - most;
    return [
      ...indented(title, 0, page, styles[severity]),
      ...same.slice(0, most).flatMap(finding => findingText(finding, page, showsAll)),
      ...(left > 0 ? indented(`and ${left} more; --all shows all`, 2, page, "dim") : []),
    ];
  });
}

function findingText({ object, message, remedy, snippet }: Finding, page: Page, showsAll: boolean) {
  const text = printable(`${nameOf(object)}: ${message}. ${sentence(remedy)}`);
  const paste = showsAll && snippet !== undefined ? snippet.split("\n") : [];
  return [...indented(text, 2, page), ...paste.map(line => `    ${printable(line)}`)];
}

const unreadLines = ({ clusters }: FleetReport, page: Page): string[] =>
  clusters
    .flatMap(({ unread }) => unread)
    .flatMap(({ cluster, resource, reason }, at) => [
      ...(at === 0 ? ["Not read:"] : []),
      ...indented(printable(`${cluster}: ${resource}: ${reason}`), 2, page),
    ]);
