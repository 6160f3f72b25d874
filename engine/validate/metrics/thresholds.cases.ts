import { type AutoscalerCase, spec } from "../testing/autoscaler-spec.ts";
import { many } from "../testing/spec-case.ts";

const rate = { name: "requests_per_second" };
const external = { type: "External", external: { metric: rate } };
const ingress = { apiVersion: "networking.k8s.io/v1", kind: "Ingress", name: "web" };
const object = { type: "Object", object: { describedObject: ingress, metric: rate } };
const pods = { type: "Pods", pods: { metric: rate } };
const cpu = { type: "Resource", resource: { name: "cpu" } };
const container = {
  type: "ContainerResource",
  containerResource: { name: "cpu", container: "main" },
};
const above = {
  metric: external as unknown,
  comparison: "GreaterThan",
  value: "50" as unknown,
  durationSeconds: 30,
  increment: 1,
};
const busy = { name: "busy", type: "Value", value: above };
const calm = {
  name: "calm",
  type: "Value",
  value: { ...above, comparison: "LessThan", value: "25", increment: -1 },
};

/** Without metrics, so that no HorizontalPodAutoscaler has an equivalent spec. */
const thresholds = (...list: unknown[]) => spec({ metrics: null, thresholds: list });
const threshold = (fields: object) => thresholds({ ...busy, ...fields });
const value = (fields: object) => threshold({ value: { ...above, ...fields } });
const metric = (fields: unknown) => value({ metric: fields });
const compared = (of: object, valueType: string, to: unknown = "50") =>
  value({ metric: of, valueType, value: to });
const intention = (fields: unknown) =>
  thresholds({ name: "aim", type: "Intention", intention: fields });
const aim = (intent: string, fields: object = {}) => intention({ intent, value: 70, ...fields });

type Row = Omit<AutoscalerCase, "upstream">;

