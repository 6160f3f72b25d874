import { SetsByKey } from "../sets-by-key.ts";

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

  topicsOf(key: string): Iterable<Topic> {
    return this.#byKey.of(key);
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

export type TopicSource =
  | "claim"
  | "claims"
  | "claims-by-name"
  | "configmap"
  | "metric"
  | "nodes"
  | "objects"
  | "owners"
  | "podmetrics"
  | "pods"
  | "selected"
  | "target";

/** What an object subscribes to, such as `configmap/ns/name`: a change of it wakes the object. */
export type Topic = `${TopicSource}/${string}`;

/**
 * Hands each topic that has no subscriber left to the cache of its own source; a source that keeps nothing for
 * subscribers has none.
 */
export const releaseBySource =
  (caches: Readonly<Partial<Record<TopicSource, { release(topic: Topic): void }>>>) =>
  (topic: Topic): void =>
    caches[topic.slice(0, topic.indexOf("/")) as TopicSource]?.release(topic);

/** In one piece: V8 keeps a template as the pieces that it was made of, in three times the memory. */
export const topicOf = (source: TopicSource, ...path: readonly (string | number)[]): Topic =>
  [source, ...path].join("/") as Topic;

/** Changes of a target. `key` is its namespace and name. */
export const targetTopic = (apiVersion: string, kind: string, key: string): Topic =>
  topicOf("target", apiVersion, kind, key);
