import type { State, StateMessage, UiRow } from "../messages.ts";
import { element, setText } from "../../pages/client/elements.ts";
import { hashOf } from "./route.ts";
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
    const heads = ["Autoscaler", ...columns.map(({ head }) => head)];
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
  const row = element("div", { role: "row", class: "row" }, first, ...others);
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
      row.classList.toggle("obstacle", shown.states.includes("obstacle"));
      row.classList.toggle("changing", shown.current !== shown.desired);
    },
  };
}
