/** The operator's own requests belong to no namespace and have no limit. */
const noOwner = "";
const mostLimits = 10_000;

/**
 * Assigns a fixed number of places to waiting items: owners take turns, and the items of one owner go in the
 * order of arrival. No owner takes more places than it leaves free. An owner that never returns a place thus
 * ends up with half of them, the next such owner with half of the rest: the others continue.
 *
 * An owner whose items get no answer may hold half as many places after each of them, down to a minimum, and
 * one more after each answer. It then does not repeat as many futile requests as it has places.
 */
export class FairShare<Item> {
  /** In the order of turns; after its turn, an owner goes to the end. */
  readonly #waiting = new Map<string, Set<Item>>();
  readonly #taken = new Map<string, number>();
  /** Of the owners whose items got no answer. */
  readonly #limits = new Map<string, number>();
  readonly #most: number;
  readonly #least: number;
  #free: number;

  /** @param least places that an owner may hold after any number of items without an answer; default: all */
  constructor(places: number, least = places) {
    this.#most = places;
    this.#least = least;
    this.#free = places;
  }

  add(owner: string, item: Item): void {
    const items = this.#waiting.get(owner);
    if (items) items.add(item);
    else this.#waiting.set(owner, new Set([item]));
  }

  remove(owner: string, item: Item): void {
    const items = this.#waiting.get(owner);
    if (items?.delete(item) && items.size === 0) this.#waiting.delete(owner);
  }

  /** The next item, which now holds a place; undefined: no item may take one. */
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

  /** Of these owners, the one with the fewest places that may take another one now; undefined: none of them may. */
  readiest(owners: Iterable<string>): string | undefined {
    let readiest: string | undefined;
    let fewest = Infinity;
    for (const owner of owners) {
      const taken = this.#taken.get(owner) ?? 0;
      if (taken >= fewest || !this.#mayTake(owner)) continue;
      readiest = owner;
      fewest = taken;
    }
    return readiest;
  }

  /** Returns the place of one of this owner's items. */
  leave(owner: string): void {
    this.#free += 1;
    const left = (this.#taken.get(owner) ?? 0) - 1;
    if (left > 0) this.#taken.set(owner, left);
    else this.#taken.delete(owner);
  }

  /** An item of this owner got an answer, or none. It still holds its place. */
  learn(owner: string, isAnswered: boolean): void {
    if (owner === noOwner) return;
    const limit = this.#limits.get(owner) ?? this.#most;
    const next = isAnswered ? limit + 1 : Math.max(this.#least, Math.floor(limit / 2));
    this.#limits.delete(owner);
    if (next < this.#most) this.#limits.set(owner, next);
    // Namespaces come and go.
    const [oldest] = this.#limits.size > mostLimits ? this.#limits.keys() : [];
    if (oldest !== undefined) this.#limits.delete(oldest);
  }

  /** An owner above its limit holds places, so `take` skips only a few owners. */
  #mayTake(owner: string): boolean {
    if (owner === noOwner) return true;
    const taken = this.#taken.get(owner) ?? 0;
    return this.#free > taken && taken < (this.#limits.get(owner) ?? this.#most);
  }
}
