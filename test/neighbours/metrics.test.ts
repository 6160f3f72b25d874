import { afterAll, beforeAll, describe, expect } from "vitest";

import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { apiRequest } from "../../hack/cluster/api.ts";
import { releaseOf } from "../../hack/neighbours/metrics/build.ts";
import { metricServers, type MetricServer } from "../../hack/neighbours/metrics/servers.ts";
import { it } from "../integration/cluster/workloads.ts";
import { eventually } from "../integration/eventually.ts";
import { officePast } from "../integration/prometheus/office-past.ts";
import { problemBecomes, replicasBecome, reported } from "../integration/prometheus/outcomes.ts";
import { source, startMetricOperator } from "./metric-operator.ts";

const autoscalers = "apis/autoscaling.trimtab.dev/v1alpha1/autoscalers";
const perPod = { type: "AverageValue" as const, averageValue: 10 };
const asking = (query: string, fields: object = {}): Partial<AutoscalerSpec> => ({
  metrics: [{ type: "Prometheus", prometheus: { source, query, target: perPod, ...fields } }],
  behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
});
const idle = { replicas: 1, usage: {} };

let operator: Awaited<ReturnType<typeof startMetricOperator>>;
beforeAll(async () => {
  operator = await startMetricOperator();
});
afterAll(() => operator.stop());

const servers = metricServers.map(each => ({ ...each, release: releaseOf(each.project) }));

