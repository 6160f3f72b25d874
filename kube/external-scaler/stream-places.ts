/**
 * The streams that one connection may carry. What exceeds them waits until another stream ends, in the order of
 * arrival.
 */
export class StreamPlaces {
  readonly #most: number;
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get taken(): number {
    return this.#taken;
  }

  /**
   * @param begin called once, now or later, unless the place is given back first
   * @returns gives the place back
   */
  take(begin: () => void): () => void {
    let holds = false;
    let isDone = false;
    const start = (): void => {
      holds = true;
      this.#taken += 1;
      begin();
    };
    if (this.#taken < this.#most) start();
    else this.#waiting.add(start);
    return () => {
      if (isDone) return;
      isDone = true;
      this.#waiting.delete(start);
      if (holds) this.#leave();
    };
  }

  #leave(): void {
    this.#taken -= 1;
    const [next] = this.#waiting;
    if (!next) return;
    this.#waiting.delete(next);
    next();
  }
}
