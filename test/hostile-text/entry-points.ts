import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { parseAllDocuments, stringify } from "yaml";

import { parseReview } from "../../admission/parse-review.ts";
import { review } from "../../admission/review.ts";
import { portsOf, problem } from "../../capabilities/admission/testing/ports.ts";
import { validateProposal } from "../../capabilities/admission/review-spec.ts";
import { rulesWith as autoscalerRules } from "../../capabilities/autoscaler/admit.ts";
import { autoscalers } from "../../capabilities/autoscaler/capability.ts";
import { rulesWith as proportionalRules } from "../../capabilities/cluster-proportional-autoscaler/admit.ts";
import { clusterProportionalAutoscalers } from "../../capabilities/cluster-proportional-autoscaler/capability.ts";
import { trimtab } from "../../cli/testing/trimtab.ts";
import type { SourceCredentials } from "../../controller/metric-sources/credential-files.ts";
import { readQueryAnswer } from "../../controller/metric-sources/prometheus-answer.ts";
import { refusal } from "../../controller/metric-sources/query-problems.ts";
import { customSamples, resourceSamples } from "../../engine/observation/pod-sample.ts";
import type { RawAnswer } from "../../engine/observation/observation.ts";
import { parametersFromConfigMap } from "../../engine/recommend/proportional/config-map/config-map-parameters.ts";
import { ok, type Result } from "../../engine/result.ts";
import { parseExternalValues, parseObjectValue } from "../../engine/sources/answers/parse.ts";
import { prometheus } from "../../engine/sources/prometheus.ts";
import { Discovery } from "../../kube/api/discovery.ts";
import { Conversation, type ConversationOptions } from "../../kube/external-scaler/conversation.ts";
import { scalerError } from "../../kube/external-scaler/scaler-errors.ts";
import { CustomMetrics } from "../../kube/metrics/custom-metrics.ts";
import { listExternalMetric } from "../../kube/metrics/external-metrics.ts";
import { listPodMetrics } from "../../kube/metrics/pod-metrics.ts";
import { failure } from "../../kube/testing/failure.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import { CredentialSource } from "../../kube/transport/credentials.ts";

/** A place where text of strangers enters: what is usually read there, and what reads it. */
export interface EntryPoint {
  readonly name: string;
  readonly usual: readonly unknown[];
  readonly read: (given: unknown) => unknown;
}

/** The objects in a file of the repository. */
const load = (file: string): { readonly kind?: string; readonly metadata?: object }[] =>
  parseAllDocuments(readFileSync(join(import.meta.dirname, "../..", file), "utf8")).map(
    document => document.toJS() as object,
  );
const now = Date.parse("2026-01-01T00:00:00Z");
const deadlineMs = 1_000;

const ports = portsOf(problem("TargetNotFound"));
const forReviews = {
  transport: new ScriptedTransport(() => failure("Stopped")),
  pods: { read: () => Promise.resolve(failure("Stopped")) },
  ordersRemovals: true,
};
const noSizes = { matchesNone: () => false };
const rules = [
  autoscalerRules(forReviews),
  proportionalRules(noSizes, { mayRead: () => true }, true),
] as const;
const enqueue = (): void => undefined;
const capabilities = [
  autoscalers({ admit: each => validateProposal(ports, each, rules[0]), enqueue }),
  clusterProportionalAutoscalers({
    admit: each => validateProposal(ports, each, rules[1]),
    enqueue,
  }),
];

const samples = {
  Autoscaler: [
    "behavior",
    "combine",
    "groups",
    "prometheus",
    "schedules",
    "threshold",
    "watermarks",
  ],
  ClusterProportionalAutoscaler: ["configmap", "ladder", "linear"],
};
const annotations = {
  "autoscaling.trimtab.dev/paused-until": "2026-01-01T01:00:00Z",
  "autoscaling.trimtab.dev/paused-reason": "maintenance",
};

function objectsOf(kind: keyof typeof samples): unknown[] {
  const prefix = kind === "Autoscaler" ? "autoscaler" : "cpa";
  const labels = { app: "web" };
  return samples[kind]
    .flatMap(name => load(`crds/samples/${prefix}-${name}.yaml`))
    .filter(object => object.kind === kind)
    .map(object => ({ ...object, metadata: { name: "web", annotations, labels } }));
}

