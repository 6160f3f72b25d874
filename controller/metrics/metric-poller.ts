// controller/metrics/: one request per question and period, whatever the number of objects that ask it.

import { longestTimerMs, type Clock } from "../../kube/clock.ts";
import type { PacedStarts } from "../workqueue/event-loop-turn.ts";
import { isPeriodDue, isPeriodOverdue, longestWait, nextDue } from "../workqueue/sync-period.ts";
import type { Topic } from "../workqueue/subscriptions.ts";
import type { Moments } from "./moments.ts";

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

/** What became of a question, besides the stored answer or failure. */
export interface Asked {
  /** For which a busy API server asks to be left alone, usually 0. */
  readonly retryAfterMs: number;
  /** When the samples of the answer were measured, on the monotonic clock, or some of them. */
  readonly sampledAt: readonly number[];
}

export interface RoundPorts<R> extends AnswerPorts {
  /** When the source has new samples. Otherwise, the name and the period determine the moments. */
  readonly moments: Moments;
  /**
   * Questions with the same name and period are asked at the same times: their answers belong together. Those
   * without a name are asked at multiples of their periods. The name counts when the next question is scheduled.
   */
  readonly name: () => string;
  /** Asks, and stores the answer or failure. Never rejects. */
  readonly ask: (round: Round<R>) => Promise<Asked>;
  /** Whether the stored answer covers this request. */
  readonly isAnswered: (request: R) => boolean;
}

const deadlineShare = 0.8;
/** With more for each period, there are no questions for samples that were not there yet, and two in a row at most. */
const mostEachPeriod = 1.3;
const mostExtra = 2;
/** The shortest time between a question for a new dependent and the next round, as a part of the period. */
const leastGap = 0.1;

/**
 * Asks at the pace of the shortest period, as soon as new samples must be there, and notifies each dependent at its
 * own pace.
 */
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
  /** When the question was sent whose answer has woken the dependents with the shortest period. */
  #roundAt = -Infinity;
  /** When the stored answer was requested. */
  #answeredOf = -Infinity;
  #notBefore = -Infinity;
  /** When to ask again in this round, because the expected samples were not there; null: not in this round. */
  #againAt: number | null = null;
  #extra = 0;
  /** Whether the samples have determined the latest moment. */
  #wasMoved = false;

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
    if (this.#periodMs === before) return;
    const woken = [...this.#announcedOf].filter(
      ([topic]) => this.#requests.get(topic)?.periodMs === this.#periodMs,
    );
    this.#roundAt = woken.reduce((least, [, at]) => Math.min(least, at), this.#askedAt);
    this.#schedule();
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
    const earned = (mostEachPeriod * (clock.monotonic() - this.#askedAt)) / this.#periodMs;
    this.#extra = Math.max(0, Math.min(mostExtra, this.#extra + earned - 1));
    this.#askedAt = clock.monotonic();
    this.#againAt = null;
    const deadlineMs = Math.min(this.#ports.deadlineMs, deadlineShare * this.#periodMs);
    const requests = [...this.#requests.values()];
    const asked = await this.#ports.ask({ requests, askedAt: this.#askedAt, deadlineMs });
    this.#isAsking = false;
    this.#answeredOf = this.#askedAt;
    this.#unserved.clear();
    if (asked.retryAfterMs > 0) this.#notBefore = clock.monotonic() + asked.retryAfterMs;
    this.#againAt = this.#awaitNewer(asked.sampledAt);
    this.#announce();
    this.#schedule();
    if ([...this.#requests.values()].some(request => !isAnswered(request))) await this.#ask();
  }

  /** When newer samples must be there, if the round may wait for them; null: it goes on with these. */
  #awaitNewer(sampledAt: readonly number[]): number | null {
    const { clock, moments } = this.#ports;
    const periodMs = this.#periodMs;
    const isNew = moments.record({ askedAt: this.#askedAt, sampledAt, periodMs });
    const latest = this.#roundAt + (1 + longestWait) * periodMs;
    return isNew || this.#extra < 1 ? null : moments.expected(clock.monotonic(), latest);
  }

  /** While newer samples are awaited, only those learn of the answer that have had none. */
  #announce(): void {
    const askedAt = this.#askedAt;
    const isRound = this.#againAt === null && isPeriodDue(this.#roundAt, askedAt, this.#periodMs);
    if (isRound) this.#roundAt = askedAt;
    for (const [topic, request] of this.#requests) {
      const last = this.#announcedOf.get(topic) ?? -Infinity;
      if (!this.#ports.isAnswered(request) || !this.#isDue(last, request)) continue;
      this.#announcedOf.set(topic, askedAt);
      this.#ports.onAnswer(topic, false);
    }
  }

  /** Of the rounds of a shorter period, the one that is nearest to new samples wakes a dependent. */
  #isDue(last: number, { periodMs }: R): boolean {
    if (last === -Infinity) return true;
    if (this.#againAt !== null || !isPeriodDue(last, this.#askedAt, periodMs)) return false;
    if (periodMs === this.#periodMs) return true;
    const moment = this.#ports.moments.next(last, periodMs);
    return moment === null || this.#askedAt + this.#periodMs / 2 >= moment;
  }

  /** Schedules the next question. Without known samples, other names ask at other times within the same period. */
  #schedule(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    // A question that is open is followed by the next one when its answer is there.
    if (this.#requests.size === 0 || this.#isAsking) return;
    const now = this.#ports.clock.monotonic();
    const moment = this.#againAt ?? this.#moment();
    if (moment !== null) this.#wasMoved = true;
    const isFree = moment !== null && moment >= this.#notBefore;
    const at = isFree ? moment : this.#usual(Math.max(now, this.#notBefore));
    this.#timer = setTimeout(
      () => this.#ports.starts.add(() => this.#pollDue()),
      Math.min(Math.max(at - now, 0), longestTimerMs),
    );
  }

  /** The moment by the name, to which rounds return step by step if their source has lost its rhythm. */
  #usual(after: number): number {
    const periodMs = this.#periodMs;
    const usual = nextDue(this.#askedAt, after, periodMs, this.#ports.name());
    const latest = this.#roundAt + (1 + longestWait) * periodMs;
    if (!this.#wasMoved || latest < after) return usual;
    const isDue = isPeriodDue(this.#roundAt, usual, periodMs);
    if (isDue && usual <= latest) this.#wasMoved = false;
    return isDue ? Math.min(usual, latest) : latest;
  }

  /** When the next round begins by the samples; null: unknown. A new dependent may have asked in between. */
  #moment(): number | null {
    const periodMs = this.#periodMs;
    const next = (since: number) => this.#ports.moments.next(since, periodMs);
    const at = next(this.#roundAt);
    return at === null || at - this.#askedAt >= leastGap * periodMs ? at : next(this.#askedAt);
  }

  #pollDue(): void {
    // The last request may have been released while the poll waited for its start.
    if (this.#requests.size > 0) void this.#ask();
  }
}
