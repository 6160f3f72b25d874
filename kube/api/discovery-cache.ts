import { LRUCache } from "lru-cache";

import type { KubeAnswer } from "../transport/errors.ts";

interface Asked<T> {
  readonly askedAt: number;
  readonly answer: KubeAnswer<T>;
}

/** Limit of names in each of two caches: tenants choose names, and a cluster serves about a hundred. */
const max = 500;

/**
 * What the API server serves under a name. Names that it does not serve have a cache of their own, so that a
 * tenant who makes up names displaces none that others need. Failures are not cached.
 */
export class DiscoveryCache<T> {
  readonly #served = new LRUCache<string, Asked<T>>({ max });
  readonly #absent = new LRUCache<string, Asked<T>>({ max });
  /** Concurrent callers share a request. */
  readonly #asking = new Map<string, Asked<T>>();
  readonly #isServed: (value: T) => boolean;

  constructor(isServed: (value: T) => boolean) {
    this.#isServed = isServed;
  }

  /** @param since an older answer is asked again, in milliseconds of the caller's clock, as is `now` */
  get(
    name: string,
    times: { since: number; now: number },
    ask: () => KubeAnswer<T>,
  ): KubeAnswer<T> {
    const kept = this.#served.get(name) ?? this.#absent.get(name);
    if (kept && kept.askedAt > times.since) return kept.answer;
    const asking = this.#asking.get(name);
    if (asking) return asking.answer;
    const asked = { answer: ask(), askedAt: times.now };
    this.#asking.set(name, asked);
    void asked.answer.then(answer => {
      if (this.#asking.get(name) !== asked) return;
      this.delete(name);
      if (answer.ok) (this.#isServed(answer.value) ? this.#served : this.#absent).set(name, asked);
    });
    return asked.answer;
  }

  delete(name: string): void {
    this.#served.delete(name);
    this.#absent.delete(name);
    this.#asking.delete(name);
  }
}
