interface Kept<Value> {
  readonly value: Value;
  /** The lookup that used it last. */
  readonly usedAt: number;
}

/**
 * Remembers the results of a pure function for a limited number of arguments. While it is full of results that
 * are in use, it calls the function for the other arguments: with more arguments than places, those that have a
 * place keep it. To drop the oldest result in favor of each new one would drop each before its next use.
 */
export class Memo<Value> {
  readonly #most: number;
  readonly #make: (key: string) => Value;
  /** In the order of their latest use. */
  readonly #kept = new Map<string, Kept<Value>>();
  #lookups = 0;

  constructor(most: number, make: (key: string) => Value) {
    this.#most = most;
    this.#make = make;
  }

  get(key: string): Value {
    this.#lookups += 1;
    const known = this.#kept.get(key);
    if (known) this.#kept.delete(key);
    const value = known ? known.value : this.#make(key);
    if (known || this.#hasPlace()) this.#kept.set(key, { value, usedAt: this.#lookups });
    return value;
  }

  /** If there is none, drops the result that was not used for the longest time, if that is long. */
  #hasPlace(): boolean {
    if (this.#kept.size < this.#most) return true;
    const [oldest] = this.#kept;
    if (!oldest) return false;
    const [key, { usedAt }] = oldest;
    return this.#lookups - usedAt > 4 * this.#most && this.#kept.delete(key);
  }
}
