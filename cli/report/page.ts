// cli/report/: a simulation as one HTML file, for `trimtab simulate --report`. client/ runs in the browser,
// model/ in both.

import type { SimulatedWorld, Simulation, Candidate } from "../simulate/result.ts";
import { listed } from "../../engine/model/values/short-text.ts";
import { type Assets, documentOf, embedded } from "./document.ts";
import { markup, Html } from "./html.ts";
import { compact, reasonsOf, worstOf } from "./model/compact.ts";
import { formatDuration, formatNumber, formatTime } from "./model/format.ts";
import { conclusionsOf } from "../simulate/measures/conclusion.ts";
import { worstLine } from "../simulate/output/table.ts";
import { measureColumns, type MeasureName, measureNames } from "../simulate/measures/columns.ts";

/** What the page runs and how it looks. `make build` inserts both, and the licence of what it bundles. */
declare const REPORT_ASSETS: Assets;

/** The report as one HTML document that loads nothing else. */
export function reportPage(simulation: Simulation): string {
  const { candidates, manifests = [] } = simulation;
  const names = candidates.map(({ name }) => name);
  const title = `Simulation of ${names.length > 4 ? `${names.length} candidates` : listed(names, "and")}`;
  const reasons = reasonsOf(simulation);
  const all = candidates.reduce((sum, { changes }) => sum + changes.length, 0);
  const kept = reasons.reduce((sum, { length }) => sum + length, 0);
  const left = `This file has the reasons of ${formatNumber(kept)} of ${formatNumber(all)} changes; the output -o json --decisions has all.`;
  const body = markup`<header>
      <h1>${title}</h1>
      ${conclusionsOf(simulation, candidates).map(line => markup`<p class="conclusion">${line}</p>`)}
      ${worstMoment(simulation)}
      <p>${aboutLoad(simulation)}</p>
    </header>
    <main>
      <section aria-labelledby="charts-title">
        <h2 id="charts-title">${simulation.world ? "Load, capacity and replicas" : "Cluster and replicas"}</h2>
        <div id="charts"><noscript>The charts need JavaScript.</noscript></div>
      </section>
      <section aria-labelledby="change-title" class="change">
        <h2 id="change-title">Votes and steps</h2>
        <div id="change"></div>
      </section>
      <section aria-labelledby="measures-title">
        <h2 id="measures-title">Measures</h2>
        <div class="scroll" tabindex="0" role="group" aria-labelledby="measures-title">
          ${measuresTable(simulation)}
        </div>
        ${candidates.length > 1 ? markup`<p class="muted">Of each measure, the best value is bold.</p>` : ""}
      </section>
      <section aria-labelledby="data-title">
        <h2 id="data-title">Data</h2>
        <div id="data-tables"></div>
      </section>
      <section aria-labelledby="notes-title">
        <h2 id="notes-title">Assumptions</h2>
        <ul>
          ${[...assumptions(simulation), ...(kept < all ? [left] : [])].map(
            note => markup`<li>${note}</li>`,
          )}
        </ul>
        <details>
          <summary>Specs of the compared objects</summary>
          <pre class="scroll" tabindex="0">${manifests.join("---\n")}</pre>
        </details>
      </section>
    </main>
    <footer>
      <details>
        <summary>Licence of uPlot, which draws the charts</summary>
        <pre>${REPORT_ASSETS.licence}</pre>
      </details>
    </footer>
    ${embedded("simulation", compact(simulation))} ${embedded("reasons", reasons)}`;
  return documentOf(title, body, REPORT_ASSETS);
}

function aboutLoad({ load }: Simulation): string {
  const { source, unit, start, end, values, gaps } = load;
  const missing = gaps.reduce((sum, { from, to }) => sum + to - from, 0);
  return [
    `Load: ${source}${unit === "load" ? "" : `, in ${unit}`}, from ${formatTime(start)} to ${formatTime(end)} UTC`,
    `(${formatDuration(end - start)}, ${formatNumber(values.length)} samples`,
    `${gaps.length === 0 ? "without gaps" : gaps.length === 1 ? `with a gap of ${formatDuration(missing)}` : `with ${gaps.length} gaps, ${formatDuration(missing)} in all`}).`,
  ].join(" ");
}

