import type { PastSize, State, StateMessage, UiRow } from "../messages.ts";
import { element, setText } from "../../pages/client/elements.ts";
import { hashOf } from "./connection.ts";
import { age, countStates, filtered, type Rows, stateNames } from "./rows.ts";
import { type RowElement, VirtualList } from "./virtual-list.ts";

const shortKinds: Readonly<Record<string, string>> = {
  Autoscaler: "asc",
  ClusterProportionalAutoscaler: "cpa",
};

const columns: readonly { readonly head: string; readonly text: (row: UiRow) => string }[] = [
  { head: "Kind", text: ({ kind }) => shortKinds[kind] ?? kind },
  { head: "Workload", text: ({ target }) => target },
  { head: "Load", text: ({ load }) => load },
  { head: "Vote", text: ({ vote }) => vote },
  { head: "Range", text: ({ range }) => range },
  { head: "Now", text: ({ current }) => String(current ?? "") },
  { head: "Wanted", text: ({ desired }) => String(desired ?? "") },
  { head: "Limited by", text: ({ limits }) => limits.join(", ") },
  { head: "Changed", text: ({ lastScaleTime }) => age(lastScaleTime, Date.now()) },
];

/** The list of all workloads with its search and its filters. */
export class ListView {
  readonly element: HTMLElement;
  readonly #rows: Rows;
  readonly #list: VirtualList;
  readonly #search = element("input", { type: "search", id: "search", autocomplete: "off" });
  readonly #count = element("p", { role: "status", class: "count" });
  readonly #buttons = new Map<State, HTMLButtonElement>();
  #state: State | null = null;
  #isListed = false;

  constructor(rows: Rows) {
    this.#rows = rows;
    const heads = ["Autoscaler", ...columns.map(({ head }) => head), "Last hour"];
    const cells = heads.map(head => element("div", { role: "columnheader" }, head));
    this.#list = new VirtualList(
      element("div", { role: "row", class: "row", "aria-rowindex": "1" }, ...cells),
      makeRow,
    );
    this.#search.addEventListener("input", () => this.update());
    const label = element("label", { for: "search" }, "Search");
    const buttons = element("div", { role: "group", "aria-label": "Filters", class: "filters" });
    for (const [state, name] of stateNames) buttons.append(this.#button(state, name));
    this.element = element(
      "div",
      { class: "list-view" },
      element("h1", {}, "Autoscalers"),
      element("div", { class: "tools" }, label, this.#search, buttons, this.#count),
      this.#list.element,
    );
  }

  setState({ isListed }: StateMessage): void {
    if (isListed === this.#isListed) return;
    this.#isListed = isListed;
    this.update();
  }

  update(): void {
    const all = this.#rows.sorted();
    const shown = filtered(all, { search: this.#search.value, state: this.#state });
    const counts = countStates(all);
    for (const [state, button] of this.#buttons) {
      button.setAttribute("aria-pressed", String(state === this.#state));
      setText(button, `${stateNames.get(state) ?? ""} ${counts.get(state) ?? 0}`);
    }
    setText(this.#count, this.#countText(shown.length, all.length));
    this.#list.show(shown);
  }

  #countText(shown: number, all: number): string {
    if (all === 0) return this.#isListed ? "There are no autoscalers." : "Reading the list.";
    const workloads = `${all} ${all === 1 ? "workload" : "workloads"}`;
    return shown === all ? workloads : `${shown} of ${workloads}`;
  }

  #button(state: State, name: string): HTMLButtonElement {
    const button = element("button", { type: "button", "aria-pressed": "false" }, name);
    button.addEventListener("click", () => {
      this.#state = this.#state === state ? null : state;
      this.update();
    });
    this.#buttons.set(state, button);
    return button;
  }
}

function makeRow(): RowElement {
  const link = element("a");
  const first = element("div", { role: "cell" }, link);
  const others = columns.map(() => element("div", { role: "cell" }));
  const sizes = sparkline();
  const last = element("div", { role: "cell" }, sizes.element);
  const row = element("div", { role: "row", class: "row" }, first, ...others, last);
  return {
    ...{ element: row, link },
    update: shown => {
      const name = `${shown.namespace}/${shown.name}`;
      setText(link, shown.index > 0 ? `${name} (${shown.index + 1})` : name);
      link.setAttribute("href", hashOf(shown));
      others.forEach((cell, index) => {
        const text = columns[index]?.text(shown) ?? "";
        setText(cell, text);
        cell.title = text.length > 12 ? text : "";
      });
      sizes.update(shown.sizes, Date.now());
      row.classList.toggle("obstacle", shown.states.includes("obstacle"));
      row.classList.toggle("changing", shown.current !== shown.desired);
    },
  };
}

const hour = 3_600_000;
/** As in page.css. */
const [width, height] = [96, 22];

/** Points of a line of the last hour, in which each size is in force until the next one. */
export function pointsOf(sizes: readonly PastSize[], now: number): string {
  const highest = sizes.reduce((most, { size }) => Math.max(most, size), 1);
  const xOf = (time: number) =>
    Math.round(width * Math.min(1, Math.max(0, 1 - (now - time) / hour)));
  const yOf = (size: number) => Math.round(1 + (height - 2) * (1 - size / highest));
  return sizes
    .flatMap(({ time, size }, index) =>
      [time, sizes[index + 1]?.time ?? now].map(end => `${xOf(end)},${yOf(size)}`),
    )
    .join(" ");
}

/** A small picture of the sizes of the last hour, from 0 to the highest one. */
function sparkline() {
  const [element, line] = ["svg", "polyline"].map(name =>
    document.createElementNS("http://www.w3.org/2000/svg", name),
  ) as [SVGElement, SVGElement];
  element.setAttribute("class", "sparkline");
  element.setAttribute("role", "img");
  element.append(line);
  const update = (sizes: readonly PastSize[], now: number): void => {
    line.setAttribute("points", pointsOf(sizes, now));
    const texts = sizes.map(({ size }) => String(size));
    element.setAttribute("aria-label", `Sizes of the last hour: ${texts.join(", ") || "unknown"}`);
  };
  return { element, update };
}
