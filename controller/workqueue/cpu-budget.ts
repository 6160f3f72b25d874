import { longestTurnMs } from "./event-loop-turn.ts";

/** The CPU time of this thread in milliseconds: unlike elapsed time, it contains no wait for a core. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

let latestTurn: Promise<unknown> = Promise.resolve();

/** Each turn of the event loop continues one computation, so that many at once do not make the turns longer. */
function nextTurn(): Promise<unknown> {
  latestTurn = latestTurn.then(() => new Promise(resolve => setImmediate(resolve)));
  return latestTurn;
}

/** The CPU time that a computation in parts may use. After a turn's share of it, others go first. */
export class CpuBudget {
  readonly #mostMs: number;
  readonly #cpuMs: () => number;
  #usedMs = 0;
  #turnEndsAtMs = longestTurnMs;

  constructor(mostMs: number, cpuMs: () => number = threadCpuMs) {
    this.#mostMs = mostMs;
    this.#cpuMs = cpuMs;
  }

  get isUsedUp(): boolean {
    return this.#usedMs > this.#mostMs;
  }

  /**
   * All items of the parts, and their result; undefined: the budget is used up before the last part. From half of it
   * on, a part is given true: what it can do without, it may leave out.
   */
  async itemsOf<Item, Value>(parts: Iterator<readonly Item[], Value, boolean>) {
    const items: Item[] = [];
    while (!this.isUsedUp) {
      const { done, value } = await this.spend(() => parts.next(this.#usedMs > this.#mostMs / 2));
      if (done) return { items, result: value };
      items.push(...value);
    }
    return { items, result: undefined };
  }

  async spend<Value>(part: () => Value): Promise<Value> {
    const begun = this.#cpuMs();
    const value = part();
    this.#usedMs += this.#cpuMs() - begun;
    if (this.#usedMs >= this.#turnEndsAtMs) {
      await nextTurn();
      this.#turnEndsAtMs = this.#usedMs + longestTurnMs;
    }
    return value;
  }
}
