import { byId, element } from "../../pages/client/elements.ts";
import { formatNumber } from "../../report/model/format.ts";
import { byRule, type Finding, type OneRule } from "../model/finding.ts";
import { between, changesText, minutes, moneyOf, nameOf, percent } from "../model/format.ts";
import type { PageData, Ranked } from "../model/report.ts";
import { type Column, pagedTable } from "./paged-table.ts";

const noPast = "There is no past to replay.";

/** Fills the lists of the page, or says that one is empty. */
export function showOverview({ ranked, findings, history, price }: PageData): void {
  const rows = ranked.map((each, at) => ({ each, at }));
  const columns = price ? rankedColumns : rankedColumns.filter(({ isMoney }) => !isMoney);
  byId("ranking").append(
    ranked.length === 0
      ? note(history ? "No better settings were found." : noPast)
      : pagedTable("suggestions", columns, rows, ({ each }) => nameOf(each.object)),
  );
  byId("findings").append(
    ...(findings.length === 0 ? [note("Nothing is wrong.")] : byRule(findings).map(ruleDetails)),
  );
  const excluded = history?.excluded ?? [];
  byId("excluded").append(
    excluded.length === 0
      ? note(history ? "Nothing is left out." : noPast)
      : pagedTable(
          "objects that are not ranked",
          [
            { head: "Object", cell: ({ object }) => nameOf(object) },
            { head: "Cause", cell: ({ cause }) => cause },
          ],
          excluded,
          ({ object, cause }) => `${nameOf(object)} ${cause}`,
        ),
  );
}

const note = (text: string): HTMLElement => element("p", { class: "muted" }, text);

type Row = Readonly<{ each: Ranked; at: number }>;

const rankedColumns: readonly (Column<Row> & { readonly isMoney?: true })[] = [
  {
    head: "Object",
    cell: ({ each, at }) => element("a", { href: `#/${at}` }, nameOf(each.object)),
  },
  { head: "Replay", cell: ({ each }) => percent(each.accuracy.near) },
  { head: "Cost a month", cell: ({ each }) => moneyOf(each.today.monthlyCost), isMoney: true },
  { head: "Saves", cell: ({ each }) => (each.saving ? between(each.saving) : "-"), isMoney: true },
  { head: "Short a day", cell: ({ each }) => minutes(each.today.shortMinutes) },
  { head: "Less short", cell: ({ each }) => minutes(each.shortMinutesSaved) },
  { head: "Changes", cell: ({ each }) => changesText(each) },
];

/** Its objects become elements when it is opened. */
function ruleDetails(same: OneRule): HTMLElement {
  const [{ rule, severity }] = same;
  const summary = element(
    "summary",
    {},
    element("span", { class: `severity ${severity}` }, severity),
    ` ${rule}: ${formatNumber(same.length)}`,
  );
  const details = element("details", { class: "rule" }, summary);
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) {
      details.append(pagedTable(rule, findingColumns, same, textOf));
    }
  });
  return details;
}

const textOf = ({ object, message }: Finding): string => `${nameOf(object)} ${message}`;

const findingColumns: readonly Column<Finding>[] = [
  { head: "Object", cell: ({ object }) => nameOf(object) },
  { head: "What is wrong", cell: ({ message }) => `${message}.` },
  {
    head: "What to do",
    cell: ({ remedy, snippet }) =>
      element(
        "div",
        {},
        `${remedy}.`,
        ...(snippet === undefined
          ? []
          : [element("pre", { class: "scroll", tabindex: 0 }, snippet)]),
      ),
  },
];
