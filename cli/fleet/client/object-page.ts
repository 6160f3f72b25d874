import { element, oncePerFrame, setText } from "../../pages/client/elements.ts";
import { type Chart, loadChart, replicasChart } from "../../report/client/charts.ts";
import { button, tableOf } from "../../report/client/dom.ts";
import { periodButtons, resizeWith, toggles, toolbarOf } from "../../report/client/timeline.ts";
import type { Drawing } from "../../report/model/compact.ts";
import { formatFixed, formatTime } from "../../report/model/format.ts";
import { View } from "../../report/model/view.ts";
import { between, lost, minutes, moneyOf, nameOf, percent } from "../model/format.ts";
import type { Outcome, Ranked } from "../model/report.ts";

/** More days are too dense for a phone. */
const firstShown = 7 * 86_400_000;

/** The page of one suggestion. */
export class ObjectPage {
  readonly title: string;
  readonly #heading: HTMLElement;
  readonly #place = element("div", {}, "Reading the chart.");
  #plots: readonly Chart[] = [];
  #draw: () => void = () => undefined;

  constructor(ranked: Ranked, place: HTMLElement) {
    this.title = nameOf(ranked.object);
    this.#heading = element("h2", { tabindex: -1 }, this.title);
    place.replaceChildren(
      element("p", {}, element("a", { href: "#/" }, "← All suggestions")),
      this.#heading,
      element("h3", {}, "Replay against the record"),
      this.#place,
      element("h3", {}, "Accuracy by day"),
      days(ranked),
      element("h3", {}, "Suggestion"),
      scrolling("Changes", changesTable(ranked)),
      scrolling("Gains", gainsTable(ranked)),
      ...listOf("Evidence", ranked.evidence),
      ...listOf("With an Autoscaler", ranked.toAutoscaler?.gains ?? []),
      element("h3", {}, "Patch"),
      ...patch(ranked),
    );
  }

  focus(): void {
    this.#heading.focus({ preventScroll: true });
  }

  /** drawing  null: the file has none */
  draw(drawing: Drawing | null): void {
    if (!drawing) {
      setText(this.#place, "This file has the charts of the largest gains only.");
      return;
    }
    const { load, candidates } = drawing;
    const view = new View({ from: load.start, to: load.end }, candidates.keys());
    const period = element("p", { class: "period", "aria-live": "polite" });
    const text = "The load, and the replicas: recorded, replayed and suggested";
    const area = element("div", { class: "area", role: "img", "aria-label": text });
    const legend = { class: "legend", role: "group", "aria-label": "Lines" };
    const names = candidates.map(({ name }) => name);
    this.#place.replaceChildren(
      element("div", legend, ...toggles(names, view)),
      toolbarOf(...periodButtons(view)),
      ...[period, area],
    );
    this.#plots = [loadChart(drawing, view, area), replicasChart(drawing, view, area)];
    this.#draw = () => {
      for (const { draw } of this.#plots) draw();
      const { from, to } = view.period;
      period.textContent = `${formatTime(from)} to ${formatTime(to)} UTC`;
    };
    const redraw = oncePerFrame(this.#draw);
    view.onChange(redraw);
    resizeWith(area, this.#plots, redraw);
    view.show({ from: load.end - firstShown, to: load.end });
    this.#draw();
  }

  repaint(): void {
    for (const { plot } of this.#plots) plot.redraw(false, true);
    this.#draw();
  }

  end(): void {
    for (const { plot } of this.#plots) plot.destroy();
  }
}

function days({ accuracy }: Ranked): HTMLElement {
  const items = accuracy.days.map(({ day, near }) => {
    const date = formatTime(day).slice(0, 10);
    const bar = { min: 0, low: 0.8, high: 0.9, optimum: 1, value: near, "aria-label": date };
    return element("li", {}, `${date} `, element("meter", bar), ` ${percent(near)}`);
  });
  const all = `${percent(accuracy.near)} of the judged time, within one replica or 10%.`;
  return element("div", {}, element("p", {}, all), element("ol", { class: "days" }, ...items));
}

const changesTable = ({ changes }: Ranked): HTMLElement =>
  tableOf(
    "What changes",
    ["Parameter", "Today", "Suggested"],
    changes.map(({ parameter, today, suggested }) => [parameter, today, suggested]),
  );

function gainsTable({ today, suggested, saving, shortMinutesSaved, lostRatio }: Ranked) {
  const row = (title: string, show: (of: Outcome) => string, gain: string): string[] => [
    title,
    ...[today, suggested].map(show),
    gain,
  ];
  const hours = today.replicaHours - suggested.replicaHours;
  return tableOf(
    "Two replays of the same past",
    ["Measure", "Today", "Suggested", "Gain"],
    [
      ...(saving ? [row("Cost a month", of => moneyOf(of.monthlyCost), between(saving))] : []),
      row("Replica-hours a day", of => formatFixed(of.replicaHours, 1), formatFixed(hours, 1)),
      row("Short a day", of => minutes(of.shortMinutes), minutes(shortMinutesSaved)),
      row("Lost work, at least", lost, lostRatio ? `times ${between(lostRatio)}` : "-"),
    ],
  );
}

const listOf = (title: string, texts: readonly string[]): HTMLElement[] =>
  texts.length === 0
    ? []
    : [element("h3", {}, title), element("ul", {}, ...texts.map(text => element("li", {}, text)))];

function patch({ patch }: Ranked): HTMLElement[] {
  const text = element("pre", { class: "scroll", tabindex: 0 }, patch);
  const status = element("span", { role: "status" });
  const copy = button("Copy", "Copy the patch", () => {
    navigator.clipboard.writeText(patch).then(
      () => setText(status, "Copied."),
      () => {
        // A browser may forbid it in a file.
        getSelection()?.selectAllChildren(text);
        setText(status, "Selected: copy it with the keyboard.");
      },
    );
  });
  return [element("p", { class: "toolbar" }, copy, status), text];
}

const scrolling = (label: string, table: HTMLElement): HTMLElement =>
  element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, table);
