import type { Label, Labels } from "../../engine/model/selectors/label-selector.ts";
import { SetsByKey } from "../sets-by-key.ts";

/** Key for items that need no particular label. */
const anyLabels = "";

/**
 * Selectors, indexed by one label that each needs. Labels are only compared with selectors that need one of
 * them or none, however many others are in use.
 */
export class SelectorIndex<Item extends object | string> {
  readonly #byLabel = new SetsByKey<string, Item>();
  readonly #labelOf = new Map<Item, string>();

  /** @param needs labels that everything that this selector matches has */
  add(item: Item, needs: readonly Label[]): void {
    const label = this.#rarest(needs);
    this.#labelOf.set(item, label);
    this.#byLabel.add(label, item);
  }

  delete(item: Item): void {
    const label = this.#labelOf.get(item) ?? anyLabels;
    this.#labelOf.delete(item);
    this.#byLabel.delete(label, item);
  }

  /** Yields each selector that may match these labels once. All that do match are among them. */
  *possible(labels: Labels): Iterable<Item> {
    yield* this.#byLabel.of(anyLabels);
    for (const label of Object.entries(labels)) yield* this.#byLabel.of(textOf(label));
  }

  /** The needed label with the fewest selectors: many may need a team's label, and few need an app's. */
  #rarest(needs: readonly Label[]): string {
    const sizes = needs.map(label => {
      const text = textOf(label);
      return { text, size: this.#byLabel.count(text) };
    });
    const least = Math.min(...sizes.map(({ size }) => size));
    return sizes.find(({ size }) => size === least)?.text ?? anyLabels;
  }
}

/** A label key contains no `=`. */
const textOf = ([key, value]: Label): string => `${key}=${value}`;
