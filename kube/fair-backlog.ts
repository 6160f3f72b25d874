/**
 * What waits, group by group: groups take turns, and where there is no more room the one that has the
 * most waiting gives up its newest. So no group's number delays or displaces what others have waiting.
 */
export class FairBacklog<Item> {
  readonly #limit: number;
  /** Whose turn is first is first. No group is empty. */
  readonly #groups = new Map<string, Item[]>();
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  /** Whether something was given up for it, or it itself. */
  add(group: string, item: Item): boolean {
    const items = this.#groups.get(group) ?? [];
    items.push(item);
    this.#groups.set(group, items);
    this.#size += 1;
    if (this.#size <= this.#limit) return false;
    const [largest, most] = this.#largest(group, items);
    most.pop();
    this.#shrunk(largest, most);
    return true;
  }

  /** Takes out the first that may be, of the first group that has one; null: there is none. */
  take(may: (item: Item) => boolean): Item | null {
    for (const [group, items] of this.#groups) {
      const index = items.findIndex(may);
      if (index < 0) continue;
      const [item] = items.splice(index, 1) as [Item];
      // Its next turn is after everybody else's.
      this.#groups.delete(group);
      this.#groups.set(group, items);
      this.#shrunk(group, items);
      return item;
    }
    return null;
  }

  /** Of equals the one that asks. */
  #largest(group: string, items: Item[]): [string, Item[]] {
    let largest: [string, Item[]] = [group, items];
    for (const entry of this.#groups) if (entry[1].length > largest[1].length) largest = entry;
    return largest;
  }

  #shrunk(group: string, items: readonly Item[]): void {
    this.#size -= 1;
    if (items.length === 0) this.#groups.delete(group);
  }
}
