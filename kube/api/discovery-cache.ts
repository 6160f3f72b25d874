import { LRUCache } from "lru-cache";

import type { KubeAnswer } from "../transport/errors.ts";

interface Asked<T> {
  readonly askedAt: number;
  readonly answer: KubeAnswer<T>;
  /** False: it waits for the turn of its owner. */
  readonly isSent: () => boolean;
}

type Ask<T> = (onTurn: () => void) => KubeAnswer<T>;

/** Limit of names in each of two caches: tenants choose names, and a cluster serves about a hundred. */
const max = 500;

/**
 * What the API server serves under a name. Names that it does not serve have a cache of their own, so that a
 * tenant who makes up names displaces none that others need. Failures are not cached.
 */
export class DiscoveryCache<T> {
  readonly #served = new LRUCache<string, Asked<T>>({ max });
  readonly #absent = new LRUCache<string, Asked<T>>({ max });
  /** By name and owner. */
  readonly #asking = new Map<string, Map<string, Asked<T>>>();
  readonly #isServed: (value: T) => boolean;

  constructor(isServed: (value: T) => boolean) {
    this.#isServed = isServed;
  }

  /**
   * Concurrent callers share a request: those of one owner at once, others as soon as it is sent. Its wait and its
   * failure are its owner's own.
   *
   * @param since an older answer is asked again, in milliseconds of the caller's clock, as is `now`
   */
  get(
    name: string,
    owner: string,
    times: { since: number; now: number },
    ask: Ask<T>,
  ): KubeAnswer<T> {
    const kept = this.#served.get(name) ?? this.#absent.get(name);
    if (kept && kept.askedAt > times.since) return kept.answer;
    const asking = this.#asking.get(name);
    const sent = [...(asking?.values() ?? [])].find(({ isSent }) => isSent());
    const own = () => this.#askFor(name, owner, times.now, ask);
    if (!sent || asking?.has(owner)) return own();
    return sent.answer.then(answer => (answer.ok ? answer : own()));
  }

  #askFor(name: string, owner: string, askedAt: number, ask: Ask<T>): KubeAnswer<T> {
    const asking = this.#asking.get(name) ?? new Map<string, Asked<T>>();
    const own = asking.get(owner);
    if (own) return own.answer;
    let isSent = false;
    const answer = ask(() => (isSent = true));
    const asked = { answer, askedAt, isSent: () => isSent };
    this.#asking.set(name, asking.set(owner, asked));
    void answer.then(given => this.#answered(name, owner, asked, given));
    return answer;
  }

  #answered(name: string, owner: string, asked: Asked<T>, answer: Awaited<KubeAnswer<T>>): void {
    const asking = this.#asking.get(name);
    // It may have been dropped.
    if (asking?.get(owner) !== asked) return;
    asking.delete(owner);
    if (asking.size === 0) this.#asking.delete(name);
    if (!answer.ok) return;
    this.delete(name);
    (this.#isServed(answer.value) ? this.#served : this.#absent).set(name, asked);
  }

  delete(name: string): void {
    this.#served.delete(name);
    this.#absent.delete(name);
    this.#asking.delete(name);
  }
}
