// controller/workqueue/: which objects to reconcile next, when, and what wakes them.
// It knows no resource.

import { DelayHeap } from "../../engine/model/delay-heap.ts";
import { longestTimerMs, type Clock } from "../../kube/clock.ts";
import { FairShare } from "../../kube/transport/turns/fair-share.ts";
import { splitKey } from "../../kube/watch/object.ts";
import { EventLoopTurn } from "./event-loop-turn.ts";
import { formatKubeError, isRefusal, type KubeError } from "../../kube/transport/errors.ts";

/**
 * The result of one pass over a key. Done: look again in `dueInMs` (null: only on an event), `isPatient` also as
 * soon as no other key waits. Retry: something failed; back off and try again. `notBeforeMs` is the delay that the
 * API server asked for, and `refusal` its refusal, which users have to resolve.
 */
export type PassOutcome =
  | { readonly kind: "done"; readonly dueInMs: number | null; readonly isPatient?: boolean }
  | {
      readonly kind: "retry";
      readonly reason: string;
      readonly notBeforeMs?: number;
      readonly refusal?: string;
    };

export interface WorkQueueOptions {
  readonly work: (key: string) => Promise<PassOutcome>;
  readonly workers: number;
  readonly clock: Clock;
  readonly random: () => number;
  /**
   * Time from the first `add` to the start of the pass, and from when the key was due; null: it was added,
   * not due.
   */
  readonly onStart: (key: string, waitedMs: number, lateMs: number | null) => void;
  /** A pass threw, which is a bug. It is reported, and the key backs off. */
  readonly onFault: (key: string, fault: unknown) => void;
}

/** With more keys than this waiting for each worker, it matters which changes are made first. */
const crowd = 4;
const firstBackOffMs = 200;
const longestBackOffMs = 30_000;
/** Users react more slowly than outages end. Their changes mostly wake the object at once anyway. */
const longestRefusedMs = 300_000;

