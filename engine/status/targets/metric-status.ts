import type {
  MetricIdentifierStatus,
  MetricStatus as StoredMetric,
} from "../../../crds/generated/autoscaler.ts";
import {
  type AnySource,
  type MetricIdentifier,
  namedSource,
  sourceKey,
} from "../../model/spec/metric.ts";
import { milliOrZero } from "../../model/values/quantity.ts";
import { shortText } from "../../model/values/short-text.ts";
import type { MetricStatus, MetricValue } from "../../model/metric-vote.ts";

interface ShownSource extends AnySource {
  readonly current?: MetricValue;
}

/** One measured metric for the status; type "" stands for a failed one. */
export function toStoredMetric(measured: MetricStatus): StoredMetric {
  const { type } = measured;
  if (type === "") return { type };
  const source = namedSource<ShownSource>(measured, {});
  const { metric } = source;
  const shown = { ...source, ...(metric && { metric: toIdentifier(metric) }) };
  return { type, [sourceKey(type)]: shown };
}

const toIdentifier = ({ name, selector }: MetricIdentifier): MetricIdentifierStatus => ({
  name,
  ...(selector && isShown(selector) && { selector }),
});

/** A long selector is already in the spec; a copy could make the object exceed etcd's size limit. */
const isShown = (selector: object): boolean => {
  const text = JSON.stringify(selector);
  return shortText(text) === text;
};

/** The identity of a metric, without its measured value. */
export const metricIdentity = (metric: StoredMetric): unknown => {
  const source = namedSource<ShownSource | undefined>(metric, undefined);
  return [metric.type, source && { ...source, current: null }];
};

/** One number that changes with the metric; 0 if nothing was measured. */
export function measuredValue(metric: StoredMetric): number {
  const { averageUtilization, averageValue, value } =
    namedSource<ShownSource>(metric, {}).current ?? {};
  if (averageUtilization !== undefined) return averageUtilization;
  return Number(milliOrZero(averageValue ?? value ?? "0"));
}
