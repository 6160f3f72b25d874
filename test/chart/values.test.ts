import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";
import { parse } from "yaml";

import type { ApiObject } from "../../hack/cluster/api.ts";
import {
  chart,
  renderChart,
  renderedObject,
  renderTest,
} from "../../hack/cluster/operator/chart.ts";

const podSpec = (spec: object) => ({ spec: { template: { spec } } });
const container = (spec: object) => podSpec({ containers: [spec] });
const labels = { team: "platform" };
const ca = { name: "ca", configMap: { name: "company-ca" } };
const caMount = { name: "ca", mountPath: "/etc/ca", readOnly: true };

/** Values of many kinds at once, because each rendering takes a moment. */
const many = {
  podSecurityContext: { runAsUser: 1000 },
  containerSecurityContext: { privileged: false },
  ...{ volumes: [ca], volumeMounts: [caMount] },
  hostNetwork: true,
  strategy: { rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
  readinessProbe: { failureThreshold: 3 },
  nodeSelector: { pool: "system" },
  service: { ipFamilyPolicy: "PreferDualStack", ipFamilies: ["IPv6", "IPv4"] },
  webhook: { annotations: { a: "b" }, labels, namespaceSelector: { matchLabels: labels } },
  serviceMonitor: {
    ...{ enabled: true, interval: "1m", scrapeTimeout: "20s" },
    relabelings: [{ targetLabel: "cluster", replacement: "a" }],
    metricRelabelings: [{ action: "labeldrop", regex: "pod" }],
  },
  extraObjects: [
    { kind: "FromObject", metadata: { name: "{{ .Release.Name }}-extra" } },
    "kind: FromText\nmetadata:\n  namespace: {{ .Release.Namespace }}",
  ],
};
const { interval, scrapeTimeout, relabelings, metricRelabelings } = many.serviceMonitor;
const endpoint = { interval, scrapeTimeout, relabelings, metricRelabelings };

/** The same with a certificate of another issuer. */
const mounted = { certificate: { source: "secret", secretName: "mine" }, volumes: [ca] };
const injected = { ...many, certificate: { source: "certManager" } };
const annotations = { a: "b", "cert-manager.io/inject-ca-from": "trimtab-system/trimtab" };
const dns = { dnsPolicy: "None", dnsConfig: { nameservers: ["10.0.0.10"] } };

// prettier-ignore
const settings: readonly { value: string; values?: object; kind?: string; as: object }[] = [
  { value: "podSecurityContext",           as: podSpec({ securityContext: { runAsUser: 1000, runAsNonRoot: true } }) },
  { value: "containerSecurityContext",     as: container({ securityContext: { privileged: false, readOnlyRootFilesystem: true } }) },
  { value: "volumes",                      as: podSpec({ volumes: [ca] }) },
  { value: "volumes next to a Secret",     as: podSpec({ volumes: [{ name: "tls", secret: { secretName: "mine" } }, ca] }), values: mounted },
  { value: "volumeMounts",                 as: container({ volumeMounts: [caMount] }) },
  { value: "hostNetwork",                  as: podSpec({ hostNetwork: true, dnsPolicy: "ClusterFirstWithHostNet" }) },
  { value: "dnsPolicy and dnsConfig",      as: podSpec(dns), values: { hostNetwork: true, ...dns } },
  { value: "strategy",                     as: { spec: { strategy: { type: "RollingUpdate", ...many.strategy } } } },
  { value: "readinessProbe",               as: container({ readinessProbe: { failureThreshold: 3, httpGet: { path: "/readyz" } } }) },
  { value: "nodeSelector",                 as: podSpec({ nodeSelector: { "kubernetes.io/os": "linux", pool: "system" } }) },
  { value: "service",                      as: { spec: many.service }, kind: "Service" },
  { value: "webhook.labels",               as: { metadata: { labels, annotations: { a: "b" } } }, kind: "ValidatingWebhookConfiguration" },
  { value: "webhook.annotations",          as: { metadata: { annotations } }, kind: "ValidatingWebhookConfiguration", values: injected },
  { value: "webhook.namespaceSelector",    as: { webhooks: [{ namespaceSelector: { matchLabels: labels } }] }, kind: "ValidatingWebhookConfiguration" },
  { value: "serviceMonitor",               as: { spec: { endpoints: [endpoint] } }, kind: "ServiceMonitor" },
  { value: "extraObjects, an object",      as: { metadata: { name: "trimtab-extra" } }, kind: "FromObject" },
  { value: "extraObjects, text",           as: { metadata: { namespace: "trimtab-system" } }, kind: "FromText" },
];

it.each(settings)("$value has its effect", async ({ values = many, kind = "Deployment", as }) => {
  expect(await renderedObject(kind, values)).toMatchObject(as);
});

describe("the chart", () => {
  it("replaces all pods at once where the strategy is Recreate", async () => {
    const { spec } = await renderedObject("Deployment", { strategy: { type: "Recreate" } });
    expect(spec).toMatchObject({ strategy: { type: "Recreate" } });
    expect(JSON.stringify(spec)).not.toContain("rollingUpdate");
  });

  it("gives all objects and the pods the common labels, and no selector", async () => {
    const everything = {
      certificate: { source: "certManager" },
      ...{ serviceMonitor: { enabled: true, labels: { team: "metrics" } } },
      ...{ prometheusRule: { enabled: true }, dashboard: { enabled: true } },
    };
    const own = { "app.kubernetes.io/name": "other", "helm.sh/chart": "other" };
    const commonLabels = { ...labels, ...own };
    const [plain, labelled] = [
      await renderChart(everything),
      await renderChart({ ...everything, commonLabels }),
    ];
    const teams = labelled.map(({ kind, metadata }) => [kind, metadata?.labels?.["team"]]);
    expect(teams).toEqual(
      plain.map(({ kind }) => [kind, kind === "ServiceMonitor" ? "metrics" : "platform"]),
    );
    expect(labelled.map(unlabelled)).toEqual(plain.map(unlabelled));
    const pods = { labels: { ...labels, "app.kubernetes.io/name": "trimtab" } };
    const [deployment] = labelled.filter(({ kind }) => kind === "Deployment");
    expect(deployment?.spec).toMatchObject({ template: { metadata: pods } });
  });

  it("tests a release with a pod that no selector of the release matches, and keeps nothing", async () => {
    const objects = await renderTest({ commonLabels: labels });
    expect(objects.map(({ kind }) => kind)).toEqual([
      ...["ServiceAccount", "Role", "RoleBinding", "Pod"],
    ]);
    for (const { metadata } of objects) {
      const own = { "app.kubernetes.io/name": "trimtab-test", team: "platform" };
      expect(metadata?.labels).toMatchObject(own);
      expect(metadata?.annotations).toMatchObject({
        "helm.sh/hook": "test",
        "helm.sh/hook-delete-policy": "before-hook-creation,hook-succeeded",
      });
    }
    // Helm's words for a template that renders nothing.
    const none = renderTest({ rbac: { create: false } });
    await expect(none).rejects.toThrow("could not find template templates/test.yaml");
  });

  it("has each value that its comparison with other charts names", () => {
    const page = readFileSync(join(chart, "../../docs/chart-comparison.md"), "utf8");
    const [, served = ""] = /^## Equivalents\n(.*?)^## /ms.exec(page) ?? [];
    const cells = served.split("\n").map(line => line.split("|")[3] ?? "");
    const named = cells.flatMap(cell =>
      Array.from(cell.matchAll(/`([A-Za-z.]+)`/g), ([, name]) => name!),
    );
    const defaults = parse(readFileSync(join(chart, "values.yaml"), "utf8")) as object;
    const has = (path: string): boolean =>
      path
        .split(".")
        .reduce<unknown>(
          (at, key) => (at as Record<string, unknown> | undefined)?.[key],
          defaults,
        ) !== undefined;
    expect(named.length).toBeGreaterThan(70);
    expect(named.filter(name => !has(name))).toEqual([]);
  });

  it("sets a quota that limits no pods of others in its namespace", async () => {
    const { spec } = await renderedObject("ResourceQuota");
    expect(spec).toMatchObject({ hard: { pods: "1G" } });
  });
});

/** Without the label, wherever it is. */
const unlabelled = (object: ApiObject): unknown =>
  JSON.parse(JSON.stringify(object, (key, value: unknown) => (key === "team" ? undefined : value)));