/**
 * A level-triggered workqueue: a key says that something about an object may have changed, never what. A key
 * that is added several times before its turn is processed once; added during its turn, once more. A key
 * never has two passes at a time (client-go: util/workqueue). Namespaces take turns, and none uses more
 * workers than it leaves free: hanging passes of one namespace do not delay others.
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #waiting = new Map<string, number>();
  readonly #workers: FairShare<string>;
  /** Keys that let all others go first. */
  readonly #patient = new Set<string>();
  readonly #working = new Set<string>();
  readonly #again = new Set<string>();
  readonly #failures = new Map<string, number>();
  /** Until when a busy API server asked to leave a key alone, whatever happens in the meantime. */
  readonly #notBefore = new Map<string, number>();
  readonly #due = new DelayHeap();
  /** When waiting keys became due, by the monotonic clock. */
  readonly #dueSince = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  readonly #turn: EventLoopTurn;
  /** The key whose pass began last; null: it has ended, or waits for a response. */
  #latest: string | null = null;
  #state: "new" | "running" | "stopped" = "new";
  #idle: (() => void)[] = [];

  constructor(options: WorkQueueOptions) {
    this.#options = options;
    this.#workers = new FairShare(options.workers);
    this.#turn = new EventLoopTurn(() => this.#dispatch());
  }

  /** Keys that wait for a worker, for telemetry. */
  get depth(): number {
    return this.#waiting.size;
  }

  get isCrowded(): boolean {
    return this.#waiting.size > crowd * this.#options.workers;
  }

  add(key: string): void {
    if (this.#working.has(key)) {
      this.#again.add(key);
      return;
    }
    const now = this.#options.clock.monotonic();
    const notBefore = this.#notBefore.get(key) ?? now;
    if (notBefore > now) {
      this.#schedule(key, notBefore - now);
      return;
    }
    this.#enqueue(key, now);
    this.#dispatch();
  }

  #enqueue(key: string, now: number): void {
    this.#patient.delete(key);
    if (this.#waiting.has(key)) return;
    this.#waiting.set(key, now);
    this.#workers.add(namespaceOf(key), key);
  }

  /** Ends all back-offs when their cause (an outage of the API server) is over. */
  retryNow(): void {
    this.#notBefore.clear();
    for (const key of this.#failures.keys()) this.add(key);
  }

  start(): void {
    // Whatever the start was waiting for may arrive after `stop`.
    if (this.#state === "stopped") return;
    this.#state = "running";
    this.#dispatch();
    this.#arm();
  }

  /** Takes no more work, and resolves when running passes have ended. */
  async stop(): Promise<void> {
    this.#state = "stopped";
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#working.size === 0) return;
    await new Promise<void>(resolve => this.#idle.push(resolve));
  }

  #dispatch(): void {
    // Most passes find everything in caches. One after the other, half as much of their garbage outlives a collection.
    while (this.#state === "running" && this.#latest === null) {
      const now = this.#options.clock.monotonic();
      if (this.#turn.isOver(now)) return;
      const [patient] = this.#waiting.size === 0 ? this.#patient : [];
      if (patient !== undefined) this.#enqueue(patient, now);
      const key = this.#workers.take();
      if (key === undefined) return;
      this.#turn.begin(now);
      const since = this.#waiting.get(key) ?? now;
      const dueSince = this.#dueSince.get(key);
      this.#waiting.delete(key);
      this.#working.add(key);
      this.#latest = key;
      this.#due.delete(key);
      this.#dueSince.delete(key);
      this.#options.onStart(key, now - since, dueSince === undefined ? null : now - dueSince);
      void this.#pass(key);
      // Once no promise is left to continue, a pass that has not ended waits for I/O.
      queueMicrotask(() => process.nextTick(() => this.#goOn(key)));
    }
  }

  #goOn(after: string): void {
    if (this.#latest === after) this.#latest = null;
    this.#dispatch();
  }

  async #pass(key: string): Promise<void> {
    const outcome = await this.#guarded(key);
    this.#notBefore.delete(key);
    if (outcome.kind === "retry") {
      const { notBeforeMs = 0 } = outcome;
      const failures = (this.#failures.get(key) ?? 0) + 1;
      this.#failures.set(key, failures);
      if (notBeforeMs > 0) this.#notBefore.set(key, this.#options.clock.monotonic() + notBeforeMs);
      this.#schedule(key, Math.max(this.#backOff(failures, outcome), notBeforeMs));
    } else {
      this.#failures.delete(key);
      if (outcome.dueInMs !== null) this.#schedule(key, outcome.dueInMs);
    }
    this.#working.delete(key);
    this.#workers.leave(namespaceOf(key));
    if (this.#again.delete(key)) this.add(key);
    else if (outcome.kind === "done" && outcome.isPatient === true) this.#patient.add(key);
    this.#goOn(key);
    if (this.#working.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #guarded(key: string): Promise<PassOutcome> {
    try {
      return await this.#options.work(key);
    } catch (fault) {
      this.#options.onFault(key, fault);
      return { kind: "retry", reason: "InternalError" };
    }
  }

  #backOff(failures: number, { refusal }: { readonly refusal?: string }): number {
    const longest = refusal === undefined ? longestBackOffMs : longestRefusedMs;
    const grown = Math.min(longest, firstBackOffMs * 2 ** Math.min(failures - 1, 20));
    return grown * (0.5 + this.#options.random() / 2);
  }

  #schedule(key: string, inMs: number): void {
    this.#due.set(key, this.#options.clock.monotonic() + Math.max(0, inMs));
    this.#arm();
  }

  #arm(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const next = this.#due.next();
    if (next === null || this.#state !== "running") return;
    const delay = Math.max(0, next - this.#options.clock.monotonic());
    this.#timer = setTimeout(
      () => {
        for (const { key, at } of this.#due.takeDue(this.#options.clock.monotonic())) {
          this.#dueSince.set(key, at);
          this.add(key);
        }
        this.#arm();
      },
      Math.min(delay, longestTimerMs),
    );
  }
}

const namespaceOf = (key: string): string => splitKey(key).namespace;

/** The pass is over; the object is reconciled again after this time, or when something wakes it. */
export const done = (dueInMs: number | null, isPatient = false): PassOutcome => ({
  ...{ kind: "done", dueInMs },
  ...(isPatient && { isPatient }),
});

/** The pass is repeated with a backoff, and not before the API server allows it. */
export const retry = (reason: string, errors: readonly KubeError[]): PassOutcome => ({
  kind: "retry",
  reason,
  notBeforeMs: Math.max(0, ...errors.map(({ retryAfterMs }) => retryAfterMs ?? 0)),
  ...(errors.every(isRefusal) ? { refusal: errors.map(formatKubeError).join("; ") } : {}),
});