describe.each(servers)("an Autoscaler with a query to $title $release", ({ project, start }) => {
  let server: MetricServer;
  beforeAll(async () => {
    server = await start({ port: operator.port });
  });
  afterAll(() => server.stop());

  it("follows the series of its own namespace only", async ({ workloads }) => {
    const length = `queue_length{namespace="${workloads.namespace}"}`;
    server.exporter.set(length, 40);
    server.exporter.set('queue_length{namespace="rival"}', 1_000);
    await workloads.run("web", idle);
    await workloads.scaler("web", asking("sum(queue_length)"));
    await replicasBecome(workloads, 4);
    server.exporter.set(length, 20);
    await replicasBecome(workloads, 2);
  });

  it("takes an empty result for no value, or for 0 if the spec says so", async ({ workloads }) => {
    const length = `queue_length{namespace="${workloads.namespace}"}`;
    server.exporter.set(length, 20);
    await workloads.run("web", idle);
    await workloads.scaler("web", asking("sum(queue_length)"));
    await replicasBecome(workloads, 2);
    server.exporter.remove(length);
    await problemBecomes(workloads, "the query has no series as its result");
    expect(await workloads.replicas("web")).toBe(2);
    await workloads.editScaler("web", asking("sum(queue_length)", { whenEmpty: "Zero" }));
    await replicasBecome(workloads, 1);
  });

  it("shows why the server cannot execute a query", async ({ workloads }) => {
    for (const part of ["a", "b"]) {
      server.exporter.set(`part_length{namespace="${workloads.namespace}",part="${part}"}`, 5);
    }
    await workloads.run("web", { ...idle, replicas: 3 });
    await workloads.scaler("web", asking("sum(part_length * on(namespace) part_length)"));
    await problemBecomes(workloads, "HTTP 422: ");
    expect(await workloads.replicas("web")).toBe(3);
  });

  it("keeps its size while the server does not answer, and goes on afterwards", async ({
    workloads,
  }) => {
    const length = `queue_length{namespace="${workloads.namespace}"}`;
    server.exporter.set(length, 30);
    await workloads.run("web", idle);
    await workloads.scaler("web", asking("sum(queue_length)"));
    await replicasBecome(workloads, 3);
    server.exporter.set(length, 10);
    process.kill(server.pid, "SIGSTOP");
    try {
      await problemBecomes(workloads, "no answer in time");
      expect(await workloads.replicas("web")).toBe(3);
    } finally {
      process.kill(server.pid, "SIGCONT");
    }
    await replicasBecome(workloads, 1);
  });

  it.for([
    { shows: "a name in UTF-8", query: 'sum({"http.requests"})', value: "7" },
    {
      shows: "a name and a label in UTF-8",
      query: 'sum({"http.requests", "tier é"="a"})',
      value: "7",
    },
    { shows: "any name", query: 'max({__name__=~".*requests"})', value: "7" },
    { shows: "a subquery", query: 'max(max_over_time({"http.requests"}[5s:1s]))', value: "7" },
    { shows: "an alternative", query: 'sum(nothing) or sum({"http.requests"})', value: "7" },
    {
      shows: "a label that is set later",
      query: 'max(label_replace({"http.requests"}, "namespace", "rival", "", ""))',
      value: "7",
    },
  ])("reads no series of another namespace: $shows", async ({ query, value }, { workloads }) => {
    const labels = (namespace: string) => `{"http.requests",namespace="${namespace}","tier é"="a"}`;
    server.exporter.set(labels(workloads.namespace), 7);
    server.exporter.set(labels("rival"), 1_000);
    await workloads.run("web", idle);
    await workloads.scaler("web", { mode: "DryRun", ...asking(query) });
    await eventually(async () => {
      const { currentMetrics } = await workloads.scalerStatus("web");
      expect(currentMetrics?.[0]?.prometheus?.current).toEqual({ averageValue: value });
    });
  });

  it.for([
    {
      shows: "info()",
      query: "sum(info(queue_length))",
      says: "uses info(), which reads series that no selector names",
    },
    {
      shows: "info() with a selector",
      query: 'sum(info(queue_length, {namespace="rival"}))',
      says: "uses info()",
    },
    {
      shows: "a quoted label",
      query: 'sum({"http.requests", "namespace"=~".+"})',
      says: "matches on namespace",
    },
    {
      shows: "an escaped label",
      query: 'sum({"http.requests", "n\\u0061mespace"="rival"})',
      says: "contains the escaped name",
    },
    {
      shows: "what only MetricsQL reads",
      query: 'sum({namespace="shop" or namespace="rival"})',
      says: "is not PromQL",
    },
    {
      shows: "a template of MetricsQL",
      query: "WITH (q = queue_length) sum(q)",
      says: "is not PromQL",
    },
  ])(
    "is refused, so that it reads no other namespace: $shows",
    async ({ query, says }, { workloads }) => {
      const object = {
        ...{
          apiVersion: "autoscaling.trimtab.dev/v1alpha1",
          kind: "Autoscaler",
          metadata: { name: "web" },
        },
        spec: {
          scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
          ...{ maxReplicas: 10, ...asking(query) },
        },
      };
      const path = `${workloads.path(autoscalers)}?dryRun=All`;
      const answer = await apiRequest(workloads.cluster, "POST", path, object);
      expect(JSON.stringify(answer)).toContain(says);
    },
  );

  it("has a forecast that may act on the first day, if the server knows the past", async ({
    workloads,
  }) => {
    const load = `office_load{namespace="${workloads.namespace}"}`;
    await server.stop();
    server = await start({ port: operator.port, stored: officePast(load) });
    server.exporter.set(load, 2);
    const target = { type: "AverageValue" as const, averageValue: 1 };
    const prometheus = { source, query: "max(office_load)", target };
    await workloads.run("web", idle);
    await workloads.scaler("web", {
      ...{ mode: "DryRun", minReplicas: 1, maxReplicas: 100 },
      metrics: [{ type: "Prometheus", prometheus }],
      forecast: { mode: "Active", leadSeconds: 240 },
    });
    await eventually(async () => {
      const { forecast } = await workloads.scalerStatus("web");
      expect(forecast).toMatchObject({ gate: "Open", reason: "Worthwhile" });
      expect(forecast?.account?.days).toBeGreaterThanOrEqual(13);
    }, reported);
    expect(await server.rangeQueries()).toBe(3);
  });

  // The others have the data themselves.
  it.runIf(project === "thanos")(
    "keeps its size while the store is away",
    async ({ workloads }) => {
      server.exporter.set(`queue_length{namespace="${workloads.namespace}"}`, 20);
      await workloads.run("web", idle);
      await workloads.scaler("web", asking("sum(queue_length)", { whenEmpty: "Zero" }));
      await replicasBecome(workloads, 2);
      await server.loseStore?.();
      // Not an empty result, which would count as 0.
      await problemBecomes(workloads, "query metric source platform");
      expect(await workloads.replicas("web")).toBe(2);
    },
  );
});
