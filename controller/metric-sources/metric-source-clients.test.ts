import { afterEach, describe, expect, it } from "vitest";
import { stringify } from "yaml";

import { systemClock } from "../../kube/clock.ts";
import { atEnd, cleanUp } from "../../kube/testing/cleanups.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { json, StubServer } from "../../kube/testing/stub-server.ts";
import { MetricCache } from "../metrics/metric-cache.ts";
import { untracked } from "../testing/untracked.ts";
import { PacedStarts } from "../workqueue/event-loop-turn.ts";
import type { Topic } from "../workqueue/subscriptions.ts";
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
  if (!asked.ok) return asked.error;
  return `${asked.value.isShared ? "" : namespace}/${asked.value.text}`;
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

  it("is never that of another namespace, even for the same object", () => {
    const asked = { source: "own", query: "up" };
    const textIn = (namespace: string) => {
      const made = clients.prometheusQuestion(asked, namespace);
      return made.ok ? made.value.text : "";
    };
    expect(textIn("shop")).toContain("shop");
    expect(textIn("team")).not.toContain("shop");
    expect(textIn("shop")).toContain("shop");
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
    const asker = { namespace: "shop", owner: "web", isScaled: true };
    const asking = { ...asker, activity: "Ignored" as const, ...user };
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

  it("belongs to a namespace, and listens only for a workload at 0 with push that is scaled", () => {
    const listens = (push: boolean, activity: "Keeps" | "Wakes", isScaled = true) =>
      scalerQuestion({ push }, { activity, isScaled });
    expect(one).toMatchObject({ namespace: "shop" });
    expect(listens(true, "Wakes")).toHaveProperty("listen");
    expect(listens(false, "Wakes")).not.toHaveProperty("listen");
    expect(listens(true, "Keeps")).not.toHaveProperty("listen");
    expect(listens(true, "Wakes", false)).not.toHaveProperty("listen");
  });

  it("is refused for an unknown source and for one of another type", () => {
    expect(scalerQuestion({ source: "none" })).toContain('no metric source "none"; name queues');
    expect(scalerQuestion({ source: "open" })).toContain("is for metrics of type Prometheus");
  });
});

describe("a query that a namespace shares with one whose queries get no answer", () => {
  afterEach(cleanUp);

  it.each([{ first: "mallory" }, { first: "shop" }])(
    "is answered, with the question of $first",
    async ({ first }) => {
      const data = { resultType: "scalar", result: [Date.now() / 1_000, "7"] };
      const server = await StubServer.start(({ body }, response) => {
        if (!body.includes("slow")) json(response, 200, { status: "success", data });
      });
      const both = ["mallory", "shop"];
      const read = readMetricSources(
        stringify({ metricSources: [of("platform", { url: server.url }, both)] }),
      );
      if (!read.ok) throw new Error(read.error);
      const platform = new MetricSourceClients({
        ...{ sources: read.value, credentials: "", clock: systemClock },
        random: () => 0,
        onQuery: () => undefined,
      });
      atEnd(
        () => platform.close(),
        () => server.close(),
      );
      const asking = (namespace: string, query: string) => {
        const made = platform.prometheusQuestion({ source: "platform", query }, namespace);
        if (!made.ok) throw new Error(made.error);
        return made.value;
      };
      const shared = asking(first, "sum(queue_length)");
      const slow = Array.from({ length: 64 }, (_, index) =>
        asking("mallory", `slow_${index}`).ask(2_000, new Set(["mallory"])),
      );
      const own = await shared.ask(2_000, new Set(["mallory"]));
      expect(own).toMatchObject({
        error: { message: expect.stringContaining("too many queries") as string },
      });
      expect(await shared.ask(20_000, new Set(both))).toMatchObject({ ok: true });
      await Promise.all(slow);
    },
  );
});

describe("ten thousand objects in a hundred namespaces", () => {
  afterEach(cleanUp);

  it.each([
    { shows: "share one request", enforcedMatchers: [], requests: 1 },
    { shows: "share one in each namespace", enforcedMatchers: perNamespace, requests: 100 },
  ])("$shows", async ({ enforcedMatchers, requests }) => {
    const result = [{ metric: {}, value: [Date.now() / 1_000, "1"] }];
    const server = await StubServer.start((_, response) => {
      json(response, 200, { status: "success", data: { resultType: "vector", result } });
    });
    const platform = of("platform", { url: server.url, enforcedMatchers, timeoutSeconds: 60 }, [
      "*",
    ]);
    const read = readMetricSources(stringify({ metricSources: [platform] }));
    if (!read.ok) throw new Error(read.error);
    const many = new MetricSourceClients({
      ...{ sources: read.value, credentials: "", clock: systemClock },
      random: () => 0,
      onQuery: () => undefined,
    });
    const told = new Set<Topic>();
    let onAllTold = (): void => undefined;
    const allTold = new Promise<void>(resolve => (onAllTold = resolve));
    const answers = new MetricCache({
      podMoments: () => null,
      ...{ clock: systemClock, deadlineMs: 60_000, starts: new PacedStarts(systemClock) },
      onAnswer: topic => {
        if (told.add(topic).size === 100) onAllTold();
      },
    });
    const questions = Array.from({ length: 10_000 }, (_, index) => {
      const asked = { source: "platform", query: "sum(queue_length)" };
      const made = many.prometheusQuestion(asked, `team-${index % 100}`);
      if (!made.ok) throw new Error(made.error);
      return made.value;
    });
    atEnd(
      () => many.close(),
      () => server.close(),
      () => {
        for (const each of questions) answers.release(answers.topic(each, 3_600));
      },
    );
    const given = () => questions.map(each => answers.read(each, 3_600, untracked)?.answer.kind);
    expect(new Set(given())).toEqual(new Set([undefined]));
    // Reading all of them again and again would delay the queries until they time out.
    await allTold;
    expect(new Set(given())).toEqual(new Set(["PrometheusResult"]));
    expect(server.requests).toHaveLength(requests);
  });
});