const reviewOf = (kind: keyof typeof samples): EntryPoint => ({
  name: `a review of a kind ${kind}`,
  usual: objectsOf(kind).map(object => ({
    request: {
      ...{ uid: "u", operation: "UPDATE", namespace: "shop", name: "web" },
      kind: { group: "autoscaling.trimtab.dev", version: "v1alpha1", kind },
      userInfo: { username: "ann", groups: ["dev"], extra: { scopes: ["all"] } },
      ...{ object, oldObject: { ...(object as object), spec: {} } },
    },
  })),
  read: async given => {
    const request = parseReview(JSON.stringify(given));
    return request && (await review(capabilities, request, () => undefined));
  },
});

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

const credentials: Partial<SourceCredentials> = { token: "secret" };

const metricSources: readonly EntryPoint[] = [
  {
    name: "an answer of Prometheus",
    usual: ["vector", "scalar", "matrix"].map(resultType => ({
      ...{
        status: "success",
        warnings: ["PromQL info: a rate"],
        errorType: "bad",
        error: "bad data",
      },
      data: {
        resultType,
        result:
          resultType === "vector"
            ? [{ metric: { a: "b" }, value: [now / 1000, "5"] }]
            : [now / 1000, "5"],
      },
    })),
    read: given => {
      const answer = readQueryAnswer(given, { now, maxAgeMs: 60_000 });
      const text = JSON.stringify(given).slice(0, 65_536);
      return [
        answer.ok && prometheus.parse(answer.value, { source: "p", query: "up" }),
        refusal(422, text, { credentials: credentials as SourceCredentials, retryAfter: text }),
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

const kubeconfig = {
  ...{ apiVersion: "v1", kind: "Config", "current-context": "c" },
  clusters: [{ name: "c", cluster: { server: "https://127.0.0.1:6443" } }],
  users: [{ name: "c", user: { token: "abc" } }],
  contexts: [{ name: "c", context: { cluster: "c", user: "c", namespace: "shop" } }],
};

/** Takes the place of a text until the file is written, so that the text is not quoted. */
const place = "HOSTILE";

/** A file with the given object, as YAML without quotes or as JSON. */
function fileOf(given: unknown, text: string, isJson: boolean): string {
  if (isJson) return JSON.stringify(given);
  const marked = JSON.parse(
    JSON.stringify(given).replaceAll(JSON.stringify(text), `"${place}"`),
  ) as unknown;
  return stringify(marked).replaceAll(place, () => text);
}

const verbs = [
  ["validate", "-"],
  ["convert", "-"],
  ["explain", "web", "-f", "-"],
];
const manifests = [
  "hpa",
  "hpa-v1",
  "scaled-object",
  "cluster-proportional",
  "watermark",
  "predictive",
];

/** The command line on files, whose text is given separately. */
export const commands = {
  usual: () => [
    ...objectsOf("Autoscaler"),
    ...objectsOf("ClusterProportionalAutoscaler"),
    ...manifests.flatMap(name => load(`docs/convert/${name}.yaml`)),
  ],
  cases: () => [
    {
      name: "recorded",
      autoscaler: objectsOf("Autoscaler")[0],
      steps: [
        {
          now: "2026-01-01T00:00:00Z",
          scale: { specReplicas: 1, statusReplicas: 1, selector: "a=b" },
          metrics: { pods: { items: metricValues.items } },
        },
      ],
    },
    {
      name: "cpa",
      configMap: { data: { linear: '{"coresPerReplica":2}' } },
      cluster: { totalNodes: 5, schedulableNodes: 4, totalCores: 15, schedulableCores: 13 },
    },
  ],
  verbs,
  run: (verb: readonly string[], given: unknown, text: string, isJson: boolean) =>
    trimtab(verb, { stdin: fileOf(given, text, isJson) }),
  kubeconfig,
  readKubeconfig: async (given: unknown, text: string, isJson: boolean) => {
    const folder = mkdtempSync(join(tmpdir(), "trimtab-"));
    const before = process.env["KUBECONFIG"];
    try {
      process.env["KUBECONFIG"] = join(folder, "config");
      writeFileSync(join(folder, "config"), fileOf(given, text, isJson));
      return await new CredentialSource(new ManualClock()).get();
    } finally {
      if (before === undefined) delete process.env["KUBECONFIG"];
      else process.env["KUBECONFIG"] = before;
      rmSync(folder, { recursive: true });
    }
  },
};

export const entryPoints: readonly EntryPoint[] = [
  reviewOf("Autoscaler"),
  reviewOf("ClusterProportionalAutoscaler"),
  ...metricsApis,
  ...metricSources,
  ...files,
];
