/**
 * Which objects to wake when something changes: maps a name (`configmap/ns/name`) to the keys of the objects
 * that depend on it. Reports when the last dependent is gone, so that unused watches are closed.
 */
export class Dependents {
  readonly #byThing = new Map<string, Set<string>>();
  readonly #byKey = new Map<string, ReadonlySet<string>>();
  readonly #onUnused: (thing: string) => void;

  constructor(onUnused: (thing: string) => void) {
    this.#onUnused = onUnused;
  }

  /** Adds to the dependencies of `key`. */
  add(key: string, things: readonly string[]): void {
    this.set(key, [...(this.#byKey.get(key) ?? []), ...things]);
  }

  /** Replaces the dependencies of `key`. */
  set(key: string, things: readonly string[]): void {
    const next = new Set(things);
    for (const thing of next) {
      const keys = this.#byThing.get(thing);
      if (keys) keys.add(key);
      else this.#byThing.set(thing, new Set([key]));
    }
    const before = this.#byKey.get(key) ?? new Set();
    if (next.size > 0) this.#byKey.set(key, next);
    else this.#byKey.delete(key);
    for (const thing of before) if (!next.has(thing)) this.#leave(thing, key);
  }

  delete(key: string): void {
    this.set(key, []);
  }

  of(thing: string): Iterable<string> {
    return this.#byThing.get(thing) ?? [];
  }

  #leave(thing: string, key: string): void {
    const keys = this.#byThing.get(thing);
    keys?.delete(key);
    if (keys?.size !== 0) return;
    this.#byThing.delete(thing);
    this.#onUnused(thing);
  }
}
