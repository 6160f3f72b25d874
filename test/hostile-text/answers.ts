import type { SourceCredentials } from "../../controller/metric-sources/credential-files.ts";
import { readQueryAnswer } from "../../controller/metric-sources/prometheus-answer.ts";
import { refusal } from "../../controller/metric-sources/query-problems.ts";
import { customSamples, resourceSamples } from "../../engine/model/observation/pod-sample.ts";
import type { RawAnswer } from "../../engine/model/observation/observation.ts";
import { parametersFromConfigMap } from "../../engine/proportional/config-map-parameters.ts";
import { ok, type Result } from "../../engine/model/values/result.ts";
import { parseExternalValues, parseObjectValue } from "../../engine/sources/parse-answer.ts";
import { prometheus } from "../../engine/sources/prometheus.ts";
import { Discovery } from "../../kube/api/discovery.ts";
import { Conversation, type ConversationOptions } from "../../kube/external-scaler/conversation.ts";
import { scalerError } from "../../kube/external-scaler/scaler-errors.ts";
import { CustomMetrics, listExternalMetric } from "../../kube/metrics/custom-metrics.ts";
import { blame } from "../../kube/metrics/metric-list.ts";
import { listPodMetrics } from "../../kube/metrics/pod-metrics.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import { errorFromResponse, formatKubeError } from "../../kube/transport/errors.ts";
import { mostBytes } from "../../kube/transport/response-size.ts";
import type { EntryPoint } from "./entry-point.ts";

const now = Date.parse("2026-01-01T00:00:00Z");
const deadlineMs = 1_000;

const transportTo = (answer: unknown) => new ScriptedTransport(() => ok(answer));
const valueOf = <Value>(answer: Result<Value, unknown>): Value | undefined =>
  answer.ok ? answer.value : undefined;

const question = {
  ...{ namespace: "shop", podSelector: "app=web", metric: { name: "qps", selector: "" } },
  deadlineMs,
};
const metricValues = {
  items: [
    {
      describedObject: { kind: "Pod", name: "web-1" },
      ...{ metric: { name: "qps" }, metricName: "qps", metricLabels: { queue: "jobs" } },
      ...{ timestamp: "2026-01-01T00:00:00Z", windowSeconds: 60, value: "100m" },
    },
  ],
};

const metricsApis: readonly EntryPoint[] = [
  {
    name: "an answer of metrics.k8s.io",
    usual: [
      {
        items: [
          {
            metadata: { name: "web-1", namespace: "shop", labels: { app: "web" } },
            ...{ timestamp: "2026-01-01T00:00:00Z", window: "15s" },
            containers: [{ name: "main", usage: { cpu: "100m", memory: "64Mi" } }],
          },
        ],
      },
    ],
    read: async given => {
      const pods = { namespace: "shop", labelSelector: null, deadlineMs };
      const items = valueOf(await listPodMetrics(transportTo(given), pods)) ?? [];
      const read = resourceSamples(items, "cpu", null);
      return [...read.values()].map(({ time, windowMs, value }) => [time, windowMs, value]);
    },
  },
  {
    name: "an answer of custom.metrics.k8s.io",
    usual: [metricValues],
    read: async given => {
      const answer = ({ path }: { path: string }) =>
        path.includes("qps")
          ? ok(given)
          : ok({ groups: [{ name: "custom.metrics.k8s.io", versions: [{ version: "v1beta2" }] }] });
      const transport = new ScriptedTransport(answer);
      const custom = new CustomMetrics(transport, new Discovery(transport, new ManualClock()));
      return customSamples(valueOf(await custom.ofPods(question)) ?? []);
    },
  },
  {
    name: "an answer of external.metrics.k8s.io",
    usual: [metricValues],
    read: async given => {
      const values = valueOf(await listExternalMetric(transportTo(given), question)) ?? [];
      const [first] = values;
      return [
        parseExternalValues({ kind: "ExternalValues", values }),
        first && parseObjectValue({ kind: "ObjectValue", ...first }),
      ];
    },
  },
];

const credentials: SourceCredentials = { token: "secret" };

