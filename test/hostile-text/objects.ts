import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { parseAllDocuments } from "yaml";

const root = join(import.meta.dirname, "../..");

interface KubeObject {
  readonly kind?: string;
  readonly metadata?: object;
  readonly spec?: object;
}

/** The objects in a file of the repository. */
export const load = (file: string): readonly KubeObject[] =>
  parseAllDocuments(readFileSync(join(root, file), "utf8")).map(
    document => document.toJS() as object,
  );

export const kinds = ["Autoscaler", "ClusterProportionalAutoscaler"] as const;
export type Kind = (typeof kinds)[number];

const annotations = {
  "autoscaling.trimtab.dev/paused-until": "2026-01-01T01:00:00Z",
  "autoscaling.trimtab.dev/paused-reason": "maintenance",
};
const metadata = { name: "web", namespace: "shop", uid: "1", annotations, labels: { app: "web" } };

const target = { type: "AverageValue", averageValue: "7" };
const selector = {
  matchLabels: { app: "web" },
  matchExpressions: [{ key: "tier", operator: "In", values: ["front"] }],
};
const kindOf = { apiVersion: "apps/v1", kind: "Deployment", selector };

/** What no sample has: each field of all types of metrics, and selectors with expressions. */
const others = [
  {
    ...{ targetSelector: kindOf, monitorSelectors: [kindOf], maxReplicas: 5 },
    metrics: [
      {
        type: "Object",
        object: {
          describedObject: { apiVersion: "v1", kind: "Service", name: "web" },
          ...{ metric: { name: "qps", selector }, target },
        },
      },
      { type: "Pods", pods: { metric: { name: "qps", selector }, target } },
      { type: "External", external: { metric: { name: "qps", selector }, target } },
      {
        type: "ExternalScaler",
        externalScaler: {
          ...{ source: "queues", metadata: { queue: "jobs" }, metricName: "queue", target },
        },
      },
    ],
    thresholds: [
      {
        ...{ name: "busy", type: "Value" },
        value: {
          metric: { type: "Prometheus", prometheus: { source: "platform", query: "up" } },
          ...{ comparison: "GreaterThan", value: "1", durationSeconds: 60, increment: 1 },
        },
      },
    ],
  },
];

/** The objects of a kind in all samples, and others with what no sample has. */
export function objectsOf(kind: Kind): readonly (KubeObject & { readonly spec: object })[] {
  const sampled = readdirSync(join(root, "crds/samples"))
    .flatMap(name => load(`crds/samples/${name}`))
    .filter(object => object.kind === kind);
  const apiVersion = "autoscaling.trimtab.dev/v1alpha1";
  const specs = [...sampled.map(({ spec = {} }) => spec), ...(kind === "Autoscaler" ? others : [])];
  return specs.map(spec => ({ apiVersion, kind, metadata, spec }));
}
