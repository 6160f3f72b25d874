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
