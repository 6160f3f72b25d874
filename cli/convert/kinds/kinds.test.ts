import { describe, expect, it } from "vitest";

import type { Fields } from "../../../engine/model/values/json-values.ts";
import { fieldText } from "../conversion.ts";
import { directions, type Target } from "../convert-inputs.ts";

interface Row {
  readonly shows: string;
  readonly object: Fields;
  /** The other objects of the input. */
  readonly among?: readonly Fields[];
  /** What the result's spec contains; null: there is no result. */
  readonly spec: object | null;
  /** Paths of what is lost. */
  readonly lost?: readonly string[];
}

function convert(object: Fields, among: readonly Fields[], to: Target) {
  const kind = directions[to].kinds.find(each => each.matches(object));
  if (!kind) throw new Error("no kind matches");
  return kind.convert(object, { objects: among, keepsArithmetic: true });
}

function itConverts(rows: readonly Row[], to: Target = "trimtab"): void {
  it.each(rows)("$shows", ({ object, among = [], spec, lost = [] }) => {
    const { object: result, fields } = convert(object, among, to);
    if (spec === null) expect(result).toBeNull();
    else expect(result?.["spec"]).toMatchObject(spec);
    const paths = fields.flatMap(({ verdict, from }) =>
      verdict === "lost" ? [fieldText(from ?? [])] : [],
    );
    expect(paths).toEqual(lost);
  });
}

const web = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const cpu = (target: object) => ({ type: "Resource", resource: { name: "cpu", target } });

const office = { timeZone: "Europe/Berlin", start: "0 8 * * 1-5", end: "0 20 * * 1-5" };

