/**
 * A set of items for each key. Most sets have one item, which is kept without a `Set`: that would take five
 * times the memory.
 */
export class SetsByKey<Key, Item extends object | string> {
  readonly #sets = new Map<Key, Item | Set<Item>>();

  get size(): number {
    return this.#sets.size;
  }

  of(key: Key): Iterable<Item> {
    const kept = this.#sets.get(key);
    if (kept === undefined) return [];
    return kept instanceof Set ? kept : [kept];
  }

  count(key: Key): number {
    const kept = this.#sets.get(key);
    return kept instanceof Set ? kept.size : Number(kept !== undefined);
  }

  add(key: Key, item: Item): void {
    const kept = this.#sets.get(key);
    if (kept === undefined) this.#sets.set(key, item);
    else if (kept instanceof Set) kept.add(item);
    else if (kept !== item) this.#sets.set(key, new Set([kept, item]));
  }

  /** Returns whether this was the last item of the key. */
  delete(key: Key, item: Item): boolean {
    const kept = this.#sets.get(key);
    if (kept instanceof Set) {
      kept.delete(item);
      const [only] = kept.size === 1 ? kept : [];
      if (only !== undefined) this.#sets.set(key, only);
      return false;
    }
    return kept === item && this.#sets.delete(key);
  }

  clear(): void {
    this.#sets.clear();
  }
}
