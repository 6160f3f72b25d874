/**
 * A queue with fair turns between groups. If the queue is full, the group with the most items drops its
 * newest one. So no group delays or displaces the items of other groups by its number of items.
 */
export class FairBacklog<Item> {
  readonly #limit: number;
  /** In the order of turns. No group is empty. */
  readonly #groups = new Map<string, Item[]>();
  size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** True if an item was dropped: this one or another one. */
  add(group: string, item: Item): boolean {
    const items = this.#groups.get(group) ?? [];
    items.push(item);
    this.#groups.set(group, items);
    this.size += 1;
    if (this.size <= this.#limit) return false;
    const [largest, most] = this.#largest(group, items);
    most.pop();
    this.#shrunk(largest, most);
    return true;
  }

  /** Removes and returns the first item that `may` accepts, from the first group that has one; null: none. */
  take(may: (item: Item) => boolean): Item | null {
    for (const [group, items] of this.#groups) {
      const index = items.findIndex(may);
      if (index < 0) continue;
      const [item] = items.splice(index, 1) as [Item];
      // This group goes to the end of the turns.
      this.#groups.delete(group);
      this.#groups.set(group, items);
      this.#shrunk(group, items);
      return item;
    }
    return null;
  }

  /** On a tie, the group of the new item. */
  #largest(group: string, items: Item[]): [string, Item[]] {
    let largest: [string, Item[]] = [group, items];
    for (const entry of this.#groups) if (entry[1].length > largest[1].length) largest = entry;
    return largest;
  }

  #shrunk(group: string, items: readonly Item[]): void {
    this.size -= 1;
    if (items.length === 0) this.#groups.delete(group);
  }
}
