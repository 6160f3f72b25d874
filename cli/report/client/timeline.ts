import { byId, element, oncePerFrame } from "../../pages/client/elements.ts";
import type { Drawing } from "../model/compact.ts";
import { partOf, valueAt } from "../model/columns.ts";
import { formatDuration, formatNumber, formatTime } from "../model/format.ts";
import type { View } from "../model/view.ts";
import { brush } from "./brush.ts";
import { titleOf, type ChangePanel } from "./change-panel.ts";
import { loadChart, replicasChart, type Chart, appearanceOf } from "./charts.ts";
import { dataTables } from "./data-tables.ts";
import { forecastChart, hasForecast } from "./forecast-chart.ts";
import { button } from "./dom.ts";

const keysText =
  "Drag to zoom, click to select a change. Keys in the charts: arrows, Page Up, Page Down, Home and End go from change to change; + and - zoom, 0 shows all.";
const clickWithinPixels = 12;

/** The charts with what controls them. Returns what draws them for the first time. */
export function timeline(drawing: Drawing, view: View, panel: ChangePanel): () => void {
  const place = byId("charts");
  const period = element("p", { class: "period", "aria-live": "polite" });
  const readout = element("p", { class: "readout" });
  const area = element("div", {
    ...{ class: "area", role: "slider", tabindex: 0, "aria-label": "Change of size" },
    "aria-describedby": "keys",
  });
  place.append(legend(drawing, view), toolbar(view, panel), period, readout, area);
  const plots = [loadChart(drawing, view, area), replicasChart(drawing, view, area)];
  if (hasForecast(drawing)) plots.push(forecastChart(drawing, view, area));
  const drawBrush = brush(drawing, view, place);
  place.append(element("p", { id: "keys", class: "muted hint" }, keysText));
  const drawTables = dataTables(drawing, view);

  for (const { plot } of plots) listen(plot, drawing, view, { panel, readout });
  area.addEventListener("keydown", event => {
    if (onKey(event.key, view, panel)) event.preventDefault();
  });
  const draw = () => {
    for (const { draw } of plots) draw();
    drawBrush();
    panel.draw();
    drawTables();
    const { from, to } = view.period;
    const part = partOf(view.period, plots[0]?.plot.over.clientWidth ?? 1);
    const each = formatDuration(part).replace(/^1 /, "");
    const detail = part === 0 ? "" : `; the lines show the highest value of each ${each}`;
    period.textContent = `${formatTime(from)} to ${formatTime(to)} UTC (${formatDuration(to - from)})${detail}`;
    describe(area, drawing, view);
  };
  const redraw = oncePerFrame(draw);
  view.onChange(redraw);
  resizeWith(area, plots, redraw);
  repaintWithTheme(() => {
    for (const { plot } of plots) plot.redraw(false, true);
    draw();
  });
  return draw;
}

/** For a screen reader, the charts are a slider over the changes. */
function describe(area: HTMLElement, drawing: Drawing, view: View): void {
  const { selected, period } = view;
  const text = selected ? titleOf(drawing, selected) : "no change selected";
  const { from, to } = view.whole;
  area.setAttribute("aria-valuemin", String(from / 1000));
  area.setAttribute("aria-valuemax", String(to / 1000));
  area.setAttribute("aria-valuenow", String((selected?.time ?? period.from) / 1000));
  area.setAttribute("aria-valuetext", text);
}

function onKey(key: string, view: View, panel: ChangePanel): boolean {
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => panel.step(-1),
    ArrowRight: () => panel.step(1),
    PageUp: () => panel.step(-10),
    PageDown: () => panel.step(10),
    Home: () => panel.step(-Infinity),
    End: () => panel.step(Infinity),
    "+": () => view.zoom(0.5),
    "-": () => view.zoom(2),
    "0": () => view.show(view.whole),
  };
  actions[key]?.();
  return key in actions;
}

const toolbar = (view: View, panel: ChangePanel) =>
  toolbarOf(
    ...periodButtons(view),
    button("Worst day", "Worst day", () => panel.showWorst(24)),
  );