describe("a ScaledObject", () => {
  const of = (spec: object, annotations: object = {}): Fields => ({
    ...{ apiVersion: "keda.sh/v1alpha1", kind: "ScaledObject" },
    metadata: { name: "web", annotations },
    spec: { scaleTargetRef: { name: "web" }, minReplicaCount: 1, triggers: [cpu60], ...spec },
  });
  const cpu60 = { type: "cpu", metricType: "Utilization", metadata: { value: "60" } };
  const cpuAt60 = cpu({ type: "Utilization", averageUtilization: 60 });
  const kafka = { type: "kafka", metadata: {} };
  const { timeZone, ...times } = office;
  const cron = (desiredReplicas: string, { name, ...more }: Record<string, string> = {}) => ({
    ...{ type: "cron", metadata: { timezone: timeZone, ...times, desiredReplicas, ...more } },
    ...(name === undefined ? {} : { name }),
  });
  const query = {
    type: "prometheus",
    metadata: {
      serverAddress: "http://Prometheus.monitoring.svc:9090/",
      query: 'sum(rate(http_requests_total{job="web"}[2m]))',
      threshold: "100",
    },
  };
  const queried = (fields: object) => ({
    type: "Prometheus",
    prometheus: {
      ...{ source: "prometheus-monitoring", query: query.metadata.query },
      target: { type: "AverageValue", averageValue: "100" },
      ...fields,
    },
  });
  const scaler = {
    type: "external",
    metadata: { scalerAddress: "Scaler.shop.svc:9090", queue: "jobs", size: 5 },
  };
  const asked = (fields: object = {}) => ({
    type: "ExternalScaler",
    externalScaler: { source: "scaler-shop", metadata: { queue: "jobs", size: "5" }, ...fields },
  });
  const pause = (name: string, value: string) => of({}, { [`autoscaling.keda.sh/${name}`]: value });

  itConverts([
    {
      shows: "gets KEDA's defaults",
      object: of({}),
      spec: { scaleTargetRef: web, minReplicas: 1, maxReplicas: 100, metrics: [cpuAt60] },
    },
    {
      shows: "of an average value",
      object: of({
        triggers: [{ type: "cpu", metricType: "AverageValue", metadata: { value: "500m" } }],
      }),
      spec: { metrics: [cpu({ type: "AverageValue", averageValue: "500m" })] },
    },
    {
      shows: "with the older metadata.type",
      object: of({ triggers: [{ type: "cpu", metadata: { type: "Utilization", value: "60" } }] }),
      spec: { metrics: [cpuAt60] },
    },
    {
      shows: "with a utilization that is no number has no equivalent",
      object: of({ triggers: [{ ...cpu60, metadata: { value: "x" } }] }),
      spec: null,
      lost: ["spec.triggers[0]", "spec.triggers"],
    },
    {
      shows: "without a convertible trigger has no equivalent",
      object: of({ triggers: [kafka] }),
      spec: null,
      lost: ["spec.triggers[0]", "spec.triggers"],
    },
    {
      shows: "with a cron trigger next to a metric gets a minimum in a window",
      object: of({ minReplicaCount: 2, triggers: [cron("10"), cpu60], cooldownPeriod: 5 }),
      spec: {
        ...{ minReplicas: 2, maxReplicas: 100, metrics: [cpuAt60] },
        schedules: [{ ...office, name: "cron-1", minReplicas: 10 }],
      },
    },
    {
      shows: "with several cron triggers gets the largest window first, within the bounds",
      object: of({
        ...{ minReplicaCount: 4, maxReplicaCount: 20 },
        triggers: [cron("3"), cpu60, cron("50", { name: "peak" }), cron("8", { name: "Not One" })],
      }),
      spec: {
        schedules: [
          { ...office, name: "peak", minReplicas: 20 },
          { ...office, name: "cron-4", minReplicas: 8 },
          { ...office, name: "cron-1", minReplicas: 4 },
        ],
      },
    },
    {
      shows: "of cron triggers alone has fixed bounds, in the windows and outside",
      object: of({ minReplicaCount: 2, maxReplicaCount: 20, triggers: [cron("10")] }),
      spec: {
        ...{ minReplicas: 2, maxReplicas: 2 },
        schedules: [{ ...office, name: "cron-1", minReplicas: 10, maxReplicas: 10 }],
      },
    },
    {
      shows: "of a cron trigger and one without an equivalent has no equivalent",
      object: of({ triggers: [cron("10"), kafka] }),
      spec: null,
      lost: ["spec.triggers[1]", "spec.triggers"],
    },
    {
      shows: "of cron triggers that ends at 0 keeps that, because a window ends it",
      object: of({ minReplicaCount: 0, idleReplicaCount: 0, triggers: [cron("10")] }),
      spec: { minReplicas: 0, maxReplicas: 1 },
      lost: ["spec.idleReplicaCount"],
    },
    {
      shows: "of cron triggers without a least size ends at KEDA's default, 0",
      object: of({ minReplicaCount: undefined, triggers: [cron("10")] }),
      spec: { minReplicas: 0, maxReplicas: 1 },
    },
    {
      shows: "with cron and cpu triggers that ends at 0 keeps one replica, and says so",
      object: of({ minReplicaCount: 0, triggers: [cron("10"), cpu60] }),
      spec: { minReplicas: 1, maxReplicas: 100 },
      lost: ["spec.minReplicaCount"],
    },
    {
      shows: "with a cron trigger that cannot be read loses it",
      object: of({
        triggers: [
          ...[cron("10", { timezone: "Mars/Olympus" }), cron("10", { start: "0/5 8 * * *" })],
          ...[cron("many"), { type: "cron" }, cpu60],
        ],
      }),
      spec: { metrics: [cpuAt60] },
      lost: ["spec.triggers[0]", "spec.triggers[1]", "spec.triggers[2]", "spec.triggers[3]"],
    },
    {
      shows: "with one of two triggers keeps that one",
      object: of({ triggers: [kafka, cpu60], idleReplicaCount: 0 }),
      spec: { metrics: [cpuAt60] },
      lost: ["spec.triggers[0]", "spec.idleReplicaCount"],
    },
    {
      shows: "that may be at 0 for cpu has at least 1",
      object: of({ minReplicaCount: 0, cooldownPeriod: 5, idleReplicaCount: 0 }),
      spec: { minReplicas: 1 },
    },
    {
      shows: "of a Prometheus query, and may be at 0",
      object: of({ triggers: [query], minReplicaCount: undefined, pollingInterval: 10 }),
      spec: { minReplicas: 0, metrics: [queried({ whenEmpty: "Zero" })] },
    },
    {
      shows: "of a whole value that must not be empty",
      object: of({
        triggers: [
          {
            ...query,
            metricType: "Value",
            metadata: { ...query.metadata, ignoreNullValues: "false" },
          },
        ],
      }),
      spec: { minReplicas: 1, metrics: [queried({ target: { type: "Value", value: "100" } })] },
    },
    {
      shows: "of a Prometheus query loses what belongs to the source",
      object: of({
        cooldownPeriod: 60,
        triggers: [
          {
            ...query,
            authenticationRef: { name: "creds" },
            metadata: {
              ...query.metadata,
              unsafeSsl: "true",
              activationThreshold: "5",
              timeout: 9,
            },
          },
        ],
      }),
      spec: { metrics: [queried({ whenEmpty: "Zero" })] },
      lost: [
        "spec.triggers[0].metadata.unsafeSsl",
        "spec.triggers[0].metadata.timeout",
        "spec.triggers[0].authenticationRef",
      ],
    },
    {
      shows: "of a Prometheus query that idles has an activation, an idle time and a fallback",
      object: of({
        ...{ minReplicaCount: 0, cooldownPeriod: 60, pollingInterval: 10 },
        fallback: { failureThreshold: 6, replicas: 3 },
        triggers: [{ ...query, metadata: { ...query.metadata, activationThreshold: "5" } }],
      }),
      spec: {
        ...{ minReplicas: 0, idle: { afterSeconds: 60 } },
        metrics: [
          {
            ...queried({ whenEmpty: "Zero" }),
            activation: { value: "5" },
            fallback: { failureDurationSeconds: 60, replicas: 3, behavior: "Static" },
          },
        ],
      },
    },
    {
      shows: "of an external scaler that idles leaves the activation to the scaler",
      object: of({
        ...{ minReplicaCount: 0, cooldownPeriod: 60 },
        triggers: [
          { ...scaler, name: "jobs", metadata: { ...scaler.metadata, activationSize: 2 } },
        ],
      }),
      spec: {
        ...{ minReplicas: 0, idle: { afterSeconds: 60 } },
        metrics: [
          {
            ...{ name: "jobs", type: "ExternalScaler" },
            externalScaler: {
              source: "scaler-shop",
              metadata: { queue: "jobs", size: "5", activationSize: "2" },
            },
          },
        ],
      },
    },
    {
      shows: "keeps the names of triggers that an expression can contain, once each",
      object: of({
        triggers: [
          { ...cpu60, name: "cpu" },
          ...[
            { ...query, name: "cpu" },
            { ...query, name: "not-one" },
          ],
          ...[
            { ...query, name: "current" },
            { ...query, name: "hits" },
          ],
        ],
      }),
      spec: {
        metrics: [
          { ...cpuAt60, name: "cpu" },
          ...[1, 2, 3].map(() => queried({ whenEmpty: "Zero" })),
          { ...queried({ whenEmpty: "Zero" }), name: "hits" },
        ],
      },
    },
    {
      shows: "of a schedule next to a query that can be at 0",
      object: of({ minReplicaCount: 0, triggers: [cron("10"), query] }),
      spec: {
        ...{ minReplicas: 0, maxReplicas: 100, idle: { afterSeconds: 300 } },
        metrics: [queried({ whenEmpty: "Zero" })],
        schedules: [{ ...office, name: "cron-1", minReplicas: 10 }],
      },
    },
    {
      shows: "of a Prometheus query without a threshold has no equivalent",
      object: of({ triggers: [{ type: "prometheus", metadata: { query: "up" } }] }),
      spec: null,
      lost: ["spec.triggers[0]", "spec.triggers"],
    },
    {
      shows: "of a Prometheus query without an address has no equivalent",
      object: of({
        triggers: [{ ...query, metadata: { ...query.metadata, serverAddress: undefined } }],
      }),
      spec: null,
      lost: ["spec.triggers[0]", "spec.triggers"],
    },
    {
      shows: "of a Prometheus query with an empty address next to cpu keeps cpu",
      object: of({
        triggers: [{ ...query, metadata: { ...query.metadata, serverAddress: " " } }, cpu60],
      }),
      spec: { metrics: [cpuAt60] },
      lost: ["spec.triggers[0]"],
    },
    {
      shows: "of a target in a version that is no longer served",
      object: of({ scaleTargetRef: { apiVersion: "apps/v1beta2", name: "web" } }),
      spec: { scaleTargetRef: web },
    },
    {
      shows: "of an external scaler, and may be at 0",
      object: of({ triggers: [scaler], minReplicaCount: undefined }),
      spec: { minReplicas: 0, metrics: [asked()] },
    },
    {
      shows: "of an external scaler that pushes, for a whole value",
      object: of({ triggers: [{ ...scaler, type: "external-push", metricType: "Value" }] }),
      spec: { minReplicas: 1, metrics: [asked({ push: true, target: { type: "Value" } })] },
    },
    {
      shows: "of an external scaler loses what belongs to the source",
      object: of({
        triggers: [
          {
            ...scaler,
            authenticationRef: { name: "creds" },
            metadata: {
              ...scaler.metadata,
              ...{ enableTLS: "true", caCert: "PEM", unsafeSsl: "true", keyFromEnv: "KEY" },
            },
          },
        ],
      }),
      spec: { minReplicas: 1, metrics: [asked()] },
      lost: [
        "spec.triggers[0].metadata.enableTLS",
        "spec.triggers[0].metadata.caCert",
        "spec.triggers[0].metadata.unsafeSsl",
        "spec.triggers[0].metadata.keyFromEnv",
        "spec.triggers[0].authenticationRef",
      ],
    },
    {
      shows: "of an external scaler at an IP address, without metadata",
      object: of({
        triggers: [{ type: "external", metadata: { scalerAddress: "10.0.0.1:9090" } }],
      }),
      spec: {
        minReplicas: 1,
        metrics: [{ type: "ExternalScaler", externalScaler: { source: "10-0-0-1" } }],
      },
    },
    {
      shows: "of an external scaler without an address has no equivalent",
      object: of({ triggers: [{ type: "external", metadata: {} }] }),
      spec: null,
      lost: ["spec.triggers[0]", "spec.triggers"],
    },
    {
      shows: "with a formula loses it",
      object: of({ advanced: { scalingModifiers: { formula: "a+b" } } }),
      spec: {},
      lost: ["spec.advanced.scalingModifiers"],
    },
    {
      shows: "with an unknown field loses it",
      object: of({ newField: 1 }),
      spec: {},
      lost: ["spec.newField"],
    },
    { shows: "paused", object: pause("paused", "yes"), spec: { mode: "Paused" } },
    { shows: "paused=false", object: pause("paused", "false"), spec: { minReplicas: 1 } },
    {
      shows: "paused at a size",
      object: pause("paused-replicas", "4"),
      spec: { mode: "Paused" },
      lost: ["metadata.annotations[autoscaling.keda.sh/paused-replicas]"],
    },
    {
      shows: "paused-scale-out",
      object: pause("paused-scale-out", "true"),
      spec: { behavior: { scaleUp: { selectPolicy: "Disabled" } } },
    },
  ]);
});