// prettier-ignore
const rows: readonly Row[] = [
  { when: "a threshold with a fallback",         spec: threshold({ fallback: { replicas: 5 } }),  errors: [] },
  { when: "a fallback above the maximum",        spec: threshold({ fallback: { replicas: 1000 } }), errors: [], warnings: ["FallbackOutOfBounds"] },
  { when: "a fallback of a threshold that removes", spec: thresholds({ ...calm, fallback: { replicas: 5 } }), errors: [], warnings: ["FallbackUnused"] },
  { when: "a threshold's fallback without a count", spec: threshold({ fallback: {} }),            errors: ["Required"] },
  { when: "the proposal's own example",          spec: thresholds(busy, calm),                    errors: [] },
  { when: "thresholds that are no list",         spec: spec({ thresholds: "busy" }),              errors: ["Type"] },
  { when: "32 thresholds",                       spec: thresholds(...many(32, index => ({ ...busy, name: `t${index}` }))), errors: [] },
  { when: "33 thresholds",                       spec: thresholds(...many(33, index => ({ ...busy, name: `t${index}` }))), errors: ["TooMany"], warnings: ["MetricsDefaulted"] },
  { when: "two thresholds of one name",          spec: thresholds(busy, { ...calm, name: "busy" }), errors: ["Duplicate"], bySchema: true },
  { when: "an empty list of thresholds",         spec: thresholds(),                              errors: [], warnings: ["MetricsDefaulted"] },
  { when: "a threshold without a name",          spec: threshold({ name: null }),                 errors: ["Required"] },
  { when: "a threshold's name with capitals",    spec: threshold({ name: "Busy" }),               errors: ["ThresholdNameMalformed"] },
  { when: "a threshold's name that is too long", spec: threshold({ name: "a".repeat(64) }),       errors: ["TooLong"] },
  { when: "a threshold without a type",          spec: threshold({ type: null }),                 errors: ["Required"] },
  { when: "a threshold of an unknown type",      spec: threshold({ type: "Rate" }),               errors: ["NotSupported"] },
  { when: "a value threshold without its value", spec: threshold({ value: null }),                errors: ["SourceMissing"] },
  { when: "an intention without its intention",  spec: intention(null),                           errors: ["SourceMissing"] },
  { when: "an intention with a value",           spec: thresholds({ ...busy, type: "Intention", intention: { intent: "CPUUtilization", value: 70 } }), errors: ["SourceForbidden"] },
  { when: "a value with an intention",           spec: threshold({ intention: { intent: "CPUUtilization", value: 70 } }), errors: ["SourceForbidden"] },
  { when: "an empty value threshold",            spec: threshold({ value: {} }),                  errors: many(5, () => "Required") },

  { when: "a duration of a sync period",         spec: value({ durationSeconds: 15 }),            errors: [] },
  { when: "a shorter duration",                  spec: value({ durationSeconds: 14 }),            errors: ["DurationBelowResolution"] },
  { when: "two shorter durations",               spec: thresholds({ ...busy, value: { ...above, durationSeconds: 14 } }, { ...busy, name: "b", value: { ...above, durationSeconds: 13 } }), errors: ["DurationBelowResolution"] },
  { when: "a short duration with a short period", spec: { ...value({ durationSeconds: 3 }), syncPeriodSeconds: 3 }, errors: [] },
  { when: "a duration of no time",               spec: value({ durationSeconds: 0 }),             errors: ["Range"] },
  { when: "the longest duration",                spec: value({ durationSeconds: 3600 }),          errors: [] },
  { when: "a longer duration",                   spec: value({ durationSeconds: 3601 }),          errors: ["Range"] },
  { when: "an increment of 0",                   spec: value({ increment: 0 }),                   errors: ["IncrementZero"] },
  { when: "an increment beyond",                 spec: value({ increment: 1001 }),                errors: ["Range"] },
  { when: "an increment that is text",           spec: value({ increment: "1" }),                 errors: ["Type"] },
  { when: "fewer replicas above a value",        spec: value({ increment: -1 }),                  errors: [], warnings: ["IncrementUnusual"] },
  { when: "more replicas below a value",         spec: value({ comparison: "LessThan" }),         errors: [], warnings: ["IncrementUnusual"] },
  { when: "an unknown comparison",               spec: value({ comparison: ">" }),                errors: ["NotSupported"] },
  { when: "a value of 0",                        spec: value({ value: 0 }),                       errors: [] },
  { when: "a negative value",                    spec: value({ value: "-5" }),                    errors: [] },
  { when: "a value that is no quantity",         spec: value({ value: "5 rps" }),                 errors: ["QuantityMalformed"] },
  { when: "a value with a fraction",             spec: value({ value: 0.5 }),                     errors: ["Type"] },
  { when: "thresholds that overlap",             spec: thresholds(busy, { ...calm, value: { ...calm.value, value: "50" } }), errors: [], warnings: ["ThresholdsOverlap"] },
  { when: "a gap between them of one",           spec: thresholds(busy, { ...calm, value: { ...calm.value, value: "49" } }), errors: [] },
  { when: "an overlap of two metrics",           spec: thresholds(busy, { ...calm, value: { ...calm.value, metric: pods, value: "60" } }), errors: [] },

  { when: "the sum of an external metric",       spec: compared(external, "Value"),               errors: [] },
  { when: "each pod's part of it",               spec: compared(external, "AverageValue"),        errors: [] },
  { when: "a percentage of it",                  spec: compared(external, "Utilization"),         errors: ["ValueTypeUnknown"] },
  { when: "each pod's part of an object's",      spec: compared(object, "AverageValue"),          errors: [] },
  { when: "the sum over pods",                   spec: compared(pods, "Value"),                   errors: ["ValueTypeUnknown"] },
  { when: "the average of pods",                 spec: compared(pods, "AverageValue"),            errors: [] },
  { when: "a percentage of the requests",        spec: compared(cpu, "Utilization", 80),          errors: [] },
  { when: "a percentage as text",                spec: compared(container, "Utilization", "80"),  errors: [] },
  { when: "no percentage",                       spec: compared(cpu, "Utilization", 0),           errors: ["PercentageMalformed"] },
  { when: "a part of a percentage",              spec: compared(cpu, "Utilization", "0.8"),       errors: ["PercentageMalformed"] },
  { when: "cpu as a whole",                      spec: compared(cpu, "Value"),                    errors: ["ValueTypeUnknown"] },
  { when: "an average of cpu",                   spec: compared(cpu, "AverageValue", "500m"),     errors: [] },
  { when: "an unknown type of value",            spec: compared(cpu, "Sum"),                      errors: ["NotSupported"] },

  { when: "a threshold's metric of no type",     spec: metric({ external: { metric: rate } }),    errors: ["Required"] },
  { when: "a threshold's metric that is text",   spec: metric("rps"),                             errors: ["Type"] },
  { when: "a threshold's metric without source", spec: metric({ type: "External" }),              errors: ["SourceMissing"] },
  { when: "a threshold's metric of two sources", spec: metric({ ...external, ...pods }),          errors: ["SourceForbidden"] },
  { when: "a threshold on a query",              spec: metric({ type: "Prometheus", prometheus: { source: "platform", query: "sum(queue_length)" } }), errors: [] },
  { when: "a threshold on an external scaler",   spec: metric({ type: "ExternalScaler", externalScaler: { source: "queues", metricName: "queueLength" } }), errors: [] },
  { when: "a threshold on an external scaler of no source", spec: metric({ type: "ExternalScaler", externalScaler: {} }), errors: ["Required"] },
  { when: "a threshold on a query of a URL",     spec: metric({ type: "Prometheus", prometheus: { source: "http://prometheus", query: "up" } }), errors: ["SourceNameMalformed"] },
  ...["Resource", "ContainerResource", "Pods", "Object", "Prometheus", "ExternalScaler"].map(type => ({ when: `a threshold on no ${type}`, spec: metric({ type }), errors: ["SourceMissing"] })),
  { when: "a threshold on a resource of no name", spec: metric({ type: "Resource", resource: {} }), errors: ["Required"] },
  { when: "a threshold on a container of no name", spec: metric({ type: "ContainerResource", containerResource: {} }), errors: ["Required", "Required"] },
  { when: "a threshold on pods without a metric", spec: metric({ type: "Pods", pods: {} }),       errors: ["Required"] },
  { when: "a threshold on an object of no name", spec: metric({ type: "Object", object: {} }),    errors: ["Required", "Required", "Required"] },
  { when: "a threshold on an external of no name", spec: metric({ type: "External", external: {} }), errors: ["Required"] },
  { when: "a threshold on an unmeasured resource", spec: metric({ type: "Resource", resource: { name: "gpu" } }), errors: [], warnings: ["ResourceUnmeasured"] },
  { when: "a threshold on a malformed selector", spec: metric({ type: "Pods", pods: { metric: { ...rate, selector: { matchLabels: { a: "b c" } } } } }), errors: [], warnings: ["SelectorMalformed"] },

  { when: "an intention of cpu",                 spec: aim("CPUUtilization"),                     errors: [] },
  { when: "an intention of memory",              spec: aim("MemoryUtilization", { value: "70" }), errors: [] },
  { when: "an intention of requests",            spec: aim("RequestsPerSecondPerPod"),            errors: [] },
  { when: "an intention of requests by name",    spec: aim("RequestsPerSecondPerPod", { metric: rate }), errors: [] },
  { when: "an intention of any metric",          spec: aim("PodsMetric", { metric: rate, value: "500m" }), errors: [] },
  { when: "an intention of no metric",           spec: aim("PodsMetric"),                         errors: ["IntentionMetricMissing"] },
  { when: "an intention of a nameless metric",   spec: aim("PodsMetric", { metric: {} }),         errors: ["Required"] },
  { when: "an intention of cpu with a metric",   spec: aim("CPUUtilization", { metric: rate }),   errors: ["IntentionMetricForbidden"] },
  { when: "an intention of part of a percent",   spec: aim("CPUUtilization", { value: "0.7" }),   errors: ["PercentageMalformed"] },
  { when: "an intention of nothing",             spec: aim("RequestsPerSecondPerPod", { value: 0 }), errors: ["QuantityNotPositive"] },
  { when: "an intention of no quantity",         spec: aim("RequestsPerSecondPerPod", { value: "x" }), errors: ["QuantityMalformed"] },
  { when: "an unknown intention",                spec: aim("Happiness"),                          errors: ["NotSupported"] },
  { when: "an empty intention",                  spec: intention({}),                             errors: ["Required", "Required"] },

  { when: "a minimum of 0 with a threshold from outside", spec: { ...thresholds(busy), minReplicas: 0 }, errors: [] },
  { when: "a minimum of 0 with a threshold that only takes away", spec: { ...thresholds(calm), minReplicas: 0 }, errors: ["IdleForGood"] },
  { when: "a minimum of 0 with a threshold on pods", spec: { ...metric(pods), minReplicas: 0 },   errors: ["IdleForGood"] },
  { when: "a minimum of 0 with an intention",    spec: { ...aim("CPUUtilization"), minReplicas: 0 }, errors: ["IdleForGood"] },
];

/** In upstream, only metrics permit a minimum of 0. */
const upstreamOf = ({ spec: given, errors }: Row): Pick<AutoscalerCase, "upstream"> => {
  const mayIdle = (given as { minReplicas?: unknown }).minReplicas === 0;
  if (mayIdle) return { upstream: "refused" };
  return errors.length === 0 ? {} : { upstream: "accepted" };
};

/** The cases for `thresholds`, which a HorizontalPodAutoscaler does not have. */
export const thresholdCases: readonly AutoscalerCase[] = rows.map(row => ({
  ...row,
  ...upstreamOf(row),
}));
