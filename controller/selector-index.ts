import type { Label } from "../engine/observation/label-selector.ts";

type Labels = Readonly<Record<string, string>>;

/** Where what needs no single label is kept. */
const anyLabels = "";

/**
 * Selectors by one label that each needs: labels are compared with those that need one of them, and with
 * those that need none, however many others are in use.
 */
export class SelectorIndex<Item> {
  readonly #byLabel = new Map<string, Set<Item>>();
  readonly #labelOf = new Map<Item, string>();

  /** @param needs the labels that whatever this selector matches has */
  add(item: Item, needs: readonly Label[]): void {
    const label = this.#rarest(needs);
    this.#labelOf.set(item, label);
    const items = this.#byLabel.get(label);
    if (items) items.add(item);
    else this.#byLabel.set(label, new Set([item]));
  }

  delete(item: Item): void {
    const label = this.#labelOf.get(item) ?? anyLabels;
    this.#labelOf.delete(item);
    const items = this.#byLabel.get(label);
    if (items?.delete(item) && items.size === 0) this.#byLabel.delete(label);
  }

  /** Each selector once that may match these labels: all that do are among them. */
  *possible(labels: Labels): Iterable<Item> {
    yield* this.#byLabel.get(anyLabels) ?? [];
    for (const label of Object.entries(labels)) yield* this.#byLabel.get(textOf(label)) ?? [];
  }

  /** The label that the fewest others are kept by: many may need that of a team, and few that of an app. */
  #rarest(needs: readonly Label[]): string {
    const sizes = needs.map(label => {
      const text = textOf(label);
      return { text, size: this.#byLabel.get(text)?.size ?? 0 };
    });
    const least = Math.min(...sizes.map(({ size }) => size));
    return sizes.find(({ size }) => size === least)?.text ?? anyLabels;
  }
}

/** A key holds no `=`. */
const textOf = ([key, value]: Label): string => `${key}=${value}`;
