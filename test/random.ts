import type { Random } from "../cli/simulate/random.ts";

/** A random integer below this limit. */
export const below = (random: Random, most: number): number => Math.floor(random() * most);

export function pick<Item>(random: Random, items: readonly [Item, ...Item[]]): Item {
  return items[below(random, items.length)] ?? items[0];
}
