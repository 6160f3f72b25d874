import { describe, expect, it } from "vitest";

import { ok } from "../../../engine/model/values/result.ts";
import type { AnsweredSeries } from "../../../kube/prometheus/client.ts";
import { discover } from "./discover.ts";

const to = Date.UTC(2026, 0, 5);

interface Served {
  /** The series of the bounds of one autoscaler: its name and labels. */
  readonly name: string;
  readonly labels: AnsweredSeries["metric"];
  /** In ten minutes. */
  readonly samples: number;
  readonly clusters?: readonly string[];
  /** How old the newest one is, in seconds. */
  readonly age?: number;
}

/** Answers as a Prometheus with these series. */
function serving({ name, labels, samples, clusters = ["prod"], age = 0 }: Served) {
  const asked: string[] = [];
  const one = (metric: AnsweredSeries["metric"], value: number): AnsweredSeries => ({
    ...{ metric, value: [to / 1000, String(value)] },
  });
  const instant = (query: string) => {
    asked.push(query);
    if (!query.includes(name)) return Promise.resolve(ok([]));
    if (query.startsWith("topk")) return Promise.resolve(ok([one(labels, 9)]));
    if (query.startsWith("count by")) {
      return Promise.resolve(ok(clusters.map(cluster => one({ cluster }, 3))));
    }
    const value = query.includes("timestamp") ? to / 1000 - age : samples;
    return Promise.resolve(ok([one({}, value)]));
  };
  return { client: { address: "http://host", instant }, asked };
}

const usual: Served = {
  name: "kube_horizontalpodautoscaler_spec_max_replicas",
  labels: { namespace: "shop", horizontalpodautoscaler: "web" },
  samples: 20,
};

describe("the series of kube-state-metrics", () => {
  // prettier-ignore
  it.each([
    { shows: "as usual",            labels: usual.labels, prefix: "" },
    { shows: "without honorLabels", labels: { ...usual.labels, namespace: "monitoring", exported_namespace: "shop" }, prefix: "exported_" },
  ])("are found $shows", async ({ labels, prefix }) => {
    const found = await discover(serving({ ...usual, labels }).client, { to });
    expect(found).toEqual(ok({ prefix, matchers: [], stepMs: 30_000, lagMs: 0 }));
  });

  // prettier-ignore
  it.each([
    { shows: "15 seconds",   samples: 40, age: 4,  stepMs: 15_000,  lagMs: 4000 },
    { shows: "30 seconds, of which one is missed", samples: 19, age: 29, stepMs: 30_000, lagMs: 29_000 },
    { shows: "20 seconds",   samples: 30, age: 50, stepMs: 30_000,  lagMs: 20_000 },
    { shows: "a minute",     samples: 10, age: 0,  stepMs: 60_000,  lagMs: 0 },
  ])("are measured every $shows", async ({ samples, age, stepMs, lagMs }) => {
    const found = await discover(serving({ ...usual, samples, age }).client, { to });
    expect(found).toMatchObject(ok({ stepMs, lagMs }));
  });

  // prettier-ignore
  it.each([
    { shows: "no series",      served: { ...usual, name: "up" }, asked: {}, says: "http://host has no kube_horizontalpodautoscaler_spec_max_replicas; the series of kube-state-metrics 2 are needed" },
    { shows: "no series of a cluster", served: { ...usual, name: "up" }, asked: { clusterLabel: "cluster=test" }, says: "http://host has no kube_horizontalpodautoscaler_spec_max_replicas with cluster=test; the series of kube-state-metrics 2 are needed" },
    { shows: "two clusters",   served: { ...usual, clusters: ["", "prod\u001b[31m"] }, asked: {}, says: "http://host has the series of 2 clusters; choose one, such as --cluster-label cluster=prod [31m" },
    { shows: "a sample every five minutes", served: { ...usual, samples: 2 }, asked: {}, says: "http://host has a sample of kube-state-metrics every 5 minutes; that is too coarse to tell one window from another, and 60 seconds are needed" },
  ])("are refused for $shows", async ({ served, asked, says }) => {
    expect(await discover(serving(served).client, { to, ...asked })).toEqual({ ok: false, error: says });
  });

  it("are those of one cluster", async () => {
    const { client, asked } = serving(usual);
    const found = await discover(client, { to, clusterLabel: 'cluster=a"b=c' });
    expect(found.ok && found.value.matchers).toEqual([String.raw`cluster="a\"b=c"`]);
    for (const query of asked) expect(query).toContain(String.raw`cluster="a\"b=c"`);
  });
});
