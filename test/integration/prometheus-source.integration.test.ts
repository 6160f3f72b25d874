import { afterAll, beforeAll, describe, expect, inject } from "vitest";

import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { apiRequest, mustRequest } from "../../hack/cluster/api.ts";
import {
  makeCertificate,
  type WebhookCertificate,
} from "../../hack/cluster/operator/certificate.ts";
import { Exporter } from "../../hack/cluster/prometheus/exporter.ts";
import { startPrometheus, type Prometheus } from "../../hack/cluster/prometheus/start.ts";
import { mountSecret, secretMark } from "./prometheus/metric-sources.ts";
import { sharedOperator } from "./cluster/shared-operator.ts";
import { it } from "./cluster/workloads.ts";
import { eventually } from "./eventually.ts";
import { officePast } from "./prometheus/office-past.ts";
import { problemBecomes, replicasBecome, reported } from "./prometheus/outcomes.ts";
import { PrometheusProxy } from "./prometheus/proxy.ts";

const query = "sum(queue_length)";
const perPod = { type: "AverageValue" as const, averageValue: 10 };
const asking = (source: string, fields: object = {}): Partial<AutoscalerSpec> => ({
  metrics: [{ type: "Prometheus", prometheus: { source, query, target: perPod, ...fields } }],
  behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
});
const series = (namespace: string): string => `queue_length{namespace="${namespace}"}`;
const token = (name: string): string => `${secretMark}-${name}`;

let exporter: Exporter;
let prometheus: Prometheus;
let proxy: PrometheusProxy;
let ca: string;
let client: WebhookCertificate;
beforeAll(async () => {
  const { platformPort, securedPort } = inject("metricSources");
  exporter = await Exporter.start();
  prometheus = await startPrometheus({ targets: [exporter.url], port: platformPort });
  const certificate = await makeCertificate();
  ca = certificate.ca;
  client = await makeCertificate(["clientAuth"]);
  proxy = new PrometheusProxy(certificate, client.ca, prometheus.url);
  await proxy.listen(securedPort);
});
afterAll(async () => {
  await Promise.all([proxy.close(), prometheus.stop(), exporter.close()]);
});

const idle = { replicas: 1, usage: {} };