describe("a cluster-proportional-autoscaler", () => {
  const of = (...args: readonly string[]): Fields => ({
    ...{ apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a", namespace: "dns" } },
    spec: {
      template: { spec: { containers: [{ image: "cluster-proportional-autoscaler:1", args }] } },
    },
  });
  const target = "--target=Deployment/web, replicationcontroller/b";
  const refs = [web, { apiVersion: "v1", kind: "ReplicationController", name: "b" }];
  const configMap = (data: object, namespace = "dns"): Fields => ({
    ...{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c", namespace }, data },
  });
  const flag = (index: number): string => `spec.template.spec.containers[0].args[${index}]`;
  const ladder = { ladder: '{"nodesToReplicas":[[1,1],[5,3]],"includeUnschedulableNodes":true}' };

  itConverts([
    {
      shows: "reads a ConfigMap live that is not there",
      object: of(target, "--configmap=c"),
      spec: { scaleTargetRefs: refs, configMapRef: { name: "c" }, algorithm: "CPA-1.10" },
    },
    {
      shows: "of another namespace, too",
      object: of(target, "--configmap", "c"),
      among: [configMap(ladder, "other")],
      spec: { configMapRef: { name: "c" } },
    },
    {
      shows: "with default parameters",
      object: of(
        target,
        "--configmap=c",
        '--default-params={"linear":{"coresPerReplica":8,"min":2,"max":0}}',
      ),
      spec: {
        configMapRef: { name: "c", default: { linear: { coresPerReplica: 8, minReplicas: 2 } } },
        nodes: { unschedulable: "Ignore" },
      },
    },
    {
      shows: "with parameters that are no JSON",
      object: of(target, "--configmap=c", "--default-params={"),
      spec: { configMapRef: { name: "c" } },
      lost: [flag(2)],
    },
    {
      shows: "takes a ladder from its ConfigMap",
      object: of(target, "--configmap=c"),
      among: [configMap(ladder)],
      spec: {
        ladder: {
          nodesToReplicas: [
            { nodes: 1, replicas: 1 },
            { nodes: 5, replicas: 3 },
          ],
        },
        nodes: { unschedulable: "Count" },
      },
    },
    {
      shows: "says that unschedulable nodes do not count, as upstream's default is",
      object: of(target, "--configmap=c"),
      among: [configMap({ ladder: '{"nodesToReplicas":[[1,1]]}' })],
      spec: { nodes: { unschedulable: "Ignore" } },
    },
    {
      shows: "with an invalid ConfigMap has no equivalent",
      object: of(target, "--configmap=c"),
      among: [configMap({ linear: "{" })],
      spec: null,
      lost: [flag(1)],
    },
    {
      shows: "without a target has no equivalent",
      object: of("--configmap=c"),
      spec: null,
      lost: [""],
    },
    { shows: "without a ConfigMap has no equivalent", object: of(target), spec: null, lost: [""] },
    {
      shows: "with a selector",
      object: of(target, "--configmap=c", "--nodelabels=a=b,!c,d,e!=f,g in (h, i),j notin (k)"),
      spec: {
        nodes: {
          selector: {
            matchLabels: { a: "b" },
            matchExpressions: [
              { key: "c", operator: "DoesNotExist" },
              { key: "d", operator: "Exists" },
              { key: "e", operator: "NotIn", values: ["f"] },
              { key: "g", operator: "In", values: ["h", "i"] },
              { key: "j", operator: "NotIn", values: ["k"] },
            ],
          },
        },
      },
    },
    {
      shows: "with a malformed selector",
      object: of(target, "--configmap=c", "--nodelabels=a=b=c"),
      spec: {},
      lost: [flag(2)],
    },
  ]);
});

describe("a WatermarkPodAutoscaler", () => {
  const of = (spec: object): Fields => ({
    ...{
      apiVersion: "datadoghq.com/v1alpha1",
      kind: "WatermarkPodAutoscaler",
      metadata: { name: "web" },
    },
    spec: { scaleTargetRef: web, maxReplicas: 9, tolerateZero: true, metrics: [external], ...spec },
  });
  const external = {
    type: "External",
    external: { metricName: "q", highWatermark: "10", lowWatermark: 5 },
  };
  const resource = { type: "Resource", resource: { name: "cpu", highWatermark: "500m" } };
  const tolerance = (scaleUp: string, scaleDown: string) => ({
    behavior: { scaleUp: { tolerance: scaleUp }, scaleDown: { tolerance: scaleDown } },
  });

  itConverts([
    {
      shows: "compares a total by default",
      object: of({}),
      spec: {
        metrics: [
          {
            type: "External",
            external: { metric: { name: "q" }, target: { type: "Value", value: "10" } },
          },
        ],
        ...tolerance("100m", "550m"),
      },
    },
    {
      shows: "averages a resource",
      object: of({ algorithm: "average", tolerance: "0", metrics: [resource] }),
      spec: {
        metrics: [cpu({ type: "AverageValue", averageValue: "500m" })],
        ...tolerance("0m", "0m"),
      },
    },
    {
      shows: "with the low watermark above the high one has no equivalent",
      object: of({
        metrics: [{ ...external, external: { ...external.external, lowWatermark: "11" } }],
        scaleDownLimitFactor: 1,
        recommender: {},
      }),
      spec: null,
      lost: ["spec.metrics[0]"],
    },
    {
      shows: "with one of two metrics inverted has no equivalent",
      object: of({
        metrics: [
          external,
          { ...external, external: { metricName: "r", highWatermark: "1", lowWatermark: "1001m" } },
        ],
      }),
      spec: null,
      lost: ["spec.metrics[1]"],
    },
    {
      shows: "with equal watermarks",
      object: of({
        metrics: [{ ...external, external: { ...external.external, lowWatermark: "10" } }],
      }),
      spec: tolerance("100m", "100m"),
    },
    {
      shows: "of a target in a version that is no longer served",
      object: of({
        scaleTargetRef: { kind: "Deployment", apiVersion: "extensions/v1beta1", name: "web" },
      }),
      spec: { scaleTargetRef: web },
    },
    {
      shows: "of the sum of a resource has no equivalent",
      object: of({ metrics: [resource] }),
      spec: null,
      lost: ["spec.metrics[0]", "spec.metrics"],
    },
    {
      shows: "that never scales down",
      object: of({ scaleDownLimitFactor: 0 }),
      spec: { behavior: { scaleDown: { selectPolicy: "Disabled" } } },
    },
    { shows: "in dry run", object: of({ dryRun: true }), spec: { mode: "DryRun" } },
    {
      shows: "in whole groups",
      object: of({ replicaScalingAbsoluteModulo: 3, minReplicas: 3 }),
      spec: { replicaMultiple: 3 },
    },
    {
      shows: "in groups, part of which the bounds cut off,",
      object: of({ replicaScalingAbsoluteModulo: 4 }),
      spec: { replicaMultiple: 4 },
    },
    {
      shows: "in groups larger than the maximum loses them",
      object: of({ replicaScalingAbsoluteModulo: 10 }),
      spec: {},
      lost: ["spec.replicaScalingAbsoluteModulo"],
    },
    {
      shows: "of cpu keeps the delay of readiness",
      object: of({ algorithm: "average", metrics: [resource], readinessDelaySeconds: 20 }),
      spec: { initialReadinessDelaySeconds: 20 },
    },
    {
      shows: "of a queue loses the delay of readiness",
      object: of({ readinessDelaySeconds: 20 }),
      spec: {},
      lost: ["spec.readinessDelaySeconds"],
    },
    {
      shows: "with a recommender has no equivalent",
      object: of({ metrics: [], recommender: { url: "x" } }),
      spec: null,
      lost: ["spec.metrics", "spec.recommender"],
    },
  ]);
});

describe("a PredictiveHorizontalPodAutoscaler", () => {
  const of = (spec: object): Fields => ({
    ...{ apiVersion: "jamiethompson.me/v1alpha1", kind: "PredictiveHorizontalPodAutoscaler" },
    ...{
      metadata: { name: "web" },
      spec: { scaleTargetRef: web, maxReplicas: 9, models: [], ...spec },
    },
  });

  itConverts([
    {
      shows: "with defaults",
      object: of({
        syncPeriod: 15_000,
        tolerance: 0.1,
        downscaleStabilization: 300,
        cpuInitializationPeriod: 300,
      }),
      spec: { maxReplicas: 9 },
    },
    {
      shows: "with a fast period",
      object: of({ syncPeriod: 500 }),
      spec: { syncPeriodSeconds: 3 },
    },
    {
      shows: "with its own start of pods",
      object: of({ initialReadinessDelay: 5, cpuInitializationPeriod: 60 }),
      spec: { initialReadinessDelaySeconds: 5, cpuInitializationPeriodSeconds: 60 },
    },
    {
      shows: "keeps the behavior that is there since 0.12",
      object: of({
        behavior: {
          scaleUp: { policies: [{ type: "Pods", value: 2, periodSeconds: 60 }] },
          scaleDown: { stabilizationWindowSeconds: 30, selectPolicy: "Min" },
        },
        tolerance: 0.2,
      }),
      spec: {
        behavior: {
          scaleUp: {
            policies: [{ type: "Pods", value: 2, periodSeconds: 60 }],
            tolerance: "0.2",
          },
          scaleDown: { stabilizationWindowSeconds: 30, selectPolicy: "Min", tolerance: "0.2" },
        },
      },
    },
    {
      shows: "keeps the window of an older release",
      object: of({ downscaleStabilization: 60 }),
      spec: { behavior: { scaleDown: { stabilizationWindowSeconds: 60 } } },
    },
    {
      shows: "with windows of both releases keeps that of its behavior",
      object: of({
        downscaleStabilization: 60,
        behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
      }),
      spec: { behavior: { scaleDown: { stabilizationWindowSeconds: 0 } } },
    },
    {
      shows: "with a behavior of scale-up only keeps the window of an older release",
      object: of({
        downscaleStabilization: 60,
        behavior: { scaleUp: { selectPolicy: "Disabled" } },
      }),
      spec: {
        behavior: {
          scaleUp: { selectPolicy: "Disabled" },
          scaleDown: { stabilizationWindowSeconds: 60 },
        },
      },
    },
    {
      shows: "with models",
      object: of({ models: [{ type: "Linear" }] }),
      spec: {},
      lost: ["spec.models[0]"],
    },
  ]);
});

describe("an Autoscaler, as an HPA,", () => {
  const of = (spec: object, annotations: object = {}): Fields => ({
    ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler" },
    metadata: { name: "web", annotations },
    spec: { scaleTargetRef: web, maxReplicas: 9, algorithm: "HPA-1.36", ...spec },
  });
  const busy = { name: "busy", type: "Value", value: {} };
  const metrics = [cpu({ type: "Utilization", averageUtilization: 60 })];

  const rows: Row[] = [
    {
      shows: "under Trimtab-1 has a behavior",
      object: of({ algorithm: "Trimtab-1" }),
      spec: { behavior: {} },
    },
    {
      shows: "with defaults",
      object: of({
        mode: "Active",
        syncPeriodSeconds: 15,
        cooldown: { scaleUpSeconds: 0 },
        rollout: { scaleDown: "Allow" },
        selectionStrategy: "LabelSelector",
      }),
      spec: { maxReplicas: 9 },
    },
    {
      shows: "with metrics that have more than those of an HPA",
      object: of({
        metrics: [{ ...metrics[0], fallback: { replicas: 3 }, activation: { value: 5 } }],
        idle: { afterSeconds: 60 },
      }),
      spec: { metrics },
      lost: ["spec.metrics[0].fallback", "spec.metrics[0].activation", "spec.idle"],
    },
    {
      shows: "with a metric of another type keeps the others",
      object: of({
        metrics: [
          { type: "Prometheus", prometheus: { source: "a", query: "b" } },
          { ...metrics[0], fallback: { replicas: 3 } },
          { type: "ExternalScaler", externalScaler: { source: "a" } },
          cpu({ type: "AverageValue", averageValue: "1" }),
        ],
      }),
      spec: { metrics: [...metrics, cpu({ type: "AverageValue", averageValue: "1" })] },
      lost: ["spec.metrics[0]", "spec.metrics[1].fallback", "spec.metrics[2]"],
    },
    {
      shows: "with metrics of other types only has no equivalent",
      object: of({
        ...{ mode: "DryRun", schedules: [office] },
        metrics: [{ type: "Prometheus", prometheus: { source: "a", query: "b" } }],
      }),
      spec: null,
      lost: ["spec.metrics[0]", "spec.metrics"],
    },
    {
      shows: "with what an HPA lacks",
      object: of({
        mode: "DryRun",
        syncPeriodSeconds: 5,
        metrics,
        thresholds: [busy],
        cooldown: { scaleUpSeconds: 5 },
        rollout: { scaleDown: "Hold" },
        healthGate: {},
        selectionStrategy: "OwnerReference",
        monitorSelectors: [{}],
        combine: { expression: "cpu" },
        replicaMultiple: 3,
        cpuInitializationPeriodSeconds: 0,
        initialReadinessDelaySeconds: 0,
        schedules: [office],
      }),
      spec: { metrics },
      lost: [
        "spec.mode",
        "spec.syncPeriodSeconds",
        "spec.thresholds[0]",
        "spec.cooldown.scaleUpSeconds",
        "spec.rollout",
        "spec.healthGate",
        "spec.selectionStrategy",
        "spec.monitorSelectors",
        "spec.combine",
        "spec.replicaMultiple",
        "spec.cpuInitializationPeriodSeconds",
        "spec.initialReadinessDelaySeconds",
        "spec.schedules",
      ],
    },
    {
      shows: "with groups of one and a metric's name",
      object: of({ replicaMultiple: 1, metrics: [{ ...metrics[0], name: "cpu" }] }),
      spec: { metrics },
    },
    {
      shows: "of schedules only has no equivalent",
      object: of({ schedules: [{ ...office, name: "office", minReplicas: 3 }] }),
      spec: null,
      lost: ["spec.schedules"],
    },
    {
      shows: "of thresholds only has no equivalent",
      object: of({ thresholds: [busy] }),
      spec: null,
      lost: ["spec.thresholds"],
    },
    {
      shows: "of a selector has no equivalent",
      object: of({ targetSelector: {} }),
      spec: null,
      lost: ["spec.targetSelector"],
    },
    {
      shows: "that is paused",
      object: of({}, { "autoscaling.trimtab.dev/paused-until": "x" }),
      spec: {},
      lost: ["metadata.annotations[autoscaling.trimtab.dev/paused-until]"],
    },
    {
      shows: "that counts nodes has no equivalent",
      object: { ...of({}), kind: "ClusterProportionalAutoscaler" },
      spec: null,
      lost: [""],
    },
  ];
  itConverts(rows, "hpa");
});

describe("an HPA of autoscaling/v1", () => {
  const prefix = "autoscaling.alpha.kubernetes.io";
  const of = (key: string, value: unknown): Fields => ({
    ...{ apiVersion: "autoscaling/v1", kind: "HorizontalPodAutoscaler" },
    metadata: { name: "web", annotations: { [`${prefix}/${key}`]: JSON.stringify(value) } },
    spec: { scaleTargetRef: web, maxReplicas: 9 },
  });
  const metric = (type: string, key: string, source: object) =>
    of("metrics", [{ type, [key]: source }]);
  const ingress = { kind: "Ingress", name: "web" };

  itConverts([
    {
      shows: "has a resource",
      object: metric("Resource", "resource", { name: "memory", targetAverageUtilization: 50 }),
      spec: {
        metrics: [
          {
            type: "Resource",
            resource: { name: "memory", target: { type: "Utilization", averageUtilization: 50 } },
          },
        ],
      },
    },
    {
      shows: "has a container",
      object: metric("ContainerResource", "containerResource", {
        name: "cpu",
        container: "app",
        targetAverageValue: "1",
      }),
      spec: {
        metrics: [
          {
            containerResource: {
              container: "app",
              target: { type: "AverageValue", averageValue: "1" },
            },
          },
        ],
      },
    },
    {
      shows: "has an object",
      object: metric("Object", "object", { target: ingress, metricName: "qps", targetValue: "5" }),
      spec: {
        metrics: [
          {
            object: {
              describedObject: ingress,
              metric: { name: "qps" },
              target: { type: "Value", value: "5" },
            },
          },
        ],
      },
    },
    {
      shows: "has a share of an object",
      object: metric("Object", "object", {
        target: ingress,
        metricName: "qps",
        targetValue: "0",
        averageValue: "2",
      }),
      spec: { metrics: [{ object: { target: { type: "AverageValue", averageValue: "2" } } }] },
    },
    {
      shows: "has an external metric",
      object: metric("External", "external", {
        metricName: "q",
        metricSelector: { matchLabels: { a: "b" } },
        targetAverageValue: "3",
      }),
      spec: {
        metrics: [
          {
            external: {
              metric: { name: "q", selector: { matchLabels: { a: "b" } } },
              target: { type: "AverageValue", averageValue: "3" },
            },
          },
        ],
      },
    },
    {
      shows: "has a malformed annotation",
      object: of("metrics", "x"),
      spec: { maxReplicas: 9 },
      lost: [`metadata.annotations[${prefix}/metrics]`],
    },
    { shows: "has conditions", object: of("conditions", []), spec: { maxReplicas: 9 } },
  ]);
});
