/** Who has no limit of its own: what belongs to no namespace is the operator's own doing. */
const noOwner = "";

/**
 * Hands out a number of places to items that wait: owner by owner in turn, and those of one owner in the
 * order in which they came. No owner takes more places than it leaves free. One that never gives any back
 * thus ends with half of them, and the next one with half of the rest: the others go on.
 */
export class FairShare<Item> {
  readonly #places: number;
  /** In the order of their turns; an owner that had one goes to the end. */
  readonly #waiting = new Map<string, Set<Item>>();
  readonly #taken = new Map<string, number>();
  #free: number;

  constructor(places: number) {
    this.#places = places;
    this.#free = places;
  }

  /** Whether no place is taken. */
  get isIdle(): boolean {
    return this.#free === this.#places;
  }

  add(owner: string, item: Item): void {
    const items = this.#waiting.get(owner);
    if (items) items.add(item);
    else this.#waiting.set(owner, new Set([item]));
  }

  /** It does not wait any more. */
  remove(owner: string, item: Item): void {
    const items = this.#waiting.get(owner);
    if (items?.delete(item) && items.size === 0) this.#waiting.delete(owner);
  }

  /** The next item, which has a place from now on; undefined: there is none, or no place for it. */
  take(): Item | undefined {
    if (this.#free === 0) return undefined;
    for (const [owner, items] of this.#waiting) {
      if (!this.#mayTake(owner)) continue;
      const [item] = items;
      this.#waiting.delete(owner);
      items.delete(item as Item);
      if (items.size > 0) this.#waiting.set(owner, items);
      this.#free -= 1;
      this.#taken.set(owner, (this.#taken.get(owner) ?? 0) + 1);
      return item;
    }
    return undefined;
  }

  /** An item of this owner's that was taken needs its place no longer. */
  leave(owner: string): void {
    this.#free += 1;
    const left = (this.#taken.get(owner) ?? 0) - 1;
    if (left > 0) this.#taken.set(owner, left);
    else this.#taken.delete(owner);
  }

  /** Who may not has a place, so that a look at those who wait passes few of them in vain. */
  #mayTake(owner: string): boolean {
    const taken = owner === noOwner ? 0 : (this.#taken.get(owner) ?? 0);
    return this.#free > taken;
  }
}
