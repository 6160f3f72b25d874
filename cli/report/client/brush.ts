import { colourOf, element } from "../../pages/client/elements.ts";
import { highestOf, pointsOn } from "../model/columns.ts";
import type { Drawing } from "../model/compact.ts";
import { formatTime } from "../model/format.ts";
import type { View } from "../model/view.ts";
import { faint } from "./charts.ts";

const height = 56;

/** The whole load, small, with a window over the period that the charts show. */
export function brush({ load }: Drawing, view: View, into: HTMLElement): () => void {
  const canvas = element("canvas", { "aria-hidden": true });
  const windowed = element("div", { class: "window" });
  const edges = (["from", "to"] as const).map(edge => handle(edge, view));
  const box = element("div", { class: "brush" }, canvas, windowed, ...edges);
  into.append(box);
  drag(box, windowed, view, edges);

  let drawnFor = "";
  return () => {
    const width = box.clientWidth;
    const look = `${width} ${colourOf("--load")}`;
    if (look !== drawnFor) paint(canvas, width, load, view);
    drawnFor = look;
    const { from, to } = view.whole;
    const [left = 0, right = 0] = [view.period.from, view.period.to].map(
      time => (100 * (time - from)) / (to - from),
    );
    Object.assign(windowed.style, { left: `${left}%`, width: `${right - left}%` });
    for (const [index, edge] of edges.entries()) {
      const time = index === 0 ? view.period.from : view.period.to;
      edge.style.left = `${index === 0 ? left : right}%`;
      edge.setAttribute("aria-valuenow", String(Math.round(time / 1000)));
      edge.setAttribute("aria-valuetext", formatTime(time));
    }
  };
}

function paint(canvas: HTMLCanvasElement, width: number, load: Drawing["load"], view: View): void {
  const ratio = devicePixelRatio;
  Object.assign(canvas, { width: width * ratio, height: height * ratio });
  const context = canvas.getContext("2d");
  if (!context || width === 0) return;
  const points = pointsOn(load, view.whole, width, load.gaps);
  const top = highestOf(load.values) * 1.05;
  context.scale(ratio, ratio);
  context.fillStyle = faint("--load", 55);
  for (const [index, point] of points.entries()) {
    const size = (height * (point ?? 0)) / top;
    context.fillRect(index / 2, height - size, 0.75, size);
  }
}

/** An edge of the window: a slider, which a pointer drags and the arrow keys move by a twentieth. */
function handle(edge: "from" | "to", view: View): HTMLDivElement {
  const { from, to } = view.whole;
  const made = element("div", {
    ...{ class: "handle", role: "slider", tabindex: 0 },
    "aria-label": edge === "from" ? "Start of the period" : "End of the period",
    "aria-valuemin": Math.round(from / 1000),
    "aria-valuemax": Math.round(to / 1000),
  });
  const signs: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowDown: -1,
    ArrowUp: 1,
  };
  made.addEventListener("keydown", event => {
    const { period } = view;
    const by = ((signs[event.key] ?? 0) * (period.to - period.from)) / 20;
    const ends: Readonly<Record<string, number>> = { Home: from, End: to };
    const time = ends[event.key] ?? period[edge] + by;
    if (time === period[edge]) return;
    event.preventDefault();
    moveEdge(edge, time, view);
  });
  return made;
}

/** Stops at the other edge. */
function moveEdge(edge: "from" | "to", time: number, view: View): void {
  const { from, to } = view.period;
  const { whole } = view;
  const within = Math.min(Math.max(time, whole.from), whole.to);
  if (edge === "from") view.show({ from: Math.min(within, to - 60_000), to });
  else view.show({ from, to: Math.max(within, from + 60_000) });
}

/**
 * A drag of an edge moves it, a drag of the window moves the period. Elsewhere, and in a window that cannot
 * move, it selects a new period.
 */
function drag(box: HTMLElement, windowed: HTMLElement, view: View, edges: readonly HTMLElement[]) {
  box.addEventListener("pointerdown", start => {
    const { from, to } = view.whole;
    const timeAt = ({ clientX }: PointerEvent) => {
      const { left, width } = box.getBoundingClientRect();
      return from + ((to - from) * (clientX - left)) / width;
    };
    const [begun, period] = [timeAt(start), view.period];
    const edge = edges.indexOf(start.target as HTMLElement);
    const move = (event: PointerEvent) => {
      const time = timeAt(event);
      if (edge >= 0) moveEdge(edge === 0 ? "from" : "to", time, view);
      else if (start.target === windowed && period.to - period.from < to - from) {
        view.show({ from: period.from + time - begun, to: period.to + time - begun });
      } else view.show({ from: Math.min(begun, time), to: Math.max(begun, time) });
    };
    const stop = () => {
      box.removeEventListener("pointermove", move);
    };
    box.setPointerCapture(start.pointerId);
    box.addEventListener("pointermove", move);
    box.addEventListener("pointerup", stop, { once: true });
    box.addEventListener("pointercancel", stop, { once: true });
  });
}
