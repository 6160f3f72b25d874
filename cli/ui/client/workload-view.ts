import { type Moment, rowKeyOf, type RowsMessage, type TimelineMessage } from "../messages.ts";
import { Chart } from "./chart.ts";
import type { Connection, Shown } from "./connection.ts";
import { element, setText } from "../../pages/client/elements.ts";
import { MomentList } from "./moment-list.ts";
import { type Lines, linesOf, momentAt, pastSizeAt } from "./series.ts";
import type { Block } from "../../explain/sentences.ts";
import { absoluteTime } from "../../terminal/times.ts";

/** Changes that arrive within this time are one request. */
const gatherMs = 500;

/** One workload: its timeline, and the explanation for the moment under the cursor. */
export class WorkloadView {
  readonly element: HTMLElement;
  readonly #shown: Shown;
  readonly #connection: Connection;
  readonly #chart: Chart;
  readonly #title = element("h1", { tabindex: "-1" });
  readonly #about = element("p", { class: "about" });
  readonly #legend = element("ul", { class: "legend", "aria-label": "Lines of the timeline" });
  // Screen readers announce an empty heading.
  readonly #when = element("h2", {}, "Now");
  readonly #sentences = element("div", { class: "sentences" });
  readonly #events = element("tbody");
  readonly #eventsNote = element("p", { class: "about" });
  readonly #list: MomentList;
  readonly #moments: Moment[] = [];
  #message: TimelineMessage | null = null;
  #lines: Lines | null = null;
  #end = Date.now();
  /** Null: the latest moment. */
  #chosen: number | null = null;
  /** Under the cursor; null: the cursor is elsewhere. */
  #hovered: number | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isClosed = false;