describe("an Autoscaler with a Prometheus metric", () => {
  it("follows the series of its own namespace only", async ({ workloads }) => {
    const { namespace } = workloads;
    exporter.set(series(namespace), 40);
    exporter.set(series("rival"), 1_000);
    await workloads.run("web", idle);
    await workloads.scaler("web", asking("platform"));
    await replicasBecome(workloads, 4);
    const { currentMetrics, decision } = await workloads.scalerStatus("web");
    expect(currentMetrics).toEqual([
      {
        type: "Prometheus",
        prometheus: { source: "platform", query, current: { averageValue: "40" } },
      },
    ]);
    expect(decision?.votes).toMatchObject([{ source: `Prometheus query ${query} of platform` }]);
    exporter.set(series(namespace), 20);
    await replicasBecome(workloads, 2);
    // Without series there is no value, which is not 0.
    exporter.remove(series(namespace));
    await problemBecomes(workloads, "the query has no series as its result");
    expect(await workloads.replicas("web")).toBe(2);
    await workloads.editScaler("web", asking("platform", { whenEmpty: "Zero" }));
    await replicasBecome(workloads, 1);
  });

  it("keeps its size while the Prometheus is slow, wrong, down or refuses the credentials, and goes on with rotated ones", async ({
    workloads,
  }) => {
    const { namespace } = workloads;
    const sources = inject("metricSources");
    const own = { query: `sum(${series(namespace)})` };
    mountSecret(sources, { "ca.crt": ca, token: token("first") });
    proxy.authorization = `Bearer ${token("first")}`;
    exporter.set(series(namespace), 30);
    await workloads.run("web", idle);
    await workloads.scaler("web", asking("secured", own));
    await replicasBecome(workloads, 3);
    exporter.set(series(namespace), 10);

    for (const [mode, says] of [
      ["Slow", "no answer in time"],
      ["Wrong", "the answer is none of a Prometheus"],
      ["Down", "the server cannot be reached"],
    ] as const) {
      proxy.mode = mode;
      await problemBecomes(workloads, says);
      expect(await workloads.replicas("web")).toBe(3);
    }
    proxy.mode = "Right";
    proxy.authorization = `Bearer ${token("second")}`;
    await problemBecomes(workloads, "the server refuses the credentials (HTTP 401)");
    expect(await workloads.replicas("web")).toBe(3);
    mountSecret(sources, { "ca.crt": ca, token: token("second") });
    await replicasBecome(workloads, 1);

    const password = token("third");
    proxy.authorization = `Basic ${Buffer.from(`me:${password}`).toString("base64")}`;
    mountSecret(sources, { "ca.crt": ca, username: "me", password });
    exporter.set(series(namespace), 20);
    await replicasBecome(workloads, 2);
    proxy.authorization = undefined;
    mountSecret(sources, { "ca.crt": ca, "tls.crt": client.cert, "tls.key": client.key });
    exporter.set(series(namespace), 50);
    await replicasBecome(workloads, 5);
    // Another authority.
    mountSecret(sources, { "ca.crt": (await makeCertificate()).ca, username: "me", password });
    await problemBecomes(workloads, "the server cannot be reached");

    const object = await workloads.get("apis/autoscaling.trimtab.dev/v1alpha1/autoscalers", "web");
    const path = workloads.path("api/v1/events");
    const events = await mustRequest(workloads.cluster, "GET", path);
    const metrics = await (await fetch(`${sharedOperator().metricsUrl}/metrics`)).text();
    expect(metrics).toContain('trimtab_metric_source_queries_total{source="secured",code="401"}');
    const shown = JSON.stringify([object, events]) + metrics;
    const [, keyLine = ""] = client.key.split("\n");
    for (const secret of [secretMark, keyLine, Buffer.from(`me:${password}`).toString("base64")]) {
      expect(shown).not.toContain(secret);
    }
  });

  it("has a forecast that may act on the first day, if the Prometheus knows the past", async ({
    workloads,
  }) => {
    const load = `office_load{namespace="${workloads.namespace}"}`;
    exporter.set(load, 2);
    const { platformPort: port } = inject("metricSources");
    await prometheus.stop();
    prometheus = await startPrometheus({
      ...{ targets: [exporter.url], port, stored: officePast(load) },
    });
    const rangeQueries = async () => {
      const text = await (await fetch(`${prometheus.url}/metrics`)).text();
      return /^prometheus_http_requests_total\{code="200",handler="\/api\/v1\/query_range"\} (\d+)$/m
        .exec(text)
        ?.at(1);
    };
    const target = { type: "AverageValue" as const, averageValue: 1 };
    const of = { source: "platform", query: "max(office_load)", target };
    await workloads.run("web", idle);
    await workloads.scaler("web", {
      ...{ mode: "DryRun", minReplicas: 1, maxReplicas: 100 },
      metrics: [{ type: "Prometheus", prometheus: of }],
      forecast: { mode: "Active", leadSeconds: 240 },
    });
    await eventually(async () => {
      const { forecast } = await workloads.scalerStatus("web");
      expect(forecast).toMatchObject({ gate: "Open", reason: "Worthwhile" });
      expect(forecast?.account?.days).toBeGreaterThanOrEqual(13);
    }, reported);
    expect(await rangeQueries()).toBe("3");
    // An edit needs no more than what is on record.
    await workloads.editScaler("web", { maxReplicas: 90 });
    await eventually(async () => {
      const { forecast, observedGeneration } = await workloads.scalerStatus("web");
      expect([forecast?.gate, observedGeneration]).toEqual(["Open", 2]);
    });
    expect(await rangeQueries()).toBe("3");
  });

  it.for([
    {
      shows: "an unknown source",
      source: "none",
      says: 'this installation has no metric source \\"none\\"; name ',
    },
    {
      shows: "a source of other namespaces",
      source: "of-others",
      says: 'metric source \\"of-others\\" is not for objects in namespace',
    },
    {
      shows: "a query of another namespace",
      source: "platform",
      query: 'queue_length{namespace="rival"}',
      says: "matches on namespace, which this source sets to",
    },
    { shows: "no PromQL", source: "platform", query: "sum(", says: "is not PromQL" },
  ])("is refused with $shows", async ({ source, says, query: asked = query }, { workloads }) => {
    await workloads.run("web", idle);
    const path = `${workloads.path("apis/autoscaling.trimtab.dev/v1alpha1/autoscalers")}?dryRun=All`;
    const answer = await apiRequest(workloads.cluster, "POST", path, {
      ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler" },
      metadata: { name: "web" },
      spec: {
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
        ...{ maxReplicas: 10, ...asking(source, { query: asked }) },
      },
    });
    expect(JSON.stringify(answer)).toContain("spec.metrics[0].prometheus.");
    expect(JSON.stringify(answer)).toContain(says);
  });
});
