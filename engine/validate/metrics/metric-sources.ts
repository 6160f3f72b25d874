import type { FieldReader } from "../field-reader.ts";
import { checkMetricSelector } from "./metric-selector.ts";
import { checkMetricTarget, type TargetRule } from "./metric-target.ts";
import {
  containerName,
  containerResourceName,
  describedApiVersion,
  describedKind,
  describedName,
  metricName,
  readName,
  readOptionalName,
  resourceName,
} from "../names/names.ts";

export const metricTypes = ["Resource", "ContainerResource", "Pods", "Object", "External"] as const;

type MetricType = (typeof metricTypes)[number];

const use = "target: {type: Utilization, averageUtilization: 80}";
const average = "target: {type: AverageValue, averageValue: 100}";
const whole = "target: {type: Value, value: 1k}";
const rate = "metric: {name: requests_per_second}";

/** An example source for each type. */
export const examples: Readonly<Record<MetricType, string>> = {
  Resource: `{name: cpu, ${use}}`,
  ContainerResource: `{name: cpu, container: main, ${use}}`,
  Pods: `{${rate}, ${average}}`,
  Object: `{describedObject: {apiVersion: networking.k8s.io/v1, kind: Ingress, name: web}, ${rate}, ${whole}}`,
  External: "{metric: {name: queue_length}, target: {type: AverageValue, averageValue: 30}}",
};

interface MetricSource {
  readonly type: MetricType;
  /** The field that holds the source. */
  readonly key: string;
  readonly check: (source: FieldReader) => void;
  /** The same without the target. */
  readonly identify: (source: FieldReader) => void;
}

export const metricSources: readonly MetricSource[] = [
  { type: "Resource", key: "resource", check: checkResource, identify: identifyResource },
  {
    type: "ContainerResource",
    key: "containerResource",
    check: checkContainerResource,
    identify: identifyContainerResource,
  },
  { type: "Pods", key: "pods", check: checkPods, identify: identifyPods },
  { type: "Object", key: "object", check: checkObject, identify: identifyObject },
  { type: "External", key: "external", check: checkExternal, identify: identifyExternal },
];

const ofResource: TargetRule = {
  counts: ["averageUtilization", "averageValue"],
  typeDecides: false,
  example: use,
  remedy:
    "write averageUtilization: 80 for 80% of the request, or averageValue: 500m or the like for an amount",
};
const ofPods: TargetRule = {
  counts: ["averageValue"],
  typeDecides: false,
  example: average,
  remedy: "write averageValue: 100 or the like: what counts is the average of the pods",
};
const ofExternal: TargetRule = {
  counts: ["averageValue", "value"],
  typeDecides: false,
  example: average,
  remedy:
    "write averageValue: 100 or the like for each pod's part, or value: 1k or the like for the whole",
};
const ofObject: TargetRule = { ...ofExternal, typeDecides: true, example: whole };

function checkResource(source: FieldReader): void {
  checkUse(source, identifyResource(source));
}

function identifyResource(source: FieldReader): string | undefined {
  return measurable(source, readName(source, "name", resourceName, "cpu"));
}

function checkContainerResource(source: FieldReader): void {
  checkUse(source, identifyContainerResource(source));
}

function identifyContainerResource(source: FieldReader): string | undefined {
  const name = readName(source, "name", containerResourceName, "cpu");
  readName(source, "container", containerName, "main");
  return measurable(source, name);
}

function measurable(source: FieldReader, resource: string | undefined): string | undefined {
  if (resource !== undefined && resource !== "cpu" && resource !== "memory") {
    source.warn("name", {
      code: "ResourceUnmeasured",
      message: `metrics-server measures cpu and memory only, not ${resource}`,
      remedy: "write cpu or memory, unless something else here measures it",
    });
  }
  return resource;
}

function checkUse(source: FieldReader, resource: string | undefined): void {
  checkMetricTarget(source, ofResource);
  const { averageUtilization } = (source.raw("target") ?? {}) as { averageUtilization?: unknown };
  if (resource !== "memory" || !(Number(averageUtilization) > 100)) return;
  source.warn("target.averageUtilization", {
    code: "MemoryAboveRequest",
    message: `${String(averageUtilization)}% of the requested memory is never reached by a pod whose limit is its request`,
    remedy: "write 100 or less, unless the limits of the pods exceed their requests",
  });
}

function checkPods(source: FieldReader): void {
  identifyPods(source);
  checkMetricTarget(source, ofPods);
}

function identifyPods(source: FieldReader): void {
  checkIdentifier(source, rate);
}

function checkObject(source: FieldReader): void {
  identifyObject(source);
  checkMetricTarget(source, ofObject);
}

function identifyObject(source: FieldReader): void {
  const described = source.objectOrEmpty("describedObject");
  if (described !== undefined) {
    readOptionalName(described, "apiVersion", describedApiVersion);
    readName(described, "kind", describedKind, "Ingress");
    readName(described, "name", describedName, "web");
  }
  checkIdentifier(source, rate);
}

function checkExternal(source: FieldReader): void {
  identifyExternal(source);
  checkMetricTarget(source, ofExternal);
}

function identifyExternal(source: FieldReader): void {
  checkIdentifier(source, "metric: {name: queue_length}");
}

function checkIdentifier(source: FieldReader, example: string): void {
  const metric = source.objectOrEmpty("metric");
  if (metric === undefined) return;
  metric.require("name", example);
  checkMetricName(metric);
}

export function checkMetricName(metric: FieldReader): void {
  readOptionalName(metric, "name", metricName);
  checkMetricSelector(metric);
}
