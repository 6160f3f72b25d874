import { type Fields, isFields, jsonIn, listOf } from "../../../engine/model/values/json-values.ts";
import type { Path } from "../../../engine/schema/object-schema.ts";
import type { Draft } from "../conversion.ts";
import {
  autoscalerFrom,
  copyAnnotations,
  type Context,
  copyBehavior,
  copyTargetRef,
  copyWithQuantities,
  type SourceKind,
} from "./source-kind.ts";

/** A version of the HorizontalPodAutoscaler; `write` converts what it has in a form of its own. */
const hpaOf = (
  apiVersion: RegExp,
  annotations: readonly string[],
  write: (draft: Draft) => void,
): SourceKind =>
  autoscalerFrom("HorizontalPodAutoscaler", apiVersion, (draft, context) => {
    copyAnnotations(draft, annotations);
    copyTarget(draft);
    write(draft);
    writeAlgorithm(draft, context);
  });

/** autoscaling/v2, and v2beta2, which has the same fields. */
export const hpa = hpaOf(/^autoscaling\/v2(beta2)?$/, [], draft => {
  draft.copy("spec", "selectionStrategy");
  copyWithQuantities(draft, ["spec", "metrics"]);
  copyBehavior(draft, ["spec", "behavior"]);
});

export function copyTarget(draft: Draft): void {
  copyTargetRef(draft);
  draft.copy("spec", "minReplicas");
  draft.copy("spec", "maxReplicas");
}

/** Trimtab-1 is the default. */
export function writeAlgorithm(draft: Draft, { keepsArithmetic }: Context): void {
  if (!keepsArithmetic) return;
  draft.add(["spec", "algorithm"], "HPA-1.36", "decides as a HorizontalPodAutoscaler does");
}

const prefix = "autoscaling.alpha.kubernetes.io";
/** They hold, as JSON, what v1 has no fields for. */
const metricsKey = `${prefix}/metrics`;
const behaviorKey = `${prefix}/behavior`;
const ofStatus = [`${prefix}/conditions`, `${prefix}/current-metrics`];

const asV2 = "the same in the form of autoscaling/v2";

/**
 * Source  pkg/apis/autoscaling/v1/conversion.go of Kubernetes 1.36.1: metrics of the annotation come
 *         first, and an unreadable annotation counts as none.
 */
export const hpaV1 = hpaOf(/^autoscaling\/v1$/, [metricsKey, behaviorKey, ...ofStatus], draft => {
  for (const key of ofStatus) draft.omit(["metadata", "annotations", key], "part of the status");
  convertMetrics(draft);
  convertBehavior(draft);
});

/** autoscaling/v2beta1: the metrics have the form of v1's annotation; behavior is in an annotation, as in v1. */
export const hpaV2beta1 = hpaOf(/^autoscaling\/v2beta1$/, [behaviorKey], draft => {
  const metrics = ["spec", "metrics"];
  const items = draft.itemsAt(...metrics);
  if (items.length === 0) draft.copy(...metrics);
  else draft.set(metrics, []);
  for (const [metric, path] of items) convertMetric(draft, metric, path);
  convertBehavior(draft);
});

function convertMetric(draft: Draft, metric: unknown, path: Path): void {
  if (!isFields(metric)) {
    draft.copy(...path);
    return;
  }
  draft.change(path, path, toV2(metric), asV2);
  const [key = "", source] = sourceOf(metric);
  if (!isFields(source)) return;
  for (const field of Object.keys(source)) {
    const isKnown = known.has(field)
      ? !isFields(source[field]) || key !== "resource"
      : isAmount(field);
    if (!isKnown) draft.lose([...path, key, field], "autoscaling/v2beta1 has no such field");
  }
}

const known = new Set(["name", "container", "metricName", "metricSelector", "selector", "target"]);

const isAmount = (field: string): boolean =>
  /^(targetAverage(Utilization|Value)|targetValue|averageValue)$/.test(field);

