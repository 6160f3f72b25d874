import uPlot from "uplot";

import { colourOf, element } from "../../pages/client/elements.ts";
import { drawnOn, gridOf, highestOf, pointsOn, shortagesOf, type Point } from "../model/columns.ts";
import { type Drawing, type Series, worstOf } from "../model/compact.ts";
import { formatNumber } from "../model/format.ts";
import type { View } from "../model/view.ts";

interface Line {
  /** Undefined: it is always shown. */
  readonly candidate?: number;
  readonly points: (columns: number) => Point[];
  readonly style: uPlot.Series;
}

interface ChartOptions {
  readonly label: string;
  readonly height: number;
  readonly lines: readonly Line[];
  readonly bands?: uPlot.Band[];
  /** The largest value of the axis. */
  readonly top: () => number;
  /** Draws on top of the lines. */
  readonly marks?: (plot: uPlot) => void;
  /** The last chart shows the times. */
  readonly hasTimes: boolean;
}

export type Chart = ReturnType<typeof chart>;

const axisWidth = 64;

/** Load, and capacity of each candidate, if pods bear the load. */
export function loadChart(drawing: Drawing, view: View, into: HTMLElement) {
  const { load, candidates, podCapacity } = drawing;
  const capacities =
    podCapacity === null ? [] : candidates.map(({ ready }) => scaled(ready, podCapacity));
  const highest = capacities.map(({ values }) => highestOf(values));
  const highestLoad = highestOf(load.values);
  const lines: Line[] = capacities.map((series, candidate) => ({
    candidate,
    points: columns => drawnOn(series, view.period, columns),
    style: candidateStyle(candidate),
  }));
  lines.unshift({
    points: columns => drawnOn(load, view.period, columns, load.gaps),
    style: { stroke: () => colourOf("--load"), fill: () => faint("--load", 22), width: 1 },
  });
  const short = candidates.map(({ ready }) => shortagesOf(drawing, ready));
  const worstOfAll = worstOf(candidates.map(({ worst }) => worst));
  const flag = element("div", { class: "flag" });
  const marks = (plot: uPlot) => {
    markRows(plot, view, short);
    const { candidate, isWorst } = view.selected ?? {};
    const { name = "", worst } = candidates[(isWorst ? candidate : worstOfAll) ?? -1] ?? {};
    flag.textContent = `Worst moment: ${name}`;
    place(plot, flag, worst?.time);
  };
  const top = () => Math.max(highestLoad, ...[...view.shown].map(index => highest[index] ?? 0));
  return chart({ label: load.unit, height: 260, lines, top, marks, hasTimes: false }, view, into);
}

/** The replicas of each candidate, in a band between its bounds. */
export function replicasChart({ candidates }: Drawing, view: View, into: HTMLElement) {
  const highest = candidates.map(({ sizes, max }) => {
    const size = highestOf(sizes.values);
    // A maximum far above all sizes would squeeze them.
    return Math.max(size, ...max.values.filter(bound => bound <= 1.5 * size));
  });
  const lines = candidates.flatMap(({ sizes, min, max }, candidate): Line[] => {
    const edge = {
      stroke: () => faint(appearanceOf(candidate).property, 45),
      width: 1,
      dash: [2, 4],
    };
    const line = (series: Series, style: uPlot.Series): Line => ({
      candidate,
      points: columns => drawnOn(series, view.period, columns),
      style,
    });
    return [line(max, edge), line(min, edge), line(sizes, candidateStyle(candidate))];
  });
  const bands = candidates.map((_, candidate): uPlot.Band => ({
    series: [3 * candidate + 1, 3 * candidate + 2],
    fill: () => faint(appearanceOf(candidate).property, 7),
  }));
  const top = () => Math.max(1, ...[...view.shown].map(index => highest[index] ?? 0));
  return chart({ label: "replicas", height: 240, lines, bands, top, hasTimes: true }, view, into);
}

const candidateStyle = (candidate: number): uPlot.Series => {
  const { property, dash } = appearanceOf(candidate);
  return { stroke: () => colourOf(property), dash: [...dash], width: 1.75 };
};

