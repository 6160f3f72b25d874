import { SetsByKey } from "../sets-by-key.ts";
import type { Topic } from "./topic.ts";

/** Subscribes an object to what it reads. A cache calls `add` first: without subscribers, it is closed. */
export interface Tracker {
  add(topic: Topic): void;
}

export interface PassTracker extends Tracker {
  /** Releases the topics that the object has not read in this pass. Returns whether there were any. */
  commit(): boolean;
}

/**
 * Which objects to wake when something changes: maps a name (`configmap/ns/name`) to the keys of the objects
 * that depend on it. Reports when the last dependent is gone, so that unused watches are closed.
 */
export class Subscriptions {
  readonly #byTopic = new SetsByKey<Topic, string>();
  readonly #byKey = new SetsByKey<string, Topic>();
  readonly #onUnused: (topic: Topic) => void;

  constructor(onUnused: (topic: Topic) => void) {
    this.#onUnused = onUnused;
  }

  /** Begins a pass over the object `key`. Without `commit`, its earlier subscriptions stay. */
  track(key: string): PassTracker {
    const read = new Set<Topic>();
    return {
      add: topic => {
        read.add(topic);
        this.#byKey.add(key, topic);
        this.#byTopic.add(topic, key);
      },
      commit: () => this.#keep(key, read),
    };
  }

  delete(key: string): void {
    this.#keep(key, new Set());
  }

  of(topic: Topic): Iterable<string> {
    return this.#byTopic.of(topic);
  }

  #keep(key: string, kept: ReadonlySet<Topic>): boolean {
    const before = this.#byKey.count(key);
    for (const topic of this.#byKey.of(key)) {
      if (kept.has(topic)) continue;
      this.#byKey.delete(key, topic);
      if (this.#byTopic.delete(topic, key)) this.#onUnused(topic);
    }
    return this.#byKey.count(key) < before;
  }
}
