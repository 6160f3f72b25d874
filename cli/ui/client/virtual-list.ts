import type { UiRow } from "../messages.ts";
import { element, oncePerFrame } from "../../pages/client/elements.ts";

/** As in page.css. */
const rowHeight = 36;
/** Rows above and below what is visible, so that fast scrolling shows no gaps. */
const margin = 6;

export interface RowElement {
  readonly element: HTMLElement;
  readonly link: HTMLElement;
  readonly update: (row: UiRow) => void;
}

/** A table of which only the visible rows are elements. */
export class VirtualList {
  readonly element: HTMLElement;
  readonly #body: HTMLElement;
  readonly #make: () => RowElement;
  readonly #drawn = new Map<string, RowElement>();
  #rows: readonly UiRow[] = [];
  readonly #schedule = oncePerFrame(() => this.#draw());

  /** @param head the row of headings, which stays visible */
  constructor(head: HTMLElement, make: () => RowElement) {
    this.#make = make;
    this.#body = element("div", { role: "rowgroup", class: "rows" });
    const group = element("div", { role: "rowgroup", class: "head" }, head);
    this.element = element(
      "div",
      { role: "table", class: "list", tabindex: "0", "aria-label": "Autoscalers" },
      group,
      this.#body,
    );
    this.element.addEventListener("scroll", () => this.#schedule(), { passive: true });
    this.element.addEventListener("keydown", event => this.#onKey(event));
    new ResizeObserver(() => this.#schedule()).observe(this.element);
  }

  show(rows: readonly UiRow[]): void {
    this.#rows = rows;
    this.#schedule();
  }

  #draw(): void {
    const rows = this.#rows;
    this.element.setAttribute("aria-rowcount", String(rows.length + 1));
    this.#body.style.height = `${rows.length * rowHeight}px`;
    const { scrollTop, clientHeight } = this.element;
    const { first, end } = windowOf(scrollTop, clientHeight, rows.length);
    const visible = rows.slice(first, end);
    const keys = new Set(visible.map(({ key }) => key));
    for (const [key, { element: old }] of this.#drawn) {
      if (keys.has(key)) continue;
      // The keyboard stays in the list.
      if (old.contains(document.activeElement)) this.element.focus({ preventScroll: true });
      old.remove();
      this.#drawn.delete(key);
    }
    let next = this.#body.firstElementChild;
    visible.forEach((row, offset) => {
      const drawn = this.#drawn.get(row.key) ?? this.#make();
      this.#drawn.set(row.key, drawn);
      drawn.update(row);
      drawn.element.style.transform = `translateY(${(first + offset) * rowHeight}px)`;
      drawn.element.setAttribute("aria-rowindex", String(first + offset + 2));
      // Elements that stay are not moved, so that they keep the focus.
      if (drawn.element === next) next = next.nextElementSibling;
      else this.#body.insertBefore(drawn.element, next);
    });
  }

  /** Moves from link to link, also to those that are not drawn yet. */
  #onKey(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.element.clientHeight / rowHeight) - 2);
    const steps: Readonly<Record<string, number>> = {
      ...{ ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page },
      ...{ Home: -Infinity, End: Infinity },
    };
    const step = steps[event.key];
    if (step === undefined || this.#rows.length === 0) return;
    event.preventDefault();
    const top = Math.floor(this.element.scrollTop / rowHeight);
    const from = this.#focusedIndex() ?? top - Math.sign(step);
    const to = Math.max(0, Math.min(this.#rows.length - 1, from + step));
    const { scrollTop, clientHeight } = this.element;
    // The head is as high as a row.
    const lowest = (to + 2) * rowHeight - clientHeight;
    this.element.scrollTop = Math.max(lowest, Math.min(to * rowHeight, scrollTop));
    this.#draw();
    this.#drawn.get(this.#rows[to]?.key ?? "")?.link.focus({ preventScroll: true });
  }

  #focusedIndex(): number | null {
    const active = document.activeElement;
    const key = [...this.#drawn].find(([, { link }]) => link === active)?.[0];
    const index = this.#rows.findIndex(row => row.key === key);
    return index < 0 ? null : index;
  }
}

/** Which rows a browser has to draw: the first one, and the one after the last. */
export function windowOf(scrollTop: number, height: number, count: number) {
  const first = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight)) - margin);
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + margin);
  return { first: Math.min(first, end), end };
}
