// cli/report/: a simulation as one HTML file, for `trimtab simulate --report`. client/ runs in the browser,
// model/ in both.

import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

import type { SimulatedWorld, Simulation } from "../simulate/result.ts";
import { markup, Html } from "./html.ts";
import { measuresTable } from "./measures-table.ts";
import { compact, reasonsOf } from "./model/compact.ts";
import { formatDuration, formatNumber, formatTime } from "./model/format.ts";

/** What the page runs and how it looks. `make build` inserts both, and the licence of what it bundles. */
declare const REPORT_ASSETS: Readonly<Record<"script" | "style" | "licence", string>>;

/** The report as one HTML document that loads nothing else. */
export function reportPage(simulation: Simulation): string {
  const { candidates, notes } = simulation;
  const { script, style, licence } = REPORT_ASSETS;
  const names = candidates.map(({ name }) => name);
  const title = `Simulation of ${names.length > 4 ? `${names.length} candidates` : listed(names)}`;
  const reasons = reasonsOf(simulation);
  const all = candidates.reduce((sum, { changes }) => sum + changes.length, 0);
  const kept = reasons.reduce((sum, { length }) => sum + length, 0);
  const left = `This file has the reasons of the first ${formatNumber(kept)} of ${formatNumber(all)} changes; the output -o json --decisions has all.`;
  const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const body = markup`<header>
      <h1>${title}</h1>
      <p>${aboutLoad(simulation)}</p>
    </header>
    <main>
      <section aria-labelledby="measures-title">
        <h2 id="measures-title">Measures</h2>
        <div class="scroll" tabindex="0" role="group" aria-labelledby="measures-title">
          ${measuresTable(simulation)}
        </div>
      </section>
      <section aria-labelledby="charts-title">
        <h2 id="charts-title">${simulation.world ? "Load, capacity and replicas" : "Cluster and replicas"}</h2>
        <div id="charts"><noscript>The charts need JavaScript.</noscript></div>
      </section>
      <section aria-labelledby="change-title" class="change">
        <h2 id="change-title">Votes and steps</h2>
        <div id="change"></div>
      </section>
      <section aria-labelledby="data-title">
        <h2 id="data-title">Data</h2>
        <div id="data-tables"></div>
      </section>
      <section aria-labelledby="notes-title">
        <h2 id="notes-title">Assumptions</h2>
        <ul>
          ${[...assumptions(simulation), ...notes.map(sentence), ...(kept < all ? [left] : [])].map(
            note => markup`<li>${note}</li>`,
          )}
        </ul>
      </section>
    </main>
    <footer>
      <details>
        <summary>Licence of uPlot, which draws the charts</summary>
        <pre>${licence}</pre>
      </details>
    </footer>
    ${embedded("simulation", compact(simulation))} ${embedded("reasons", reasons)}`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}
<script type="module">${new Html(script)}</script>
</body>
</html>
`.text;
}

function aboutLoad({ load }: Simulation): string {
  const { source, unit, start, end, values, gaps } = load;
  const missing = gaps.reduce((sum, { from, to }) => sum + to - from, 0);
  return [
    `Load: ${source}${unit === "load" ? "" : `, in ${unit}`}, from ${formatTime(start)} to ${formatTime(end)} UTC`,
    `(${formatDuration(end - start)}, ${formatNumber(values.length)} samples`,
    `${gaps.length === 0 ? "without gaps" : `with ${gaps.length === 1 ? "a gap" : `${gaps.length} gaps`} of ${formatDuration(missing)}`}).`,
  ].join(" ");
}

const assumptions = ({ load, world }: Simulation): string[] =>
  world ? assumptionsOf(load, world) : ["Only the sizes of the cluster count, not its pods."];

const assumptionsOf = (load: Simulation["load"], world: SimulatedWorld): string[] => [
  `A ready pod bears at most ${formatNumber(world.podCapacity)} ${unitOf(load)}; ready pods share the load equally.`,
  `A pod is ready ${world.podStart} after its creation.`,
  `A metric is the average of ${world.metricWindowSeconds} s, is measured every ${world.metricIntervalSeconds} s and arrives ${world.metricDelaySeconds} s later.`,
  `The seed of all random times is ${world.seed}.`,
];

const unitOf = ({ unit }: Simulation["load"]): string => (unit === "load" ? "of the load" : unit);

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;

/** A note may begin with a path, which stays as it is. */
const sentence = (note: string): string =>
  `${note.replace(/^[a-z]+ /, first => first.charAt(0).toUpperCase() + first.slice(1))}.`;

/** Base64 has no character that ends a script element. */
function embedded(id: string, value: unknown): Html {
  const text = gzipSync(JSON.stringify(value), { level: 9 }).toString("base64");
  return markup`<script type="application/gzip" id="${id}">
    ${text}
  </script>`;
}

const hashOf = (text: string): string =>
  `sha256-${createHash("sha256").update(text).digest("base64")}`;