export const toolbarOf = (...buttons: readonly HTMLElement[]): HTMLElement =>
  element("div", { class: "toolbar", role: "group", "aria-label": "Period" }, ...buttons);

export const periodButtons = (view: View): HTMLElement[] => [
  button("+ Zoom in", "Zoom in", () => view.zoom(0.5)),
  button("− Zoom out", "Zoom out", () => view.zoom(2)),
  button("← Earlier", "Earlier", () => view.move(-0.5)),
  button("Later →", "Later", () => view.move(0.5)),
  button("Whole period", "Whole period", () => view.show(view.whole)),
];

/** Shows or hides each line, next to how it is drawn. */
export const toggles = (names: readonly string[], view: View): HTMLElement[] =>
  names.map((name, index) => {
    const { property, dash } = appearanceOf(index);
    const box = element("input", { type: "checkbox", checked: view.shown.has(index) });
    box.addEventListener("change", () => view.toggle(index));
    const mark = element("span", { class: "mark", "aria-hidden": true });
    mark.style.borderTopColor = `var(${property})`;
    mark.style.borderTopStyle = dash.length === 0 ? "solid" : dash[0] > 2 ? "dashed" : "dotted";
    return element("label", {}, box, mark, name);
  });

function legend({ candidates, podCapacity }: Drawing, view: View): HTMLElement {
  const names = candidates.map(({ name }) => name);
  const entry = (kind: string, text: string) =>
    element("span", {}, element("span", { class: `mark ${kind}`, "aria-hidden": true }), text);
  return element(
    "div",
    { class: "legend", role: "group", "aria-label": "Candidates" },
    entry("load", "Load"),
    ...toggles(names, view),
    entry("bounds", "Minimum to maximum replicas"),
    ...(podCapacity === null ? [] : [entry("short", "Load above the capacity")]),
  );
}

/** What the charts show at a time, in words. */
function readoutAt({ load, candidates, podCapacity }: Drawing, view: View, time: number) {
  const amount = valueAt(load, time);
  const isGap = load.gaps.some(({ from, to }) => time > from && time < to);
  const parts = candidates.flatMap(({ name, sizes, ready }, index) => {
    if (!view.shown.has(index)) return [];
    const size = formatNumber(valueAt(sizes, time) ?? 0);
    if (podCapacity === null) return [`${name}: ${size} replicas`];
    const pods = valueAt(ready, time) ?? 0;
    return [
      `${name}: ${size} replicas, ${formatNumber(pods)} ready for ${formatNumber(pods * podCapacity)}`,
    ];
  });
  const text =
    isGap || amount === undefined
      ? "no load recorded"
      : `${podCapacity === null ? load.unit : "load"} ${formatNumber(amount)}`;
  return [text, ...parts].join("; ");
}

/** The values under the pointer, and a click on a change. */
function listen(
  plot: Chart["plot"],
  drawing: Drawing,
  view: View,
  { panel, readout }: { readonly panel: ChangePanel; readonly readout: HTMLElement },
): void {
  plot.over.addEventListener("pointermove", ({ offsetX }) => {
    const time = plot.posToVal(offsetX, "x");
    readout.textContent = `${formatTime(time)}: ${readoutAt(drawing, view, time)}`;
  });
  plot.over.addEventListener("pointerleave", () => {
    readout.textContent = "";
  });
  plot.over.addEventListener("click", ({ offsetX }) => {
    const { from, to } = view.period;
    const perPixel = (to - from) / plot.over.clientWidth;
    panel.selectNear(plot.posToVal(offsetX, "x"), clickWithinPixels * perPixel);
  });
}

/** Draws the charts again when their place changes its width. */
export function resizeWith(area: HTMLElement, plots: readonly Chart[], redraw: () => void): void {
  new ResizeObserver(() => {
    for (const { plot } of plots) plot.setSize({ width: area.clientWidth, height: plot.height });
    redraw();
  }).observe(area);
}

/** Colours are read when a chart is drawn. A print is light on any screen. */
export function repaintWithTheme(repaint: () => void): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);
  for (const event of ["beforeprint", "afterprint"] as const) {
    addEventListener(event, () => {
      document.documentElement.classList.toggle("print", event === "beforeprint");
      repaint();
    });
  }
}
