// controller/metrics/: one request per question and period, whatever the number of objects that ask it.
// capabilities/autoscaler/ imports it.

import { longestTimerMs, type Clock } from "../../kube/clock.ts";
import type { PacedStarts } from "../workqueue/event-loop-turn.ts";
import { isPeriodDue, isPeriodOverdue, nextDue } from "../workqueue/sync-period.ts";
import type { Topic } from "../workqueue/subscriptions.ts";

export interface PollRequest {
  readonly periodMs: number;
}

export interface Round<R> {
  readonly requests: readonly R[];
  /** Monotonic clock. */
  readonly askedAt: number;
  /** The answer must arrive before the next question. */
  readonly deadlineMs: number;
}

export interface AnswerPorts {
  readonly clock: Clock;
  readonly deadlineMs: number;
  /** Very many polls can be due at the same time: the requests of one namespace are. */
  readonly starts: PacedStarts;
  /**
   * An answer or a failure has arrived: objects that depend on this name decide now, if their other answers are as
   * new, or if this one came without being asked for.
   */
  readonly onAnswer: (topic: Topic, isPushed: boolean) => void;
}

export interface RoundPorts<R> extends AnswerPorts {
  /**
   * Questions with the same name and period are asked at the same times: their answers belong together. Those
   * without a name are asked at multiples of their periods. The name counts when the next question is scheduled.
   */
  readonly name: () => string;
  /**
   * Asks, and stores the answer or failure. Never rejects. Resolves to the milliseconds for which a busy API
   * server asks to be left alone, usually 0.
   */
  readonly ask: (round: Round<R>) => Promise<number>;
  /** Whether the stored answer covers this request. */
  readonly isAnswered: (request: R) => boolean;
}

const deadlineShare = 0.8;

/** Asks at the pace of the shortest period, and notifies each dependent at its own pace. */
export class MetricPoller<R extends PollRequest> {
  readonly #ports: RoundPorts<R>;
  readonly #requests = new Map<Topic, R>();
  readonly #periods = new Map<number, number>();
  /** When the last announced answer for a name was requested. */
  readonly #announcedOf = new Map<Topic, number>();
  #timer: NodeJS.Timeout | null = null;
  /** New requests for which the stored answer was too old. */
  readonly #unserved = new Set<string>();
  #isAsking = false;
  #askedAt = -Infinity;
  /** When the stored answer was requested. */
  #answeredOf = -Infinity;
  #notBefore = -Infinity;

  constructor(ports: RoundPorts<R>) {
    this.#ports = ports;
  }

  /**
   * True: the stored answer is usable. A new request does not wait a whole period for its first answer, and
   * does not accept an answer older than its own period: the others may have asked hours ago.
   */
  subscribe(topic: Topic, request: R): boolean {
    if (!this.#requests.has(topic)) {
      if (this.#isTooOld(request)) this.#unserved.add(topic);
      this.#requests.set(topic, request);
      this.#count(request, 1);
      if (!this.#isServed(topic, request)) void this.#ask();
    }
    return this.#isServed(topic, request);
  }

  /**
   * While a server asks to be left alone, its last answer is recent enough. Others with this period may have to
   * wait for up to two periods: the second question waits for its phase, and the answer takes time.
   */
  #isTooOld({ periodMs }: R): boolean {
    const now = this.#ports.clock.monotonic();
    const longest = periodMs < this.#periodMs ? periodMs : 2 * periodMs;
    return now >= this.#notBefore && isPeriodOverdue(this.#answeredOf, now, longest);
  }

  #isServed(topic: Topic, request: R): boolean {
    return this.#ports.isAnswered(request) && !this.#unserved.has(topic);
  }

  /** After an answer that was not asked for: the next question is still due at its time. */
  announceNow(): void {
    this.#unserved.clear();
    for (const topic of this.#requests.keys()) this.#ports.onAnswer(topic, true);
  }

  release(topic: Topic): number {
    const request = this.#requests.get(topic);
    this.#requests.delete(topic);
    this.#announcedOf.delete(topic);
    this.#unserved.delete(topic);
    if (request) this.#count(request, -1);
    return this.#requests.size;
  }

  /** The shortest period may change, even while a question is running. */
  #count({ periodMs }: R, change: 1 | -1): void {
    const before = this.#periodMs;
    const count = (this.#periods.get(periodMs) ?? 0) + change;
    if (count > 0) this.#periods.set(periodMs, count);
    else this.#periods.delete(periodMs);
    if (this.#periodMs !== before) this.#schedule();
  }

  /** Thousands of requests have only a few periods. Infinity: there are no requests. */
  get #periodMs(): number {
    return Math.min(...this.#periods.keys());
  }

  /** One question at a time: a server that hangs is not asked again before its deadline. */
  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    const { clock, isAnswered } = this.#ports;
    this.#isAsking = true;
    this.#askedAt = clock.monotonic();
    this.#schedule();
    const deadlineMs = Math.min(this.#ports.deadlineMs, deadlineShare * this.#periodMs);
    const requests = [...this.#requests.values()];
    const alone = await this.#ports.ask({ requests, askedAt: this.#askedAt, deadlineMs });
    this.#isAsking = false;
    this.#answeredOf = this.#askedAt;
    this.#unserved.clear();
    if (alone > 0) {
      this.#notBefore = clock.monotonic() + alone;
      this.#schedule();
    }
    this.#announce();
    if ([...this.#requests.values()].some(request => !isAnswered(request))) await this.#ask();
  }

  #announce(): void {
    const askedAt = this.#askedAt;
    for (const [topic, request] of this.#requests) {
      const last = this.#announcedOf.get(topic) ?? -Infinity;
      if (!this.#ports.isAnswered(request) || !isPeriodDue(last, askedAt, request.periodMs)) {
        continue;
      }
      this.#announcedOf.set(topic, askedAt);
      this.#ports.onAnswer(topic, false);
    }
  }

  /** Schedules the next question. Other names ask at other times within the same period. */
  #schedule(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#requests.size === 0) return;
    const { clock, name } = this.#ports;
    const now = clock.monotonic();
    const at = nextDue(this.#askedAt, Math.max(now, this.#notBefore), this.#periodMs, name());
    this.#timer = setTimeout(
      () => this.#ports.starts.add(() => this.#pollDue()),
      Math.min(at - now, longestTimerMs),
    );
  }

  #pollDue(): void {
    // The last request may have been released while the poll waited for its start.
    if (this.#requests.size === 0) return;
    if (this.#isAsking) this.#schedule();
    else void this.#ask();
  }
}
