import { milliUnits } from "../../../engine/model/values/quantity.ts";
import type { LoadedResource } from "../../cluster/operator/load.ts";
import type {
  DescribedObject,
  LabelSelector,
  MetricSpec,
  MetricTarget,
  Threshold,
  ThresholdMetric,
} from "../../../crds/generated/autoscaler.ts";
import type { SampleSpec } from "./sample-spec.ts";
import { metricIn } from "./sources.ts";

/**
 * What a sample scales by.
 *
 * podLoad  the normal load of one pod, in thousandths
 * low      the share of it that is certainly low
 * shared   how the value relates to the load: "each" pod has its share of the load; "whole": one value, the
 *          load; "split": one value that decreases as pods are added, like a latency
 */
export interface Measure {
  readonly source: MeasureSource;
  readonly podLoad: number;
  readonly low: number;
  readonly shared: "each" | "whole" | "split";
}

export type MeasureSource =
  | { readonly kind: "used"; readonly resource: LoadedResource }
  | { readonly kind: "pods" | "external"; readonly metric: string; readonly labels: Labels }
  | { readonly kind: "prometheus"; readonly metric: string }
  | { readonly kind: "scaler" }
  | {
      readonly kind: "object";
      readonly metric: string;
      readonly labels: Labels;
      readonly object: DescribedObject;
    };

type Labels = Readonly<Record<string, string>>;
/** Of a pod, in thousandths. */
export type Requests = Readonly<Record<LoadedResource, number>>;

const little = 0.2;
const cpuAt80Percent: MetricSpec = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } },
};

/** Everything that a spec measures, without duplicates: a threshold may use the same metric as `metrics`. */
export function measuresOf(spec: SampleSpec, requests: Requests): Measure[] {
  const { metrics = [], thresholds = [], schedules = [] } = spec;
  const isEmpty = metrics.length + thresholds.length + schedules.length === 0;
  const asked = [
    ...(isEmpty ? [cpuAt80Percent] : metrics).map(metric => ofMetric(metric, requests)),
    ...thresholds.map(threshold => ofThreshold(threshold, thresholds, requests)),
  ];
  const bySource = new Map<string, Measure>();
  for (const measure of asked) {
    const key = JSON.stringify(measure.source);
    const known = bySource.get(key);
    bySource.set(key, known ? { ...known, low: Math.min(known.low, measure.low) } : measure);
  }
  return [...bySource.values()];
}

function ofMetric(metric: MetricSpec, requests: Requests): Measure {
  const used = usedBy(metric);
  const { averageUtilization, averageValue, value } = targetOf(metric);
  return {
    source: sourceOf(metric),
    podLoad:
      used && averageUtilization != null
        ? percentOf(requestOf(requests, used.name), averageUtilization)
        : milli(averageValue ?? value ?? 0),
    low: little,
    shared: isOfPods(metric) ? "each" : averageValue === undefined ? "split" : "whole",
  };
}

function targetOf(metric: MetricSpec): Partial<MetricTarget> {
  const used = metric.resource ?? metric.containerResource;
  const asked = metric.pods ?? metric.object ?? metric.external;
  return (used ?? asked ?? metric.prometheus ?? metric.externalScaler)?.target ?? {};
}

const isOfPods = ({ type }: ThresholdMetric): boolean =>
  !["Object", "External", "Prometheus", "ExternalScaler"].includes(type);

const requestOf = (requests: Requests, resource: string): number =>
  requests[resource as LoadedResource];

const percentOf = (request: number, percent: number | string): number =>
  (request * Number(percent)) / 100;

const usedBy = ({ resource, containerResource }: ThresholdMetric) => resource ?? containerResource;
const toldBy = ({ pods, object, external }: ThresholdMetric) => pods ?? object ?? external;

function ofThreshold(threshold: Threshold, all: readonly Threshold[], requests: Requests): Measure {
  const { intention, value } = threshold;
  if (intention) return ofIntention(intention, requests);
  if (!value) throw new Error(`threshold ${threshold.name} has neither value nor intention`);
  const { metric, valueType } = value;
  const used = usedBy(metric);
  const unit = (amount: number | string): number =>
    used && valueType === "Utilization"
      ? percentOf(requestOf(requests, used.name), amount)
      : milli(amount);
  const sameMetric = all.flatMap(({ value: other }) =>
    other && JSON.stringify(other.metric) === JSON.stringify(metric) ? [other] : [],
  );
  const isUpper = ({ comparison }: { comparison: string }): boolean =>
    comparison.startsWith("Greater");
  const uppers = sameMetric.filter(isUpper).map(other => unit(other.value));
  const lowers = sameMetric.filter(other => !isUpper(other)).map(other => unit(other.value));
  // A lower threshold alone does not define a high load: use twice as much.
  const podLoad = uppers.length > 0 ? Math.min(...uppers) : 2 * Math.max(...lowers);
  const isEach = isOfPods(metric);
  return {
    source: sourceOf(metric),
    podLoad,
    low: Math.min(little, (0.8 * Math.min(Infinity, ...lowers)) / podLoad),
    shared: isEach ? "each" : valueType === "AverageValue" ? "whole" : "split",
  };
}

const perSecond = { name: "http_requests_per_second" };
const resourceOf: Readonly<Record<string, LoadedResource>> = {
  CPUUtilization: "cpu",
  MemoryUtilization: "memory",
};

function ofIntention(
  { intent, metric = perSecond, value }: NonNullable<Threshold["intention"]>,
  requests: Requests,
): Measure {
  const resource = resourceOf[intent];
  const shape: MetricSpec = resource
    ? {
        type: "Resource",
        resource: { name: resource, target: { type: "Utilization", averageUtilization: +value } },
      }
    : { type: "Pods", pods: { metric, target: { type: "AverageValue", averageValue: value } } };
  return ofMetric(shape, requests);
}

function sourceOf(metric: ThresholdMetric): MeasureSource {
  const used = usedBy(metric);
  if (used) return { kind: "used", resource: used.name as LoadedResource };
  if (metric.prometheus) return { kind: "prometheus", metric: metricIn(metric.prometheus.query) };
  if (metric.externalScaler) return { kind: "scaler" };
  const told = toldBy(metric);
  if (!told) throw new Error(`a metric of type ${metric.type} has no source of that name`);
  const named = { metric: told.metric.name, labels: labelsFor(told.metric.selector) };
  if (metric.object) return { kind: "object", ...named, object: metric.object.describedObject };
  return { kind: metric.pods ? "pods" : "external", ...named };
}

/** Labels that match this selector. */
export function labelsFor(selector: LabelSelector | undefined): Labels {
  const { matchLabels, matchExpressions } = selector ?? {};
  const wanted = (matchExpressions ?? []).flatMap(({ key, operator, values }) =>
    operator === "In" || operator === "Exists" ? [[key, values?.[0] ?? "any"]] : [],
  );
  return { ...matchLabels, ...Object.fromEntries(wanted) } as Labels;
}

export function milli(quantity: number | string): number {
  const read = milliUnits(String(quantity));
  if (!read.ok) throw new Error(read.error);
  return Number(read.value);
}
