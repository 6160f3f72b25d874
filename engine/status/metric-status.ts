import type {
  MetricIdentifierStatus,
  MetricStatus as StoredMetric,
  MetricValueStatus,
} from "../../crds/generated/autoscaler.ts";
import type { MetricIdentifier } from "../spec/metric.ts";
import { milliUnits } from "../observation/values/quantity.ts";
import { shortText } from "../short-text.ts";
import type { MetricStatus, MetricValue } from "../recommend/metric-vote.ts";

/** One measured metric for the status; type "" stands for a failed one. */
export function toStoredMetric(metric: MetricStatus): StoredMetric {
  switch (metric.type) {
    case "":
      return { type: "" };
    case "Resource": {
      const { name, current } = metric.resource;
      return { type: "Resource", resource: { name, current: toValue(current) } };
    }
    case "ContainerResource": {
      const { name, container, current } = metric.containerResource;
      const containerResource = { name, container, current: toValue(current) };
      return { type: "ContainerResource", containerResource };
    }
    case "Pods":
      return { type: "Pods", pods: toCustom(metric.pods) };
    case "Object": {
      const { kind, name, apiVersion } = metric.object.describedObject;
      const describedObject = { ...(apiVersion === undefined ? {} : { apiVersion }), kind, name };
      return { type: "Object", object: { describedObject, ...toCustom(metric.object) } };
    }
    case "External":
      return { type: "External", external: toCustom(metric.external) };
  }
}

interface Custom {
  readonly metric: MetricIdentifier;
  readonly current: MetricValue;
}

const toCustom = ({ metric, current }: Custom) => ({
  metric: toIdentifier(metric),
  current: toValue(current),
});

const toIdentifier = ({ name, selector }: MetricIdentifier): MetricIdentifierStatus => ({
  name,
  ...(selector && isShown(selector) && { selector: { ...selector } }),
});

/** A long selector is already in the spec; a copy could make the object exceed etcd's size limit. */
const isShown = (selector: object): boolean => {
  const text = JSON.stringify(selector);
  return shortText(text) === text;
};

const toValue = ({ value, averageValue, averageUtilization }: MetricValue): MetricValueStatus => ({
  ...(value === undefined ? {} : { value }),
  ...(averageValue === undefined ? {} : { averageValue }),
  ...(averageUtilization === undefined ? {} : { averageUtilization }),
});

/** The identity of a metric, without its measured value. */
export const metricIdentity = (metric: StoredMetric): unknown => {
  const source = sourceOf(metric);
  return [metric.type, source && { ...source, current: null }];
};

/** One number that changes with the metric; 0 if nothing was measured. */
export function measuredValue(metric: StoredMetric): number {
  const { averageUtilization, averageValue, value } = sourceOf(metric)?.current ?? {};
  if (averageUtilization !== undefined) return averageUtilization;
  const milli = milliUnits(averageValue ?? value ?? "0");
  return milli.ok ? Number(milli.value) : 0;
}

const sourceOf = (metric: StoredMetric) =>
  metric.resource ?? metric.containerResource ?? metric.pods ?? metric.object ?? metric.external;
