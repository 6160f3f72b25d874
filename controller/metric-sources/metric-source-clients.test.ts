import { describe, expect, it } from "vitest";
import { stringify } from "yaml";

import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { MetricSourceClients } from "./metric-source-clients.ts";
import { readMetricSources } from "./read-metric-sources.ts";

const perNamespace = [{ label: "namespace", value: "$(namespace)" }];
const url = "http://prometheus";
const of = (name: string, prometheus: object, allowedNamespaces = ["shop", "team"]) => ({
  ...{ name, type: "Prometheus", allowedNamespaces, prometheus: { url, ...prometheus } },
});
const sources = readMetricSources(
  stringify({
    metricSources: [
      of("open", {}, ["*"]),
      of("own", { enforcedMatchers: perNamespace }),
      of("fixed", { enforcedMatchers: [{ label: "cluster", value: "eu" }] }),
      of("tenants", { headers: [{ name: "X-Scope-OrgID", value: "$(namespace)" }] }),
      ...[{ name: "queues", type: "ExternalScaler", allowedNamespaces: ["*"] }].map(each => ({
        ...{ ...each, externalScaler: { address: "scaler:9090" } },
      })),
    ],
  }),
);
if (!sources.ok) throw new Error(sources.error);
const clients = new MetricSourceClients({
  ...{ sources: sources.value, credentials: "", clock: new ManualClock() },
  random: () => 0,
  onQuery: () => undefined,
});
const question = (source: string, namespace: string, query = "up") => {
  const asked = clients.prometheusQuestion({ source, query }, namespace);
  return asked.ok ? `${asked.value.namespace}/${asked.value.text}` : asked.error;
};

describe("the question of a Prometheus metric", () => {
  // prettier-ignore
  it.each([
    { shows: "the same for all namespaces",                     source: "open",    namespace: "shop", want: '/["Prometheus","open","up"]' },
    { shows: "the same with matchers that are the same for all", source: "fixed",  namespace: "team", want: '/["Prometheus","fixed","up{cluster=\\"eu\\"}"]' },
    { shows: "one for each namespace with its matcher",         source: "own",     namespace: "team", want: 'team/["Prometheus","own","up{namespace=\\"team\\"}"]' },
    { shows: "one for each namespace with its header",          source: "tenants", namespace: "team", want: 'team/["Prometheus","tenants","up"]' },
    { shows: "refused for an unknown source",                   source: "none",    namespace: "shop", want: 'this installation has no metric source "none"; name open, own, fixed or tenants' },
    { shows: "refused for another namespace",                   source: "own",     namespace: "x",    want: 'metric source "own" is not for objects in namespace x; name open' },
    { shows: "refused for a source of another type",            source: "queues",  namespace: "x",    want: 'metric source "queues" is for metrics of type ExternalScaler; name open' },
  ])("is $shows", ({ source, namespace, want }) => {
    expect(question(source, namespace)).toBe(want);
  });

  it("is refused for a query that cannot be restricted", () => {
    expect(question("own", "shop", "up{")).toBe(
      "the query is not PromQL: unexpected at character 4",
    );
    expect(question("open", "shop", "WITH (a = up) a")).toContain("/[");
  });
});

describe("the question of an external scaler", () => {
  const scalerQuestion = (
    fields: object = {},
    user: Partial<Parameters<typeof clients.scalerQuestion>[1]> = {},
  ) => {
    const query = { source: "queues", metadata: {}, metricName: null, push: false, ...fields };
    const asking = { namespace: "shop", owner: "web", activity: "Ignored" as const, ...user };
    const asked = clients.scalerQuestion(query, asking);
    return asked.ok ? asked.value : asked.error;
  };
  const one = scalerQuestion({ metadata: { a: "1", b: "2" } });

  // prettier-ignore
  it.each([
    { shows: "the same in another order of the metadata", other: scalerQuestion({ metadata: { b: "2", a: "1" } }), isSame: true },
    { shows: "another one with other metadata",           other: scalerQuestion({ metadata: { a: "1", b: "3" } }), isSame: false },
    { shows: "another one of another object",             other: scalerQuestion({ metadata: { a: "1", b: "2" } }, { owner: "other" }), isSame: false },
    { shows: "another one for another metric",            other: scalerQuestion({ metadata: { a: "1", b: "2" }, metricName: "x" }), isSame: false },
    { shows: "another one at 0",                          other: scalerQuestion({ metadata: { a: "1", b: "2" } }, { activity: "Wakes" }), isSame: false },
  ])("is $shows", ({ other, isSame }) => {
    if (typeof one === "string" || typeof other === "string") throw new Error("it is refused");
    expect(other.text === one.text).toBe(isSame);
  });

  it("belongs to a namespace, and listens only for a workload at 0 with push", () => {
    const listens = (push: boolean, activity: "Keeps" | "Wakes") =>
      scalerQuestion({ push }, { activity });
    expect(one).toMatchObject({ namespace: "shop" });
    expect(listens(true, "Wakes")).toHaveProperty("listen");
    expect(listens(false, "Wakes")).not.toHaveProperty("listen");
    expect(listens(true, "Keeps")).not.toHaveProperty("listen");
  });

  it("is refused for an unknown source and for one of another type", () => {
    expect(scalerQuestion({ source: "none" })).toContain('no metric source "none"; name queues');
    expect(scalerQuestion({ source: "open" })).toContain("is for metrics of type Prometheus");
  });
});
