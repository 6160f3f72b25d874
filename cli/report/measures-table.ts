import type { Candidate, Simulation } from "../simulate/result.ts";
import { markup, type Html } from "./html.ts";
import { formatNumber, formatTime, measureColumns } from "./model/format.ts";

type Column = (typeof measureColumns)[number];

/** A row for each candidate. Of several candidates, the best value of a column is marked. */
export function measuresTable({ candidates, load, world }: Simulation): Html {
  const columns = measureColumns.filter(({ of }) =>
    candidates.some(({ measures }) => of(measures) !== undefined),
  );
  const best = columns.map(column => bestOf(column, candidates));
  return markup`<table class="measures">
    <thead>
      <tr>
        <th scope="col">Candidate</th>
        ${columns.map(
          ({ title, meaning }) => markup`<th scope="col">${title}<small>${meaning}</small></th>`,
        )}
        <th scope="col">Worst moment<small>${world ? `load and capacity, ${load.unit}` : "replicas asked for, and there"}</small></th>
      </tr>
    </thead>
    <tbody>
      ${candidates.map(
        (candidate, row) =>
          markup`<tr>
            <th scope="row">${nameOf(candidate)}</th>
            ${columns.map((column, index) => cell(column, candidate, best[index]))}
            <td>${worst(candidate, row)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function nameOf({ name, kind, algorithm, equalCost }: Candidate): Html {
  const target = equalCost ? `, target ${formatNumber(equalCost.target)} for equal cost` : "";
  return markup`${name}<small>${name.startsWith(kind) ? "" : `${kind}, `}${algorithm}${target}</small>`;
}

function cell({ of, show }: Column, { measures }: Candidate, best?: number): Html {
  const value = of(measures);
  if (value === undefined) return markup`<td>-</td>`;
  const text = markup`<data value="${value}">${show(value)}</data>`;
  return value === best
    ? markup`<td class="best">${text}<span class="hidden"> (best)</span></td>`
    : markup`<td>${text}</td>`;
}

/** undefined: there is nothing to compare. */
function bestOf({ of, better }: Column, candidates: readonly Candidate[]): number | undefined {
  const values = candidates.flatMap(({ measures }) => of(measures) ?? []);
  if (new Set(values).size < 2) return undefined;
  return better === "less" ? Math.min(...values) : Math.max(...values);
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