  constructor(shown: Shown, connection: Connection) {
    this.#shown = shown;
    this.#connection = connection;
    const name = `${shown.namespace}/${shown.name}`;
    setText(this.#title, name);
    this.#list = new MomentList(time => this.#choose(time));
    const canvas = element("div", {
      ...{ class: "chart", role: "img" },
      "aria-label": `Timeline of ${name}. The slider below shows each moment as text.`,
    });
    this.#chart = new Chart(canvas, time => this.#hover(time));
    const heads = ["Time", "Reason", "Message"].map(head => element("th", { scope: "col" }, head));
    this.element = element(
      "article",
      { class: "workload" },
      element("a", { href: "#/", class: "back" }, "All autoscalers"),
      this.#title,
      this.#about,
      canvas,
      this.#legend,
      this.#list.slider,
      element(
        "div",
        { class: "columns" },
        element("section", { "aria-label": "Explanation" }, this.#when, this.#sentences),
        element("section", {}, element("h2", {}, "Moments"), this.#list.element),
      ),
      element("h2", {}, "Events"),
      this.#eventsNote,
      element(
        "table",
        { class: "events" },
        element("thead", {}, element("tr", {}, ...heads)),
        this.#events,
      ),
    );
    void this.#refresh();
  }

  focus(): void {
    this.#title.focus();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  onRows({ rows, removed }: RowsMessage): void {
    const key = rowKeyOf(this.#shown, this.#shown.index);
    if (!removed.includes(key) && !rows.some(row => row.key === key)) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.#refresh();
    }, gatherMs);
  }

  /** While the watches run, what is shown holds until now. */
  onTime(now: number): void {
    this.#end = now;
    this.#draw();
  }

  async #refresh(): Promise<void> {
    const after = this.#moments.at(-1)?.id ?? 0;
    try {
      const message = await this.#connection.timeline(this.#shown, after);
      if (this.#isClosed) return;
      if (message === null) setText(this.#about, "This object does not exist any more.");
      else this.#take(message);
    } catch {
      // The banner says it, and the next change asks again.
    }
  }

  #take(message: TimelineMessage): void {
    // The history of the first answer reaches back the furthest.
    this.#message = { ...message, past: this.#message?.past ?? message.past };
    this.#moments.push(...message.moments);
    this.#end = message.now;
    const { row, events, eventsProblem } = message;
    const state = row?.limits.length ? `: ${row.limits.join(", ")}` : "";
    setText(this.#about, row ? `${row.kind} of ${row.target}${state}` : "");
    const none = events.length === 0 ? "There are no events of the last hour." : "";
    const missing = events.length === 0 ? "No events" : "Not all events";
    setText(this.#eventsNote, eventsProblem === null ? none : `${missing}: ${eventsProblem}.`);
    this.#events.replaceChildren(
      ...events.map(({ time, isWarning, reason, message: text, count }) =>
        element(
          "tr",
          { class: isWarning ? "red" : "" },
          element("td", {}, absoluteTime(time)),
          element("td", {}, count > 1 ? `${reason} (${count} times)` : reason),
          element("td", {}, text),
        ),
      ),
    );
    this.#list.show(this.#moments);
    this.#draw();
  }

  #draw(): void {
    if (!this.#message || this.#moments.length === 0) return;
    this.#lines = linesOf(this.#moments, this.#message.past, this.#end);
    this.#chart.show(this.#lines, this.#message.events);
    this.#explain(this.#hovered ?? this.#chosen);
  }

  #choose(time: number | null): void {
    this.#chosen = time;
    this.#chart.mark(time);
    this.#explain(time);
  }

  #hover(time: number | null): void {
    this.#hovered = time;
    this.#explain(time ?? this.#chosen);
  }

  /** @param time null: the latest moment */
  #explain(time: number | null): void {
    const moment = time === null ? this.#moments.at(-1) : momentAt(this.#moments, time);
    this.#list.select(moment?.id ?? null);
    this.#updateLegend(time ?? this.#end);
    const since = absoluteTime(moment?.time ?? this.#end);
    setText(this.#when, time === null ? `Now, since ${since}` : absoluteTime(time));
    if (moment) this.#showSentences(String(moment.id), moment.sentences.flat().flatMap(passageOf));
    else this.#showSentences("", [this.#beforeStart(time ?? this.#end)]);
  }

  /** @param id of a moment, whose sentences never change; empty: they do */
  #showSentences(id: string, sentences: readonly HTMLElement[]): void {
    if (id !== "" && this.#sentences.dataset["shown"] === id) return;
    this.#sentences.dataset["shown"] = id;
    this.#sentences.replaceChildren(...sentences);
  }

  #beforeStart(time: number): HTMLElement {
    const size = pastSizeAt(this.#message?.past ?? [], time);
    const known = size === null ? "The size is not known" : `There were ${size} replicas`;
    return element("p", {}, `${known}: this was before trimtab ui observed the object.`);
  }

  #updateLegend(time: number): void {
    const { times, series } = this.#lines ?? { times: [], series: [] };
    const index = times.findLastIndex(each => each <= time);
    while (this.#legend.children.length > series.length) this.#legend.lastChild?.remove();
    series.forEach((each, position) => {
      const item =
        this.#legend.children[position] ?? element("li", {}, element("span"), element("b"));
      if (!item.parentNode) this.#legend.append(item);
      const [swatch, text] = item.children;
      if (swatch) swatch.className = `swatch ${each.color.slice(2)}`;
      const value = each.values[index] ?? null;
      if (text) setText(text, `${each.name} ${value ?? "-"}`);
    });
  }
}

/** A paragraph of an explanation; entries as a list of terms. */
function passageOf({ text, style, href, indent = 0, entries = [] }: Block[number]): HTMLElement[] {
  const inNewTab = { target: "_blank", rel: "noreferrer" };
  const content = href === undefined ? text : element("a", { href, ...inNewTab }, text);
  const paragraph = element("p", { class: `sentence ${style ?? ""} indent-${indent}` }, content);
  if (entries.length === 0) return [paragraph];
  const terms = entries.flatMap(entry => [
    element("dt", {}, entry.label),
    element("dd", { class: entry.style ?? "" }, entry.text),
  ]);
  return [paragraph, element("dl", {}, ...terms)];
}
