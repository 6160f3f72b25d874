import type { Figures } from "./measure.ts";

/** A Markdown table: one row for each figure, medians with the range in brackets. */
export function formatReport(runs: ReadonlyMap<string, readonly Figures[]>): string {
  const names = [...runs.keys()];
  const rows = new Set([...runs.values()].flat().flatMap(figures => Object.keys(figures)));
  return [
    `| | ${names.join(" | ")} |`,
    `|---|${names.map(() => "--:|").join("")}`,
    ...[...rows].map(
      row => `| ${row} | ${names.map(name => cell(runs.get(name), row)).join(" | ")} |`,
    ),
  ].join("\n");
}

function cell(figures: readonly Figures[] | undefined, row: string): string {
  const values = (figures ?? []).flatMap(each => each[row] ?? []).sort((a, b) => a - b);
  const median = values[Math.floor(values.length / 2)];
  if (median === undefined) return "";
  const [least = median, most = median] = [values[0], values.at(-1)];
  return least === most ? round(median) : `${round(median)} (${round(least)}-${round(most)})`;
}

function round(value: number): string {
  const digits =
    Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits);
}
