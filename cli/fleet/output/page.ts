import { type Assets, documentOf, embedded } from "../../report/document.ts";
import { type Html, markup, visible } from "../../report/html.ts";
import { compactDrawing } from "../../report/model/compact.ts";
import { formatFixed, formatNumber, formatTime } from "../../report/model/format.ts";
import { between, conclusionsOf, money, moneyOf } from "../model/format.ts";
import type { FleetReport, PageData } from "../model/report.ts";

/** What the page runs and how it looks. `make build` inserts both, and the licence of what it bundles. */
declare const FLEET_ASSETS: Assets;

/** Of the largest gains: their charts are most of the page. */
const mostCharts = 200;

/** The report as one HTML document that loads nothing else. */
export function fleetPage(report: FleetReport): string {
  const { clusters, ranked, generatedAt, findings, history, price } = report;
  const charts = ranked.slice(0, mostCharts).map(({ chart }) => chart && compactDrawing(chart));
  const data: PageData = {
    findings,
    history,
    price,
    ranked: ranked.map(each => ({ ...each, chart: null })),
  };
  const unread = clusters.flatMap(each => each.unread);
  const title = "Autoscalers of the fleet";
  const body = markup`<header>
      <h1><a href="#/">${title}</a></h1>
      <p class="muted">${formatTime(generatedAt)} UTC</p>
    </header>
    <main>
      <div id="overview">
        <dl class="sums">${cardsOf(report).map(([name, value, detail]) => markup`<div><dt>${name}</dt><dd>${value}<small>${detail}</small></dd></div>`)}</dl>
        ${conclusionsOf(report).map(line => markup`<p>${line}</p>`)}
        <noscript><p>The lists need JavaScript.</p></noscript>
        ${section("ranking", "Suggestions")} ${section("findings", "Findings")}
        ${section("excluded", "Not ranked")}
        <section aria-labelledby="read-title">
          <h2 id="read-title">What was read</h2>
          <ul>${clusters.map(({ cluster, objects }) => markup`<li>${cluster}: ${formatNumber(objects)} autoscalers</li>`)}
          ${unread.map(({ cluster, resource, reason }) => markup`<li>${cluster}: ${resource} were not read: ${reason}</li>`)}</ul>
        </section>
        <section aria-labelledby="notes-title">
          <h2 id="notes-title">How to read it</h2>
          <ul>${notesOf(report).map(note => markup`<li>${note}</li>`)}</ul>
        </section>
      </div>
      <div id="object" hidden></div>
    </main>
    ${embedded("report", shown(data))} ${embedded("charts", charts)}`;
  return documentOf(title, body, FLEET_ASSETS);
}

/** Without characters that are not shown, and with as many digits as are: gzip cannot make the others smaller. */
const shown = (data: PageData): unknown =>
  JSON.parse(
    JSON.stringify(data, (_, value: unknown) => {
      if (typeof value === "string") return visible(value);
      return typeof value === "number" && value % 1 !== 0 ? Number(value.toPrecision(6)) : value;
    }),
  );

const section = (id: string, title: string): Html =>
  markup`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2></section>`;

/** The name, the figure and what it is of. */
function cardsOf({ sums, history }: FleetReport): (readonly [string, string, string])[] {
  const { saving, monthlyCost, shortMinutesSaved, objects, findings } = sums;
  const all = formatNumber(objects);
  const others = `${formatNumber(findings.warning)} warnings and ${formatNumber(findings.note)} notes in ${all} autoscalers`;
  const errors = ["Errors found", formatNumber(findings.error), others] as const;
  if (history === null) return [errors];
  const cost = `${saving ? between(saving) : ""} of ${moneyOf(monthlyCost)}`;
  return [
    ...(saving ? [["Saved a month", money(saving.value), cost] as const] : []),
    ["Fewer minutes short a day", formatFixed(shortMinutesSaved, 0), "of all suggestions"],
    ["Replay well", formatNumber(history.assessed.ReplayedWell), `of ${all} autoscalers`],
    errors,
  ];
}

function notesOf({ history, price }: FleetReport): string[] {
  if (history === null) return ["Without Prometheus there is no past, and so no suggestion."];
  return [
    price
      ? `An hour of a core costs ${formatNumber(price.core)}, and one of a GiB of memory ${formatNumber(price.gibibyte)}, as requested by the pods. A month has 730 hours.`
      : "There is no cost without --price.",
    "A replay runs the autoscaler's own settings on the load that it measured. It agrees with the record where both are within one replica, or 10%.",
    "A gain compares two replays of the same past. Its range is the error of such a comparison on clusters whose truth is known: 2 points of the cost, and a ratio of lost work times 0.85 to 1.2.",
    "Lost work is a lower bound: rollouts, restarts and terminating pods are not in a replay.",
  ];
}