const metricSources: readonly EntryPoint[] = [
  {
    name: "an answer of Prometheus",
    usual: ["vector", "scalar", "string", "matrix"].map(resultType => ({
      ...{
        status: "success",
        warnings: ["PromQL info: a rate"],
        errorType: "bad",
        error: "bad data",
      },
      data: {
        resultType,
        result: ["vector", "matrix"].includes(resultType)
          ? [{ metric: { a: "b" }, value: [now / 1000, "5"], values: [[now / 1000, "5"]] }]
          : [now / 1000, "5"],
      },
    })),
    read: given => {
      const answer = readQueryAnswer(given, now - 60_000, false);
      readQueryAnswer(given, now - 60_000, true);
      const text = JSON.stringify(given).slice(0, 65_536);
      return [
        answer.ok && prometheus.parse(answer.value, { source: "p", query: "up" }),
        refusal(422, text, { credentials, retryAfter: text }),
      ];
    },
  },
  {
    name: "an answer of an external scaler",
    usual: [
      {
        metricSpecs: [{ metricName: "queue", targetSize: "5", targetSizeFloat: 0 }],
        metricValues: [{ metricName: "queue", metricValue: "7", metricValueFloat: 0 }],
        details: "Connection dropped: ECONNREFUSED",
      },
    ],
    read: async given => {
      const { details } = given as { details?: string };
      // The decoder always sets every field, and these to a number.
      const numbers = { targetSizeFloat: 0, metricValueFloat: 0 };
      const { metricSpecs, metricValues } = given as Readonly<Record<string, unknown>>;
      const all = (list: unknown, unset: object): object[] =>
        Array.isArray(list)
          ? list.map(each => ({ ...unset, ...(each as object), ...numbers }))
          : [];
      const decoded = {
        metricSpecs: all(metricSpecs, { metricName: "", targetSize: "0" }),
        metricValues: all(metricValues, { metricName: "", metricValue: "0" }),
      };
      const client = { connections: 1, call: () => Promise.resolve(ok(decoded)) };
      const query = { source: "queues", metadata: {}, metricName: null, push: false };
      const options = { client, namespace: "shop", name: "web", query, activity: "Ignored" };
      const clock = new ManualClock();
      const talk = new Conversation({ ...options, clock } as unknown as ConversationOptions);
      const answer: Result<RawAnswer, unknown> = await talk.ask(deadlineMs);
      const status = { code: 14, details: String(details) };
      return [answer, scalerError({ source: "queues", method: "GetMetrics" }, status)];
    },
  },
];

const files: readonly EntryPoint[] = [
  {
    name: "a ConfigMap of a ClusterProportionalAutoscaler",
    usual: [
      { linear: '{"coresPerReplica":2,"nodesPerReplica":1,"preventSinglePointFailure":true}' },
      { ladder: '{"coresToReplicas":[[1,1],[64,3]],"nodesToReplicas":[[1,1]]}' },
    ],
    read: given => parametersFromConfigMap(given as Record<string, string>, "Upstream"),
  },
];

/** The API server, or what answers at its address. */
const apiServer: readonly EntryPoint[] = [
  {
    name: "the resources of an API group",
    usual: [
      {
        ...{ kind: "APIResourceList", groupVersion: "apps/v1" },
        resources: [
          { name: "deployments", kind: "Deployment", namespaced: true, verbs: ["get"] },
          { name: "deployments/scale", kind: "Scale", namespaced: true, verbs: ["get"] },
        ],
      },
    ],
    read: given =>
      new Discovery(transportTo(given), new ManualClock()).resolve("apps/v1", "Deployment", "shop"),
  },
  {
    name: "the versions of an API group",
    usual: [
      {
        ...{ kind: "APIGroup", name: "custom.metrics.k8s.io" },
        versions: [{ groupVersion: "custom.metrics.k8s.io/v1beta2", version: "v1beta2" }],
        preferredVersion: { groupVersion: "custom.metrics.k8s.io/v1beta2", version: "v1beta2" },
      },
    ],
    read: given =>
      new Discovery(transportTo(given), new ManualClock()).version("custom.metrics.k8s.io", [
        "v1beta2",
      ]),
  },
  {
    name: "the body of a failed request",
    usual: [
      {
        body: {
          ...{ kind: "Status", status: "Failure", code: 409, reason: "AlreadyExists" },
          ...{ message: "deployments.apps is forbidden", details: { causes: [{ reason: "x" }] } },
        },
        retryAfter: "5",
      },
    ],
    read: given => {
      const { body, retryAfter } = given as { body?: unknown; retryAfter?: string };
      return [409, 429, 503].map(status => {
        const text = JSON.stringify(body ?? null);
        const error = errorFromResponse("GET x", status, text, retryAfter);
        const notJson = errorFromResponse("GET x", status, text.slice(0, mostBytes.failure), "");
        const blamed = blame(error, { server: "metrics-server", absent: "install it" });
        return [formatKubeError(blamed), formatKubeError(notJson)];
      });
    },
  },
];

export const answers: readonly EntryPoint[] = [
  ...metricsApis,
  ...metricSources,
  ...apiServer,
  ...files,
];