export function chart(options: ChartOptions, view: View, into: HTMLElement) {
  const { lines, height, top } = options;
  const selected = element("div", { class: "selected" });
  const plot = new uPlot(
    {
      ...{ width: into.clientWidth, height, ms: 1, legend: { show: false } },
      padding: [8, 36, options.hasTimes ? 0 : 8, 0],
      tzDate: time => uPlot.tzDate(new Date(time), "Etc/UTC"),
      scales: { x: { auto: false }, y: { range: () => [0, 1.05 * top()] } },
      series: [{}, ...lines.map(({ style }) => ({ points: { show: false }, ...style }))],
      ...(options.bands ? { bands: options.bands } : {}),
      axes: axesOf(options),
      cursor: {
        points: { show: false },
        y: false,
        sync: { key: "report" },
        drag: { x: true, y: false, setScale: false, dist: 4 },
      },
      hooks: {
        setSelect: [zoomToSelection(view)],
        draw: [
          plot => place(plot, selected, view.selected?.time),
          ...(options.marks ? [options.marks] : []),
        ],
      },
    },
    [[]],
    into,
  );
  const draw = () => {
    const columns = Math.max(1, Math.floor(plot.over.clientWidth));
    const { from, to } = view.period;
    const points = lines.map(line =>
      line.candidate === undefined || view.shown.has(line.candidate)
        ? line.points(columns)
        : new Array<Point>(2 * columns + 1),
    );
    plot.batch(() => {
      plot.setData([gridOf(view.period, columns), ...points], false);
      plot.setScale("x", { min: from, max: to });
    });
  };
  return { plot, draw };
}

function axesOf({ label, hasTimes }: ChartOptions): uPlot.Axis[] {
  const common: uPlot.Axis = {
    ...{ stroke: () => colourOf("--muted"), font: "12px system-ui, sans-serif" },
    grid: { stroke: () => colourOf("--grid"), width: 1 },
    ticks: { stroke: () => colourOf("--grid"), width: 1, size: 5 },
  };
  const times = [
    [86_400_000, "{D} {MMM}", "\n{YYYY}", null, null, null, null, null, 1],
    [3_600_000, "{HH}:{mm}", "\n{WWW} {D} {MMM}", null, "\n{WWW} {D} {MMM}", null, null, null, 1],
    [60_000, "{HH}:{mm}", "\n{WWW} {D} {MMM}", null, "\n{WWW} {D} {MMM}", null, null, null, 1],
    [1_000, "{HH}:{mm}:{ss}", "\n{D} {MMM}", null, "\n{D} {MMM}", null, null, null, 1],
  ];
  return [
    {
      ...common,
      values: hasTimes ? times : (_, splits) => splits.map(() => ""),
      size: hasTimes ? 44 : 8,
    },
    {
      ...{ ...common, size: axisWidth, space: 36, label, labelSize: 18 },
      ...{ labelFont: "12px system-ui, sans-serif" },
      values: (_, splits) => splits.map(formatNumber),
    },
  ];
}

const zoomToSelection = (view: View) => (plot: uPlot) => {
  const { left, width } = plot.select;
  if (width <= 0) return;
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  view.show({ from: plot.posToVal(left, "x"), to: plot.posToVal(left + width, "x") });
};

/** Shows an element at a time, if the chart has it. */
function place(plot: uPlot, mark: HTMLElement, time = NaN): void {
  const [left, { clientWidth }] = [plot.valToPos(time, "x"), plot.over];
  mark.hidden = !(left >= 0 && left <= clientWidth);
  mark.style.left = `${left}px`;
  mark.classList.toggle("before", left > clientWidth / 2);
  plot.over.append(mark);
}

/** A row at the foot for each candidate, coloured where its value is 1. */
export function markRows(plot: uPlot, view: View, marked: readonly Series[]): void {
  const { left, top, width, height } = plot.bbox;
  const columns = Math.round(width / uPlot.pxRatio);
  const row = 6 * uPlot.pxRatio;
  for (const [index, candidate] of [...view.shown].sort((a, b) => a - b).entries()) {
    const points = pointsOn(marked[candidate] ?? { times: [], values: [] }, view.period, columns);
    plot.ctx.fillStyle = colourOf(appearanceOf(candidate).property);
    for (const [slot, point] of points.entries()) {
      if (point !== 1) continue;
      const x = left + (slot * width) / (2 * columns);
      plot.ctx.fillRect(x, top + height - row * (index + 1), uPlot.pxRatio, row * 0.8);
    }
  }
}

const scaled = ({ times, values }: Series, factor: number): Series => ({
  times,
  values: values.map(value => value * factor),
});

const colours = 6;
const dashes = [[], [6, 3], [2, 2], [8, 3, 2, 3]] as const;

/** How a candidate is drawn. Lines also differ by their dashes: colours alone do not reach everyone. */
export const appearanceOf = (candidate: number) => ({
  /** A custom property of the style sheet, which has a value for light and for dark pages. */
  property: `--candidate-${candidate % colours}`,
  dash: dashes[candidate % dashes.length] ?? [],
});

/** The same colour, mostly transparent. */
export const faint = (property: string, percent: number): string =>
  `color-mix(in srgb, ${colourOf(property)} ${percent}%, transparent)`;