function convertMetrics(draft: Draft): void {
  const from = ["metadata", "annotations", metricsKey];
  const list = listOf(jsonAt(draft, metricsKey)).filter(isFields);
  if (list.length > 0) {
    draft.change(from, ["spec", "metrics"], list.map(toV2), asV2);
  } else draft.lose(from, "is not JSON with a list of metrics; the API server ignores it, too");
  const cpu = ["spec", "targetCPUUtilizationPercentage"];
  const percent = draft.at(...cpu);
  if (percent === undefined) return;
  const target = { type: "Utilization", averageUtilization: percent };
  const metric = { type: "Resource", resource: { name: "cpu", target } };
  draft.change(cpu, ["spec", "metrics", String(list.length)], metric, asV2);
}

function convertBehavior(draft: Draft): void {
  const from = ["metadata", "annotations", behaviorKey];
  const behavior = withLowerCaseKeys(jsonAt(draft, behaviorKey));
  if (isFields(behavior)) draft.change(from, ["spec", "behavior"], behavior, asV2);
  else draft.lose(from, "is not JSON with a behavior; the API server ignores it, too");
}

const jsonAt = (draft: Draft, key: string): unknown =>
  jsonIn(String(draft.at("metadata", "annotations", key)));

/** The annotation has the names of a Go type: ScaleUp, StabilizationWindowSeconds. */
function withLowerCaseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLowerCaseKeys);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null)
      .map(([key, field]) => [
        key.charAt(0).toLowerCase() + key.slice(1),
        withLowerCaseKeys(field),
      ]),
  );
}

/** A metric of the annotation, which has other names for the same fields. */
function toV2(metric: Fields): Fields {
  const [key = "", source] = sourceOf(metric);
  const convert = Object.hasOwn(sources, key) ? sources[key as keyof typeof sources] : undefined;
  if (!convert || !isFields(source)) return metric;
  return { type: metric["type"], [key]: withoutAbsent(convert(source)) };
}

const sourceOf = (metric: Fields): readonly [key?: string, source?: unknown] =>
  Object.entries(metric).find(([, field]) => isFields(field)) ?? [];

const withoutAbsent = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field !== undefined && field !== null)
      .map(([key, field]) => [key, isFields(field) ? withoutAbsent(field) : field]),
  );

const isZero = (quantity: unknown): boolean =>
  quantity === undefined ||
  quantity === 0 ||
  (typeof quantity === "string" && /^0\D*$/.test(quantity));

const usage = ({ targetAverageUtilization, targetAverageValue }: Fields): Fields => ({
  type: targetAverageUtilization === undefined ? "AverageValue" : "Utilization",
  averageUtilization: targetAverageUtilization,
  averageValue: targetAverageValue,
});

const sources = {
  resource: (source: Fields): Fields => ({ name: source["name"], target: usage(source) }),
  containerResource: (source: Fields): Fields => ({
    ...{ name: source["name"], container: source["container"], target: usage(source) },
  }),
  pods: ({ metricName, selector, targetAverageValue }: Fields): Fields => ({
    metric: { name: metricName, selector },
    target: { type: "AverageValue", averageValue: targetAverageValue },
  }),
  object: ({ target, metricName, selector, targetValue, averageValue }: Fields): Fields => ({
    ...{ describedObject: target, metric: { name: metricName, selector } },
    target: {
      type: averageValue === undefined ? "Value" : "AverageValue",
      // v1 cannot omit it.
      value: averageValue !== undefined && isZero(targetValue) ? undefined : targetValue,
      averageValue,
    },
  }),
  external: ({ metricName, metricSelector, targetValue, targetAverageValue }: Fields): Fields => ({
    metric: { name: metricName, selector: metricSelector },
    target: {
      type: targetValue === undefined ? "AverageValue" : "Value",
      ...{ value: targetValue, averageValue: targetAverageValue },
    },
  }),
};
