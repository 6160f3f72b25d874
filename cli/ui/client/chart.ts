import uPlot from "uplot";

import type { UiEvent } from "../messages.ts";
import { colourOf } from "../../pages/client/elements.ts";
import { absoluteTime } from "../../terminal/times.ts";
import { highestOf, type Lines, type Series } from "./series.ts";

const height = 300;

/** The timeline: sizes as steps, the limits as a band, events as marks on the time axis. */
export class Chart {
  readonly element: HTMLElement;
  readonly #onTime: (time: number | null) => void;
  #plot: uPlot | null = null;
  #lines: Lines | null = null;
  #events: readonly UiEvent[] = [];
  #isZoomed = false;
  #marked: number | null = null;

  /** @param onTime the time under the cursor; null: the cursor left the chart */
  constructor(element: HTMLElement, onTime: (time: number | null) => void) {
    this.element = element;
    this.#onTime = onTime;
    new ResizeObserver(() => this.#resize()).observe(element);
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", () => this.#rebuild());
  }

  show(lines: Lines, events: readonly UiEvent[]): void {
    const names = (of: Lines | null): string => JSON.stringify(of?.series.map(({ name }) => name));
    const isSame = names(this.#lines) === names(lines);
    this.#lines = lines;
    this.#events = events;
    if (this.#plot && isSame) this.#plot.setData(dataOf(lines), !this.#isZoomed);
    else this.#rebuild();
  }

  /** Marks a moment that was chosen with the keyboard. */
  mark(time: number | null): void {
    this.#marked = time;
    this.#plot?.redraw(false);
  }

  #rebuild(): void {
    const lines = this.#lines;
    if (!lines || this.element.clientWidth === 0) return;
    this.#plot?.destroy();
    this.#isZoomed = false;
    this.#plot = new uPlot(this.#options(lines), dataOf(lines), this.element);
  }

  #resize(): void {
    const width = this.element.clientWidth;
    if (!this.#plot) this.#rebuild();
    else if (width > 0) this.#plot.setSize({ width, height });
  }

  #options(lines: Lines): uPlot.Options {
    const axis = { stroke: colourOf("--text"), grid: { stroke: colourOf("--line"), width: 1 } };
    return {
      width: this.element.clientWidth,
      height,
      // The sentences are in UTC, too.
      tzDate: seconds => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: true, y: false } },
      scales: { y: { range: () => [0, this.#lines ? highestOf(this.#lines) : 1] } },
      axes: [
        { ...axis, space: 80, values: (_, seconds) => seconds.map(tickText) },
        { ...axis, size: 50, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000] },
      ],
      bands: [{ series: [2, 1], fill: colourOf("--band") }],
      series: [{}, ...lines.series.map(lineOf)],
      hooks: {
        setCursor: [plot => this.#onCursor(plot)],
        setSelect: [({ select }) => (this.#isZoomed ||= select.width > 0)],
        ready: [plot => plot.over.addEventListener("dblclick", () => (this.#isZoomed = false))],
        draw: [plot => this.#drawMarks(plot)],
      },
    };
  }

  #onCursor(plot: uPlot): void {
    const { left = -1 } = plot.cursor;
    this.#onTime(left < 0 ? null : plot.posToVal(left, "x") * 1000);
  }

  #drawMarks(plot: uPlot): void {
    const { ctx, bbox } = plot;
    const line = (time: number, from: number, stroke: string): void => {
      const x = Math.round(plot.valToPos(time / 1000, "x", true));
      if (x < bbox.left || x > bbox.left + bbox.width) return;
      ctx.strokeStyle = stroke;
      ctx.lineWidth = 2 * devicePixelRatio;
      ctx.beginPath();
      ctx.moveTo(x, from);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    };
    const low = bbox.top + bbox.height - 12 * devicePixelRatio;
    for (const { time, isWarning } of this.#events) {
      line(time, low, colourOf(isWarning ? "--bad" : "--text"));
    }
    if (this.#marked !== null) line(this.#marked, bbox.top, colourOf("--accent"));
  }
}

/** The time, below it the date for the first tick and each new day. */
const tickText = (seconds: number, index: number, all: readonly number[]): string => {
  const [date = "", time = ""] = absoluteTime(seconds * 1000).split(" ");
  const before = index === 0 ? "" : absoluteTime((all[index - 1] ?? 0) * 1000);
  const isShort = seconds % 60 === 0;
  const clock = isShort ? time.slice(0, 5) : time.slice(0, 8);
  return before.startsWith(date) && before !== "" ? clock : `${clock}\n${date} UTC`;
};

const dataOf = ({ times, series }: Lines): uPlot.AlignedData => [
  times.map(time => time / 1000),
  ...series.map(({ values }) => [...values]),
];

function lineOf({ name, kind, color }: Series): uPlot.Series {
  const widths = { min: 1, max: 1, vote: 1.5, wanted: 2, size: 3 } as const;
  const dashes: Readonly<Partial<Record<Series["kind"], number[]>>> = {
    vote: [2, 3],
    wanted: [6, 4],
  };
  const dash = dashes[kind];
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  return {
    label: name,
    stroke: colourOf(color),
    width: widths[kind],
    points: { show: false },
    ...(dash ? { dash } : {}),
    ...(stepped ? { paths: stepped } : {}),
  };
}
