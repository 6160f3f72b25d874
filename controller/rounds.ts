import { longestTimerMs, type Clock } from "../kube/clock.ts";

/** What somebody wants to know again and again. */
export interface Wish {
  readonly periodMs: number;
}

export interface Round<W> {
  readonly wishes: readonly W[];
  /** Monotonic clock. */
  readonly askedAt: number;
  /** An answer must be there before the next question. */
  readonly deadlineMs: number;
}

export interface RoundPorts<W> {
  /** Those of one name and one period are asked at the same moments: their answers belong together. */
  readonly name: string;
  readonly clock: Clock;
  readonly deadlineMs: number;
  /**
   * Asks, and keeps the answer, be it a failure. Never rejects. Resolves to the milliseconds for
   * which a busy API server wants to be left alone, mostly 0.
   */
  readonly ask: (round: Round<W>) => Promise<number>;
  /** Whether the answer that is kept is about this, too. */
  readonly isAnswered: (wish: W) => boolean;
  /** An answer is there: who waits for this thing decides now. */
  readonly onAnswer: (thing: string) => void;
}

const deadlineShare = 0.8;
/** A question that is asked a moment early, or late, still counts as one a period later. */
const periodSlack = 0.1;

/** Asks at the pace of the shortest period, and tells everyone at their own. */
export class Rounds<W extends Wish> {
  readonly #ports: RoundPorts<W>;
  readonly #wishes = new Map<string, W>();
  /** When what was announced last for a thing was asked for. */
  readonly #told = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  /** Of those who came when the answer that is kept was too old for them. */
  readonly #unserved = new Set<string>();
  #isAsking = false;
  #askedAt = -Infinity;
  /** When the answer that is kept was asked for. */
  #answeredOf = -Infinity;
  #notBefore = -Infinity;

  constructor(ports: RoundPorts<W>) {
    this.#ports = ports;
  }

  /**
   * True: the answer that is kept will do. Nobody waits for a whole period for what was never asked
   * for, nor takes for news what was asked at the pace of others, hours ago perhaps.
   */
  want(thing: string, wish: W): boolean {
    if (!this.#wishes.has(thing)) {
      this.#wishes.set(thing, wish);
      // Its period may be the shortest, whether or not a question is under way.
      this.#arm();
      if (this.#isTooOld(wish)) this.#unserved.add(thing);
      if (!this.#isServed(thing, wish)) void this.#ask();
    }
    return this.#isServed(thing, wish);
  }

  /** Of a server that wants to be left alone the last answer is the news. */
  #isTooOld({ periodMs }: W): boolean {
    const now = this.#ports.clock.monotonic();
    return now >= this.#notBefore && now - this.#answeredOf > periodMs * (1 + periodSlack);
  }

  #isServed(thing: string, wish: W): boolean {
    return this.#ports.isAnswered(wish) && !this.#unserved.has(thing);
  }

  /** Returns how many wishes are left. */
  release(thing: string): number {
    this.#wishes.delete(thing);
    this.#told.delete(thing);
    this.#unserved.delete(thing);
    this.#arm();
    return this.#wishes.size;
  }

  get #periodMs(): number {
    return Math.min(...Array.from(this.#wishes.values(), ({ periodMs }) => periodMs));
  }

  /** Never two questions at a time: a server that hangs is not asked again until its deadline. */
  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    const { clock, isAnswered } = this.#ports;
    this.#isAsking = true;
    this.#askedAt = clock.monotonic();
    this.#arm();
    const deadlineMs = Math.min(this.#ports.deadlineMs, deadlineShare * this.#periodMs);
    const wishes = [...this.#wishes.values()];
    const alone = await this.#ports.ask({ wishes, askedAt: this.#askedAt, deadlineMs });
    this.#isAsking = false;
    this.#answeredOf = this.#askedAt;
    this.#unserved.clear();
    if (alone > 0) {
      this.#notBefore = clock.monotonic() + alone;
      this.#arm();
    }
    this.#announce();
    if ([...this.#wishes.values()].some(wish => !isAnswered(wish))) await this.#ask();
  }

  #announce(): void {
    const askedAt = this.#askedAt;
    for (const [thing, wish] of this.#wishes) {
      const told = this.#told.get(thing) ?? -Infinity;
      const isEarly = askedAt - told < wish.periodMs * (1 - periodSlack);
      if (!this.#ports.isAnswered(wish) || isEarly) continue;
      this.#told.set(thing, askedAt);
      this.#ports.onAnswer(thing);
    }
  }

  /** The next question; other names ask at other moments of the same period. */
  #arm(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#wishes.size === 0) return;
    const now = this.#ports.clock.monotonic();
    const after = Math.max(now, this.#askedAt, this.#notBefore);
    const at = nextTurn(after, this.#periodMs, this.#ports.name);
    const isSoon = at - this.#askedAt < this.#periodMs / 2;
    this.#timer = setTimeout(
      () => {
        this.#arm();
        void this.#ask();
      },
      Math.min(at - now + (isSoon ? this.#periodMs : 0), longestTimerMs),
    );
  }
}

/** The first moment after this one that belongs to a name. */
function nextTurn(after: number, periodMs: number, name: string): number {
  const phase = shareOf(name) * periodMs;
  return (Math.floor((after - phase) / periodMs) + 1) * periodMs + phase;
}

/**
 * FNV-1a of a name, as a part of 1; stirred as MurmurHash3 does in the end, because names that differ
 * in their last letter only, team-1 and team-2, would come within a hundredth of each other.
 */
function shareOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
