import { type Assets, documentOf, embedded } from "../../report/document.ts";
import { type Html, markup, visible } from "../../report/html.ts";
import { formatNumber, formatTime } from "../../report/model/format.ts";
import { conclusionsOf } from "../model/format.ts";
import type { FleetReport, PageData } from "../model/report.ts";

/** What the page runs and how it looks. `make build` inserts both. */
declare const FLEET_ASSETS: Assets;

/** The report as one HTML document that loads nothing else. */
export function fleetPage(report: FleetReport): string {
  const { clusters, generatedAt, findings, history, price, ranked } = report;
  const data: PageData = { findings, history, price, ranked };
  const unread = clusters.flatMap(each => each.unread);
  const title = "Autoscalers of the fleet";
  const body = markup`<header>
      <h1>${title}</h1>
      <p class="muted">${formatTime(generatedAt)} UTC</p>
    </header>
    <main>
      ${conclusionsOf(report).map(line => markup`<p>${line}</p>`)}
      <noscript><p>The lists need JavaScript.</p></noscript>
      ${history === null ? [] : [section("ranking", "Suggestions")]}
      ${section("findings", "Findings")}
      ${history === null ? [] : [section("excluded", "Not ranked"), howToRead]}
      <section aria-labelledby="read-title">
        <h2 id="read-title">What was read</h2>
        <ul>${clusters.map(({ cluster, objects }) => markup`<li>${cluster}: ${formatNumber(objects)} autoscalers</li>`)}
        ${unread.map(({ cluster, resource, reason }) => markup`<li>${cluster}: ${resource} were not read: ${reason}</li>`)}</ul>
      </section>
    </main>
    ${embedded("report", shown(data))}`;
  return documentOf(title, body, FLEET_ASSETS);
}

const section = (id: string, title: string): Html =>
  markup`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2></section>`;

const howToRead = markup`<section aria-labelledby="notes-title">
        <h2 id="notes-title">How to read it</h2>
        <ul>
          <li>A replay runs the autoscaler's own settings on the load that it measured. It agrees with the record where both are within one replica, or 10%.</li>
          <li>A gain compares two replays of the same past. Its range is the error of such a comparison on clusters whose truth is known: 2% of the cost.</li>
          <li>Costs are those of the requests of the pods. A month has 730 hours.</li>
          <li>Lost work is a lower bound: rollouts, restarts and terminating pods are not in a replay.</li>
        </ul>
      </section>`;

/** Without characters that are not shown. */
const shown = (data: PageData): unknown =>
  JSON.parse(
    JSON.stringify(data, (_, value: unknown) =>
      typeof value === "string" ? visible(value) : value,
    ),
  );
