// cli/fleet/client/: the script of a report of `trimtab fleet`, which runs in a browser. All texts become text nodes:
// names and messages come from clusters.

import { byId, element } from "../../pages/client/elements.ts";
import { embedded } from "../../report/client/dom.ts";
import { formatNumber } from "../../report/model/format.ts";
import { byRule, type Finding, type OneRule } from "../model/finding.ts";
import {
  between,
  changesText,
  minutes,
  money,
  nameOf,
  percent,
  sentence,
} from "../model/format.ts";
import type { PageData, Ranked } from "../model/report.ts";
import { type Column, pagedTable } from "./paged-table.ts";

const { findings, history, price, ranked } = (await embedded("report")) as PageData;
const nothing = (text: string) => element("p", { class: "muted" }, text);
byId("findings").append(
  ...(findings.length === 0 ? [nothing("Nothing is wrong.")] : byRule(findings).map(ruleDetails)),
);
if (history) {
  byId("ranking").append(
    ranked.length === 0
      ? nothing("No better settings were found.")
      : pagedTable("suggestions", rankedColumns(), ranked, ({ object }) => nameOf(object)),
  );
  byId("excluded").append(
    history.excluded.length === 0
      ? nothing("Nothing is left out.")
      : pagedTable(
          "objects that are not ranked",
          [
            { head: "Object", cell: ({ object }) => nameOf(object) },
            { head: "Cause", cell: ({ cause }) => sentence(cause) },
          ],
          history.excluded,
          ({ object, cause }) => `${nameOf(object)} ${cause}`,
        ),
  );
}
document.documentElement.dataset["ready"] = "true";

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
  { head: "What is wrong", cell: ({ message }) => sentence(message) },
  {
    head: "What to do",
    cell: ({ remedy, snippet }) =>
      element(
        "div",
        {},
        sentence(remedy),
        ...(snippet === undefined
          ? []
          : [element("pre", { class: "scroll", tabindex: 0 }, snippet)]),
      ),
  },
];

const rankedColumns = (): readonly Column<Ranked>[] => [
  { head: "Object", cell: ({ object }) => nameOf(object) },
  { head: "Replay", cell: ({ accuracy }) => percent(accuracy.near) },
  ...(price
    ? [
        { head: "Cost a month", cell: ({ today }: Ranked) => money(today.monthlyCost) },
        { head: "Saves", cell: ({ saving }: Ranked) => (saving ? between(saving) : "-") },
      ]
    : []),
  { head: "Short a day", cell: ({ today }) => minutes(today.shortMinutes) },
  { head: "Less short", cell: each => minutes(each.shortMinutesSaved) },
  { head: "Changes", cell: suggestionDetails },
];

function suggestionDetails(ranked: Ranked): HTMLElement {
  const days = ranked.accuracy.days.map(
    ({ day, near }) => `${new Date(day).toISOString().slice(5, 10)} ${percent(near)}`,
  );
  return element(
    "details",
    {},
    element("summary", {}, changesText(ranked)),
    element("ul", {}, ...ranked.evidence.map(text => element("li", {}, text))),
    element("p", {}, `By day: ${days.join(", ")}.`),
    element("pre", { class: "scroll", tabindex: 0 }, ranked.patch),
  );
}
