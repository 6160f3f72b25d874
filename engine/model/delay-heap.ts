import TinyQueue from "tinyqueue";

export interface Due {
  readonly key: string;
  readonly at: number;
}

/**
 * When each key is due: at most one time per key, kept in a heap. A replaced time stays in the heap and is
 * skipped when it comes up. The heap is rebuilt when most entries are stale.
 */
export class DelayHeap {
  readonly #at = new Map<string, number>();
  #heap = heapOf([]);

  /** Entries in memory, including replaced times. */
  get entries(): number {
    return this.#heap.length;
  }

  set(key: string, at: number): void {
    if (this.#at.get(key) === at) return;
    this.#at.set(key, at);
    this.#heap.push({ key, at });
    if (this.#heap.length > 2 * this.#at.size + 16) {
      this.#heap = heapOf(Array.from(this.#at, ([known, time]) => ({ key: known, at: time })));
    }
  }

  /** Returns whether the key had a time. */
  delete(key: string): boolean {
    return this.#at.delete(key);
  }

  /** Replaces later times. */
  noLaterThan(latest: number): void {
    for (const [key, at] of this.#at) if (at > latest) this.set(key, latest);
  }

  next(): number | null {
    return this.#first()?.at ?? null;
  }

  takeDue(now: number): Due[] {
    const due: Due[] = [];
    for (;;) {
      const first = this.#first();
      if (!first || first.at > now) return due;
      this.#heap.pop();
      this.#at.delete(first.key);
      due.push(first);
    }
  }

  #first(): Due | undefined {
    for (;;) {
      const first = this.#heap.peek();
      if (!first || this.#at.get(first.key) === first.at) return first;
      this.#heap.pop();
    }
  }
}

const heapOf = (due: Due[]): TinyQueue<Due> => new TinyQueue(due, (a, b) => a.at - b.at);
