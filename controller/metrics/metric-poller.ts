// controller/metrics/: one request per question and period, whatever the number of objects that ask it.
// capabilities/autoscaler/ imports it.

import { longestTimerMs, type Clock } from "../../kube/clock.ts";
import { isPeriodDue, isPeriodOverdue, nextDue } from "../workqueue/sync-period.ts";
import type { Topic } from "../workqueue/topic.ts";

/** Something to ask for periodically. */
export interface PollRequest {
  readonly periodMs: number;
}

export interface Round<W> {
  readonly wishes: readonly W[];
  /** Monotonic clock. */
  readonly askedAt: number;
  /** The answer must arrive before the next question. */
  readonly deadlineMs: number;
}

export interface AnswerPorts {
  readonly clock: Clock;
  readonly deadlineMs: number;
  /** An answer or a failure has arrived: objects that depend on this name decide now. */
  readonly onAnswer: (topic: Topic) => void;
}

export interface RoundPorts<W> extends AnswerPorts {
  /** Questions with the same name and period are asked at the same times: their answers belong together. */
  readonly name: string;
  /**
   * Asks, and stores the answer or failure. Never rejects. Resolves to the milliseconds for which a busy API
   * server asks to be left alone, usually 0.
   */
  readonly ask: (round: Round<W>) => Promise<number>;
  /** Whether the stored answer covers this wish. */
  readonly isAnswered: (wish: W) => boolean;
}

const deadlineShare = 0.8;

/** Asks at the pace of the shortest period, and notifies each dependent at its own pace. */
export class MetricPoller<W extends PollRequest> {
  readonly #ports: RoundPorts<W>;
  readonly #wishes = new Map<Topic, W>();
  /** When the last announced answer for a name was requested. */
  readonly #announcedOf = new Map<Topic, number>();
  #timer: NodeJS.Timeout | null = null;
  /** New wishes for which the stored answer was too old. */
  readonly #unserved = new Set<string>();
  #isAsking = false;
  #askedAt = -Infinity;
  /** When the stored answer was requested. */
  #answeredOf = -Infinity;
  #notBefore = -Infinity;

  constructor(ports: RoundPorts<W>) {
    this.#ports = ports;
  }

  /**
   * True: the stored answer is usable. A new wish does not wait a whole period for its first answer, and does
   * not accept an answer older than its own period: the others may have asked hours ago.
   */
  want(topic: Topic, wish: W): boolean {
    if (!this.#wishes.has(topic)) {
      this.#wishes.set(topic, wish);
      // Its period may be the shortest, even while a question is running.
      this.#schedule();
      if (this.#isTooOld(wish)) this.#unserved.add(topic);
      if (!this.#isServed(topic, wish)) void this.#ask();
    }
    return this.#isServed(topic, wish);
  }

  /** While a server asks to be left alone, its last answer is recent enough. */
  #isTooOld({ periodMs }: W): boolean {
    const now = this.#ports.clock.monotonic();
    return now >= this.#notBefore && isPeriodOverdue(this.#answeredOf, now, periodMs);
  }

  #isServed(topic: Topic, wish: W): boolean {
    return this.#ports.isAnswered(wish) && !this.#unserved.has(topic);
  }

  /** Returns the number of remaining wishes. */
  release(topic: Topic): number {
    this.#wishes.delete(topic);
    this.#announcedOf.delete(topic);
    this.#unserved.delete(topic);
    this.#schedule();
    return this.#wishes.size;
  }

  get #periodMs(): number {
    return Math.min(...Array.from(this.#wishes.values(), ({ periodMs }) => periodMs));
  }

  /** One question at a time: a server that hangs is not asked again before its deadline. */
  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    const { clock, isAnswered } = this.#ports;
    this.#isAsking = true;
    this.#askedAt = clock.monotonic();
    this.#schedule();
    const deadlineMs = Math.min(this.#ports.deadlineMs, deadlineShare * this.#periodMs);
    const wishes = [...this.#wishes.values()];
    const alone = await this.#ports.ask({ wishes, askedAt: this.#askedAt, deadlineMs });
    this.#isAsking = false;
    this.#answeredOf = this.#askedAt;
    this.#unserved.clear();
    if (alone > 0) {
      this.#notBefore = clock.monotonic() + alone;
      this.#schedule();
    }
    this.#announce();
    if ([...this.#wishes.values()].some(wish => !isAnswered(wish))) await this.#ask();
  }

  #announce(): void {
    const askedAt = this.#askedAt;
    for (const [topic, wish] of this.#wishes) {
      const last = this.#announcedOf.get(topic) ?? -Infinity;
      if (!this.#ports.isAnswered(wish) || !isPeriodDue(last, askedAt, wish.periodMs)) continue;
      this.#announcedOf.set(topic, askedAt);
      this.#ports.onAnswer(topic);
    }
  }

  /** Schedules the next question. Other names ask at other times within the same period. */
  #schedule(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#wishes.size === 0) return;
    const { clock, name } = this.#ports;
    const now = clock.monotonic();
    const at = nextDue(this.#askedAt, Math.max(now, this.#notBefore), this.#periodMs, name);
    this.#timer = setTimeout(
      () => {
        this.#schedule();
        void this.#ask();
      },
      Math.min(at - now, longestTimerMs),
    );
  }
}
