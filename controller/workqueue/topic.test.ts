import { expect, it } from "vitest";

import { releaseBySource, type Topic } from "./subscriptions.ts";

// prettier-ignore
it.each<{ shows: string; topic: Topic; released: string[] }>([
  { shows: "is released by its own source",                                     topic: "pods/ns/a/app=web", released: ["pods/ns/a/app=web"] },
  { shows: "of a source with a longer name is not released by the shorter one", topic: "podmetrics/ns/15/", released: [] },
  { shows: "of a source without releases is not released",                      topic: "claim/apps/x",      released: [] },
])("a topic $shows", ({ topic, released }) => {
  const told: string[] = [];
  const cache = { release: (one: Topic) => void told.push(one) };
  releaseBySource({ pods: cache, nodes: cache })(topic);
  expect(told).toEqual(released);
});
