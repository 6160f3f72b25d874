import type { Moment } from "../messages.ts";
import { element } from "../../pages/client/elements.ts";
import { absoluteTime } from "../../terminal/times.ts";

/** More buttons than this make a page slow; the slider reaches all moments. */
const mostButtons = 100;

/** The moments of a timeline: a slider for the keyboard, and the latest ones as buttons. */
export class MomentList {
  readonly element = element("ol", { class: "moments", reversed: true });
  readonly slider: HTMLElement;
  readonly #range = element("input", { type: "range", id: "moment", min: "0", step: "1" });
  readonly #latest = element("button", { type: "button" }, "Latest");
  readonly #onChoose: (time: number | null) => void;
  #moments: readonly Moment[] = [];
  #isLatest = true;

  /** @param onChoose null: the latest moment, from now on */
  constructor(onChoose: (time: number | null) => void) {
    this.#onChoose = onChoose;
    this.slider = element(
      "div",
      { class: "slider" },
      element("label", { for: "moment" }, "Moment"),
      this.#range,
      this.#latest,
    );
    this.#range.addEventListener("input", () => this.#choose(Number(this.#range.value)));
    this.#latest.addEventListener("click", () => this.#choose(this.#moments.length - 1));
  }

  show(moments: readonly Moment[]): void {
    this.#moments = moments;
    this.#range.max = String(Math.max(0, moments.length - 1));
    if (this.#isLatest) this.#range.value = this.#range.max;
    const latest = moments.slice(-mostButtons).toReversed();
    const known = new Map([...this.element.children].map(child => [child.id, child]));
    // Elements that stay keep the focus.
    const items = latest.map(moment => known.get(idOf(moment)) ?? this.#item(moment));
    const isSame = items.every((item, index) => this.element.children[index] === item);
    if (!isSame || items.length !== known.size) this.element.replaceChildren(...items);
    this.element.start = moments.length;
  }

  /** Shows which moment is explained; null: none. */
  select(id: number | null): void {
    const index = this.#moments.findIndex(moment => moment.id === id);
    const moment = this.#moments[index];
    if (moment) {
      this.#range.value = String(index);
      this.#range.setAttribute("aria-valuetext", `${absoluteTime(moment.time)}: ${moment.why}`);
    }
    for (const item of this.element.children) {
      const isShown = moment !== undefined && item.id === idOf(moment);
      item.firstElementChild?.setAttribute("aria-pressed", String(isShown));
      if (isShown) this.#reveal(item as HTMLElement);
    }
  }

  /** Only this list scrolls, not the page. */
  #reveal({ offsetTop, offsetHeight }: HTMLElement): void {
    const { scrollTop, clientHeight } = this.element;
    const lowest = offsetTop + offsetHeight - clientHeight;
    if (offsetTop < scrollTop) this.element.scrollTop = offsetTop;
    else if (lowest > scrollTop) this.element.scrollTop = lowest;
  }

  #choose(index: number): void {
    this.#isLatest = index >= this.#moments.length - 1;
    this.#onChoose(this.#isLatest ? null : (this.#moments[index]?.time ?? null));
  }

  #item(moment: Moment): HTMLElement {
    const time = element("time", {}, absoluteTime(moment.time));
    const why = element("span", {}, moment.why);
    const button = element("button", { type: "button" }, time, why);
    button.addEventListener("click", () => this.#choose(this.#moments.indexOf(moment)));
    return element("li", { id: idOf(moment) }, button);
  }
}

const idOf = ({ id }: Moment): string => `moment-${id}`;
