import type { Clock } from "../../kube/clock.ts";

/** Work that finds everything in caches does not wait for anything: a thousand passes would delay reviews. */
export const longestTurnMs = 10;

/** Limits the work that starts in one turn of the event loop: incoming requests and responses go first. */
export class EventLoopTurn {
  readonly #resume: () => void;
  /** Null: no work has started in this turn. */
  #endsAt: number | null = null;
  #isCutOff = false;

  /** @param resume called in the next turn if `isOver` was true in this one */
  constructor(resume: () => void) {
    this.#resume = resume;
  }

  /** True: the rest of the work waits for the next turn. */
  isOver(now: number): boolean {
    this.#isCutOff = this.#endsAt !== null && now >= this.#endsAt;
    return this.#isCutOff;
  }

  /** Call it before each part of the work. */
  begin(now: number): void {
    if (this.#endsAt !== null) return;
    this.#endsAt = now + longestTurnMs;
    setImmediate(() => {
      this.#endsAt = null;
      if (this.#isCutOff) this.#resume();
    });
  }
}

/** Few enough for one turn, even if each is a new spec to validate. */
const itemsInTurn = 50;

/**
 * Does something with all items, in order, a few of them in each turn of the event loop.
 *
 * @param pause what to wait for before the next turn, too
 */
export async function inTurns<Item>(
  items: readonly Item[],
  work: (some: readonly Item[]) => void,
  pause?: () => Promise<void>,
) {
  for (let next = 0; next < items.length; next += itemsInTurn) {
    if (next > 0) {
      await new Promise(resolve => setImmediate(resolve));
      await pause?.();
    }
    work(items.slice(next, next + itemsInTurn));
  }
}

/** Starts tasks in the order of arrival, and at once unless too many arrive in one turn of the event loop. */
export class PacedStarts {
  readonly #clock: Clock;
  readonly #turn: EventLoopTurn;
  #waiting: (() => void)[] = [];
  /** Tasks of `#waiting` that have started: removing each of ten thousand from the front would move the others. */
  #started = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#turn = new EventLoopTurn(() => this.#startWaiting());
  }

  add(task: () => void): void {
    this.#waiting.push(task);
    this.#startWaiting();
  }

  #startWaiting(): void {
    for (let task = this.#waiting[this.#started]; task; task = this.#waiting[this.#started]) {
      const now = this.#clock.monotonic();
      if (this.#turn.isOver(now)) return;
      this.#turn.begin(now);
      this.#started += 1;
      task();
    }
    this.#waiting = [];
    this.#started = 0;
  }
}

/**
 * Calls at once, and then not again for as many milliseconds as the call has returned. Calls in between result in
 * one call at the end.
 */
export function coalesce(call: () => number): () => void {
  let isQuiet = false;
  let isWanted = false;
  const end = (): void => {
    isQuiet = false;
    if (isWanted) run();
  };
  const run = (): void => {
    isQuiet = true;
    isWanted = false;
    const ms = call();
    if (ms > 0) setTimeout(end, ms).unref();
    else end();
  };
  return () => {
    if (isQuiet) isWanted = true;
    else run();
  };
}
