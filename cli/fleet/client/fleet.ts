// cli/fleet/client/: the script of a report of `trimtab fleet`, which runs in a browser. All texts become text nodes:
// names and messages come from clusters.

import { byId, element } from "../../pages/client/elements.ts";
import { embedded } from "../../report/client/dom.ts";
import { formatNumber } from "../../report/model/format.ts";
import { byRule, type Finding, type OneRule } from "../model/finding.ts";
import { nameOf, sentence } from "../model/format.ts";
import type { PageData } from "../model/report.ts";
import { type Column, pagedTable } from "./paged-table.ts";

const { findings } = (await embedded("report")) as PageData;
byId("findings").append(
  ...(findings.length === 0
    ? [element("p", { class: "muted" }, "Nothing is wrong.")]
    : byRule(findings).map(ruleDetails)),
);
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
