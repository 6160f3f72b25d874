import type { Clock } from "../clock.ts";
import { kubeError, type KubeError } from "../transport/errors.ts";
import { RequestSlots } from "../transport/turns/request-slots.ts";
import { askPlatform } from "./scaler-errors.ts";

interface Calls {
  running: number;
  answeredAt: number;
}

/**
 * The calls that may wait for an answer of one scaler at the same time. A namespace gets no more of them than it
 * leaves free, so that no tenant delays another one.
 */
export class CallPlaces {
  readonly #most: number;
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #slots: RequestSlots;
  readonly #all: Calls = { running: 0, answeredAt: -Infinity };
  /** Of the namespaces with calls that run. */
  readonly #of = new Map<string, Calls>();

  constructor(most: number, clock: Pick<Clock, "monotonic">) {
    this.#most = most;
    this.#clock = clock;
    this.#slots = new RequestSlots(most, Math.ceil(most / 8));
  }

  /** True: the caller holds a place and must `leave` it. False: there was none in time. */
  async enter(namespace: string, withinMs: number): Promise<boolean> {
    if ((await this.#slots.enter([namespace], withinMs)) === null) return false;
    const calls = this.#of.get(namespace) ?? { ...this.#all };
    this.#of.set(namespace, calls);
    calls.running += 1;
    return true;
  }

  leave(namespace: string, isAnswered: boolean): void {
    const calls = this.#of.get(namespace) ?? this.#all;
    if (isAnswered) calls.answeredAt = this.#all.answeredAt = this.#clock.monotonic();
    calls.running -= 1;
    if (calls.running === 0) this.#of.delete(namespace);
    this.#slots.leave(namespace, isAnswered);
  }

  /** Why a call that has waited since then got no place. */
  crowded(source: string, namespace: string, since: number): KubeError {
    const { answeredAt } = this.#of.get(namespace) ?? this.#all;
    const isSlow = answeredAt < since;
    const why = isSlow ? "the scaler answers none of them" : "more calls wait than it answers";
    const message = `no place in time among ${this.#most} calls (maxConcurrentCalls): ${why}`;
    const error = kubeError("Timeout", { request: `external scaler ${source}`, message });
    return { ...error, remedy: isSlow ? askPlatform : raise };
  }
}

const raise = "ask the platform team to raise maxConcurrentCalls of the metric source";
