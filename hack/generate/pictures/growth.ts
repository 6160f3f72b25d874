import type { PageTable } from "./page-table.ts";
import { svg, text } from "./svg.ts";

const size = { width: 860, height: 330, top: 96, bottom: 44, left: 58, gap: 84, right: 32 };
const panelWidth = (size.width - size.left - size.gap - size.right) / 2;
const bottom = size.height - size.bottom;

/** The powers of ten around some values. */
function decades(values: readonly number[]): number[] {
  const from = Math.floor(Math.log10(Math.min(...values)));
  const to = Math.ceil(Math.log10(Math.max(...values)));
  return Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
}

/** The place of a value on a logarithmic axis. */
const scale =
  (ticks: readonly number[], from: number, to: number) =>
  (value: number): number => {
    const [low, high] = [Math.log10(ticks[0] ?? 1), Math.log10(ticks.at(-1) ?? 10)];
    return from + ((Math.log10(value) - low) / (high - low)) * (to - from);
  };

interface Panel {
  readonly title: string;
  readonly sizes: readonly number[];
  readonly values: readonly number[];
  /** A limit of the memory, such as `256Mi`. */
  readonly limit?: string;
}

function draw({ title, sizes, values, limit }: Panel, index: number): string[] {
  const left = size.left + index * (panelWidth + size.gap);
  const right = left + panelWidth;
  const [across, up] = [decades(sizes), decades(values)];
  const [x, y] = [scale(across, left, right), scale(up, bottom, size.top)];
  const points = values.map((value, index) => [x(sizes[index] ?? NaN), y(value)] as const);
  const path = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  const marked = y((Number.parseInt(limit ?? "") * 2 ** 20) / 1e6);
  return [
    text(left, size.top - 14, title),
    ...up.flatMap(tick => [
      `<path class="grid" d="M${left},${y(tick).toFixed(1)}H${right}"/>`,
      text(left - 6, y(tick) + 4, tick.toLocaleString("en"), "end"),
    ]),
    ...across.flatMap(tick => [
      `<path class="grid" d="M${x(tick).toFixed(1)},${size.top}V${bottom}"/>`,
      text(x(tick), bottom + 18, tick.toLocaleString("en"), "middle"),
    ]),
    text(left + panelWidth / 2, bottom + 36, "Autoscalers", "middle"),
    ...(limit === undefined
      ? []
      : [
          `<path class="limit" d="M${left},${marked.toFixed(1)}H${right}"/>`,
          text(left + 6, marked - 7, `default limit of the chart: ${limit}`),
        ]),
    `<polyline class="line s${index}" points="${path}"/>`,
    ...points.map(
      ([x, y]) => `<circle class="f${index}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3.5"/>`,
    ),
  ];
}

/**
 * An SVG of the table of `make bench-growth`, with a panel for the CPU and one for the memory.
 * @param limit `resources.limits.memory` of the chart, such as `256Mi`
 */
export function growthPicture({ columns, rows }: PageTable, limit: string): string {
  const sizes = columns.map(column => Number(column.replaceAll(",", "")));
  const valuesOf = (row: string): readonly number[] => rows.get(row) ?? [];
  const panels: Panel[] = [
    { title: "CPU, in percent of one hardware thread", sizes, values: valuesOf("CPU") },
    { title: "Memory of the operator, in MB", sizes, values: valuesOf("memory, MB"), limit },
  ];
  return svg({
    ...{ width: size.width, height: size.height, content: panels.flatMap(draw) },
    title: "What 100 to 10,000 Autoscalers of ten pods each cost",
    about: "Both axes are logarithmic: each line of the grid stands for ten times as much.",
  });
}
