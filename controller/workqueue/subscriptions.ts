import type { Topic } from "./topic.ts";

/**
 * Which objects to wake when something changes: maps a name (`configmap/ns/name`) to the keys of the objects
 * that depend on it. Reports when the last dependent is gone, so that unused watches are closed.
 */
export class Subscriptions {
  readonly #byTopic = new Map<Topic, Set<string>>();
  readonly #byKey = new Map<string, ReadonlySet<Topic>>();
  readonly #onUnused: (topic: Topic) => void;

  constructor(onUnused: (topic: Topic) => void) {
    this.#onUnused = onUnused;
  }

  /** Adds to the dependencies of `key`. */
  add(key: string, topics: readonly Topic[]): void {
    this.set(key, [...(this.#byKey.get(key) ?? []), ...topics]);
  }

  /** Replaces the dependencies of `key`. */
  set(key: string, topics: readonly Topic[]): void {
    const next = new Set(topics);
    for (const topic of next) {
      const keys = this.#byTopic.get(topic);
      if (keys) keys.add(key);
      else this.#byTopic.set(topic, new Set([key]));
    }
    const before = this.#byKey.get(key) ?? new Set<Topic>();
    if (next.size > 0) this.#byKey.set(key, next);
    else this.#byKey.delete(key);
    for (const topic of before) if (!next.has(topic)) this.#leave(topic, key);
  }

  delete(key: string): void {
    this.set(key, []);
  }

  of(topic: Topic): Iterable<string> {
    return this.#byTopic.get(topic) ?? [];
  }

  #leave(topic: Topic, key: string): void {
    const keys = this.#byTopic.get(topic);
    keys?.delete(key);
    if (keys?.size !== 0) return;
    this.#byTopic.delete(topic);
    this.#onUnused(topic);
  }
}
