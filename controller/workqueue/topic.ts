export type TopicSource =
  | "claim"
  | "claims"
  | "claims-by-name"
  | "configmap"
  | "metric"
  | "nodes"
  | "podmetrics"
  | "pods"
  | "selected"
  | "target";

/** What an object subscribes to, such as `configmap/ns/name`: a change of it wakes the object. */
export type Topic = `${TopicSource}/${string}`;

/** A cache that keeps data for the subscribers of a topic. */
interface TopicCache {
  /** Called when a topic has no subscriber left. */
  release(topic: Topic): void;
}

/** Hands each topic to the cache of its own source; a source that keeps nothing for subscribers has none. */
export const releaseBySource =
  (caches: Readonly<Partial<Record<TopicSource, TopicCache>>>) =>
  (topic: Topic): void => {
    caches[topic.slice(0, topic.indexOf("/")) as TopicSource]?.release(topic);
  };

/** Changes of a target. `key` is its namespace and name. */
export const targetTopic = (apiVersion: string, kind: string, key: string): Topic =>
  `target/${apiVersion}/${kind}/${key}`;
