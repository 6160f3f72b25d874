import { type Assets, documentOf, embedded } from "../../report/document.ts";
import { markup, visible } from "../../report/html.ts";
import { formatNumber, formatTime } from "../../report/model/format.ts";
import { conclusionOf } from "../model/format.ts";
import type { FleetReport, PageData } from "../model/report.ts";

/** What the page runs and how it looks. `make build` inserts both. */
declare const FLEET_ASSETS: Assets;

/** The report as one HTML document that loads nothing else. */
export function fleetPage(report: FleetReport): string {
  const { clusters, generatedAt, findings } = report;
  const data: PageData = { findings };
  const unread = clusters.flatMap(each => each.unread);
  const title = "Autoscalers of the fleet";
  const body = markup`<header>
      <h1>${title}</h1>
      <p class="muted">${formatTime(generatedAt)} UTC</p>
    </header>
    <main>
      <p>${conclusionOf(report)}</p>
      <noscript><p>The lists need JavaScript.</p></noscript>
      <section id="findings" aria-labelledby="findings-title">
        <h2 id="findings-title">Findings</h2>
      </section>
      <section aria-labelledby="read-title">
        <h2 id="read-title">What was read</h2>
        <ul>${clusters.map(({ cluster, objects }) => markup`<li>${cluster}: ${formatNumber(objects)} autoscalers</li>`)}
        ${unread.map(({ cluster, resource, reason }) => markup`<li>${cluster}: ${resource} were not read: ${reason}</li>`)}</ul>
      </section>
    </main>
    ${embedded("report", shown(data))}`;
  return documentOf(title, body, FLEET_ASSETS);
}

/** Without characters that are not shown. */
const shown = (data: PageData): unknown =>
  JSON.parse(
    JSON.stringify(data, (_, value: unknown) =>
      typeof value === "string" ? visible(value) : value,
    ),
  );
