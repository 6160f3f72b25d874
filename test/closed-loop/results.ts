import { extraLost, extraTime } from "./allowances.ts";
import type { Comparison } from "./comparison.ts";

const heading = "## Results";

const columns = [
  "combination",
  "lost work",
  "of an HPA",
  "most beyond it",
  "replica time",
  "most beyond it",
  "exceeds its allowance",
];

/** One row for each combination, over all seeds, as on the page. */
export function tableOf(comparisons: readonly Comparison[]): string {
  const names = Array.from(new Set(comparisons.map(({ combination }) => combination.name)));
  const rows = names.map(name => {
    const runs = comparisons.filter(({ combination }) => combination.name === name);
    return rowOf(name, runs);
  });
  return aligned([columns, ...rows]);
}

function rowOf(name: string, runs: readonly Comparison[]): string[] {
  const share = (lost: number, demanded: number) => `${((100 * lost) / demanded).toFixed(1)}%`;
  const sum = (amount: (run: Comparison) => number) =>
    runs.reduce((all, run) => all + amount(run), 0);
  const demanded = sum(({ ours }) => ours.demanded);
  const time = sum(({ ours }) => ours.replicaMinutes) / sum(({ hpa }) => hpa.replicaMinutes);
  const largest = (amount: typeof extraLost) =>
    Math.max(...runs.map(({ ours, hpa }) => amount(ours, hpa)));
  const exceeding = runs.filter(({ excesses }) => excesses.length > 0);
  return [
    name,
    share(
      sum(({ ours }) => ours.lost),
      demanded,
    ),
    share(
      sum(({ hpa }) => hpa.lost),
      demanded,
    ),
    `${largest(extraLost).toFixed(1)}%`,
    `${(100 * time).toFixed(0)}%`,
    `${largest(extraTime).toFixed(0)}%`,
    exceeding.length === 0 ? "no" : `seeds ${exceeding.map(seedOf).join(", ")}`,
  ];
}

const seedOf = ({ scenario }: Comparison): number => scenario.seed;

/** A table as the formatter writes it. */
function aligned([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map(row => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map(width => "-".repeat(width))), ...rows.map(line)].join("\n");
}

export interface Extent {
  readonly combinations: number;
  readonly seeds: readonly number[];
  readonly decisions: number;
  readonly twins: number;
}

/** The page with these results instead of its own. */
export function pageWith(text: string, table: string, extent: Extent): string {
  const start = text.indexOf(heading);
  if (start === -1) throw new Error(`docs/closed-loop.md needs the heading "${heading}"`);
  const { combinations, seeds, decisions, twins } = extent;
  const summary =
    `${combinations} combinations under the seeds ${seeds[0]} to ${seeds.at(-1)}. ` +
    `Also ${decisions} decisions on random specs, each compared with decisions on other data (${twins} in all).`;
  return `${text.slice(0, start)}${heading}\n\n${summary}\n\n${table}\n`;
}