/** The capacity of a pod comes first, because all results depend on it. */
function assumptions({ load, world, notes, price }: Simulation): string[] {
  const first = world
    ? `A ready pod bears at most ${formatNumber(world.podCapacity)} ${unitOf(load)}, on which all results depend; ready pods share the load equally.`
    : "Only the sizes of the cluster count, not its pods.";
  const cost =
    price === undefined
      ? "There is no cost without a price; --price gives the price of one replica for one hour."
      : `One replica costs ${formatNumber(price)} an hour, whether it is ready or not.`;
  const held = "Each value of the load holds until the next one, and no measure counts a gap.";
  // A reader of the page does not have the lines of the load, and its gaps are above.
  const others = notes.filter(note => !/^\d/.test(note.split(`${load.source}:`)[1] ?? ""));
  return [first, ...others.map(sentence), cost, held, ...(world ? worldOf(world) : [])];
}

const worldOf = (world: SimulatedWorld): string[] => [
  `A pod is ready ${world.podStart} after its creation.`,
  `A metric is the average of ${world.metricWindowSeconds} s, is measured every ${world.metricIntervalSeconds} s and arrives ${world.metricDelaySeconds} s later.`,
  world.saturates
    ? "A pod's CPU shows at most what the pod bears, so load beyond that is hidden from the autoscaler."
    : "A pod's CPU shows all of its load, also what it does not bear; --saturate shows what a limit hides.",
  `The seed of all random times is ${world.seed}.`,
];

/** Of all candidates, with the decision in force then. */
function worstMoment({ candidates, world }: Simulation): Html {
  const worst = candidates[worstOf(candidates.map(({ measures }) => measures.worst)) ?? -1];
  return world && worst
    ? markup`<p class="lines">Worst moment: ${worstLine(worst)}</p>`
    : new Html("");
}

const unitOf = ({ unit }: Simulation["load"]): string => (unit === "load" ? "of the load" : unit);

/** A note may begin with a path, which stays as it is, but without a line. */
const sentence = (note: string): string =>
  `${note.replace(/^(.*?):\d+: /, "$1: ").replace(/^[a-z]+ /, first => first.charAt(0).toUpperCase() + first.slice(1))}.`;

/** A row for each candidate. Of several candidates, the best value of a column is marked. */
function measuresTable({ candidates, load, world }: Simulation): Html {
  const columns = measureNames.filter(name =>
    candidates.some(({ measures }) => measures[name] !== undefined),
  );
  const best = columns.map(name => bestOf(name, candidates));
  return markup`<table class="measures">
    <thead>
      <tr>
        <th scope="col">Candidate</th>
        ${columns.map(name => {
          const { title, meaning } = measureColumns[name];
          return markup`<th scope="col">${title}<small>${meaning}</small></th>`;
        })}
        <th scope="col">Worst moment<small>${world ? `load and capacity, ${load.unit}` : "replicas asked for, and there"}</small></th>
      </tr>
    </thead>
    <tbody>
      ${candidates.map(
        (candidate, row) =>
          markup`<tr>
            <th scope="row">${nameOf(candidate)}</th>
            ${columns.map((name, index) => cell(name, candidate, best[index]))}
            <td data-title="Worst moment">${worst(candidate, row)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function nameOf({ name, kind, algorithm, equalCost }: Candidate): Html {
  const target = equalCost ? `, target ${formatNumber(equalCost.target)} for equal cost` : "";
  return markup`${name}<small>${name.startsWith(kind) ? "" : `${kind}, `}${algorithm}${target}</small>`;
}

function cell(name: MeasureName, { measures }: Candidate, best?: number): Html {
  const value = measures[name];
  const { title, show } = measureColumns[name];
  if (value === undefined) return markup`<td data-title="${title}">-</td>`;
  // What looks the same is as good.
  const isBest = best !== undefined && show(value) === show(best);
  const mark = isBest ? markup`<span class="hidden"> (best)</span>` : "";
  return markup`<td class="${isBest ? "best" : ""}" data-title="${title}"><data value="${value}">${show(value)}</data>${mark}</td>`;
}

/** undefined: there is nothing to compare. */
function bestOf(name: MeasureName, candidates: readonly Candidate[]): number | undefined {
  const values = candidates.flatMap(({ measures }) => measures[name] ?? []);
  if (new Set(values).size < 2) return undefined;
  return measureColumns[name].better === "less" ? Math.min(...values) : Math.max(...values);
}

function worst({ name, measures }: Candidate, row: number): Html {
  if (!measures.worst) return markup`never short`;
  const { time, load, capacity } = measures.worst;
  return markup`<button
      type="button"
      class="worst"
      data-candidate="${row}"
      data-time="${time}"
      aria-label="${`Show the worst moment of ${name}, ${formatTime(time)}`}"
    >
      ${formatTime(time)}</button
    ><small>${formatNumber(load)} and ${formatNumber(capacity)}</small>`;
}
