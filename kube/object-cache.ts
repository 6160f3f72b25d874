import { objectKey, type KubeObject } from "./object.ts";

/** What changed for one key. `current` undefined: it is gone. `previous` undefined: it is new. */
export interface Change<T> {
  readonly key: string;
  readonly current: T | undefined;
  readonly previous: T | undefined;
}

/** What is kept of an object. */
export interface Keeping<Raw extends KubeObject, T> {
  /** Keeps what is needed of an object. It runs on every event, so it decides the memory. */
  readonly trim: (raw: Raw, previous: T | undefined) => T;
  /** Whether nothing that is kept differs: such an event (a heartbeat) wakes nobody. */
  readonly same: (a: T, b: T) => boolean;
}

/** Trimmed objects by key; every way of changing them says what changed. */
export class ObjectCache<Raw extends KubeObject, T> {
  readonly #keeping: Keeping<Raw, T>;
  #items = new Map<string, T>();

  constructor(keeping: Keeping<Raw, T>) {
    this.#keeping = keeping;
  }

  get size(): number {
    return this.#items.size;
  }

  get(key: string): T | undefined {
    return this.#items.get(key);
  }

  entries(): IterableIterator<[string, T]> {
    return this.#items.entries();
  }

  /** Trims an object into a list that is being read, of which readers see nothing yet. */
  collect(list: Map<string, T>, raw: Raw): void {
    const key = objectKey(raw.metadata);
    list.set(key, this.#keeping.trim(raw, this.#items.get(key)));
  }

  /** Replaces everything in one turn. */
  swap(list: Map<string, T>): Change<T>[] {
    const previous = this.#items;
    this.#items = list;
    const changes: Change<T>[] = [];
    for (const [key, current] of list) {
      const before = previous.get(key);
      if (before === undefined || !this.#keeping.same(before, current)) {
        changes.push({ key, current, previous: before });
      }
    }
    for (const [key, before] of previous) {
      if (!list.has(key)) changes.push({ key, current: undefined, previous: before });
    }
    return changes;
  }

  /** An object as it is now. Null: nothing that is kept differs, though the newer one is kept. */
  set(raw: Raw): Change<T> | null {
    const key = objectKey(raw.metadata);
    const previous = this.#items.get(key);
    const current = this.#keeping.trim(raw, previous);
    this.#items.set(key, current);
    if (previous !== undefined && this.#keeping.same(previous, current)) return null;
    return { key, current, previous };
  }

  /** An object is gone. Null: it was not here. */
  delete(raw: KubeObject): Change<T> | null {
    const key = objectKey(raw.metadata);
    const previous = this.#items.get(key);
    this.#items.delete(key);
    return previous === undefined ? null : { key, current: undefined, previous };
  }
}
