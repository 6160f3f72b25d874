/** What announces changes; each has a cache that is released when the last subscriber leaves. */
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

/** Called with topics that have no subscriber left. */
export type Releases = Readonly<Partial<Record<TopicSource, (topic: Topic) => void>>>;

/** Hands each topic to its own source; a source that holds nothing for its subscribers has no entry. */
export const releaseBySource =
  (releases: Releases) =>
  (topic: Topic): void =>
    releases[topic.slice(0, topic.indexOf("/")) as TopicSource]?.(topic);

/** Changes of a target. `key` is its namespace and name. */
export const targetTopic = (apiVersion: string, kind: string, key: string): Topic =>
  `target/${apiVersion}/${kind}/${key}`;
