import { type AutoscalerCase, cpu80, metrics, spec } from "../testing/autoscaler-spec.ts";
import { many } from "../testing/spec-case.ts";

const resource = (fields: object) =>
  metrics({ ...cpu80, resource: { ...cpu80.resource, ...fields } });
const use = (fields: object, name = "cpu") => resource({ name, target: fields });
const amount = (averageValue: unknown) => use({ type: "AverageValue", averageValue });
const utilization = (averageUtilization: unknown, name = "cpu") =>
  use({ type: "Utilization", averageUtilization }, name);

const average = { type: "AverageValue", averageValue: "100" };
const rate = { name: "requests_per_second" };
const queue = { metric: { name: "queue_length" }, target: average };
const containerUse = {
  type: "ContainerResource",
  containerResource: { ...cpu80.resource, container: "main" },
};
const container = (fields: object) =>
  metrics({ ...containerUse, containerResource: { ...containerUse.containerResource, ...fields } });
const podRate = { type: "Pods", pods: { metric: rate, target: average } };
const pods = (fields: object) => metrics({ ...podRate, pods: { ...podRate.pods, ...fields } });
const named = (name: unknown) => pods({ metric: { name } });
const selected = (selector: unknown) => pods({ metric: { ...rate, selector } });
const object = { apiVersion: "networking.k8s.io/v1", kind: "Ingress", name: "web" };
const ingress = (target: object = { type: "Value", value: "1k" }, describedObject = object) => ({
  type: "Object",
  object: { describedObject, metric: rate, target },
});
const described = (fields: object) => metrics(ingress(undefined, { ...object, ...fields }));
const external = (target: object = average) => ({
  type: "External",
  external: { ...queue, target },
});
const queried = { source: "platform", query: "sum(queue_length)", target: average };
const prometheus = (fields: object = {}) => ({
  type: "Prometheus",
  prometheus: { ...queried, ...fields },
});
const scaler = (fields: object = {}) => ({
  type: "ExternalScaler",
  externalScaler: { source: "queues", metadata: { queue: "jobs" }, ...fields },
});
const scalerMetadata = (count: number) =>
  Object.fromEntries(many(count, () => "").map((_, index) => [`key${index}`, "value"]));
const everyType = [cpu80, containerUse, podRate, ingress(), external(), prometheus(), scaler()];

/** The cases for `metrics`. */
// prettier-ignore
export const metricCases: readonly AutoscalerCase[] = [
  { when: "no metrics",                          spec: spec({ metrics: null }),                                 errors: [], warnings: ["MetricsDefaulted"] },
  { when: "an empty list of metrics",            spec: metrics(),                                               errors: [], warnings: ["MetricsDefaulted"] },
  { when: "metrics that are no list",            spec: spec({ metrics: "cpu" }),                                errors: ["Type"] },
  { when: "32 metrics",                          spec: metrics(...many(32, () => cpu80)),                       errors: [] },
  { when: "33 metrics",                          spec: metrics(...many(33, () => cpu80)),                       errors: ["TooMany"], upstream: "accepted" },
  { when: "a metric that is null",               spec: metrics(null),                                           errors: ["Type"] },
  { when: "a metric that is text",               spec: metrics("cpu"),                                          errors: ["Type"] },
  { when: "a metric without a type",             spec: metrics({ resource: cpu80.resource }),                   errors: ["Required"] },
  { when: "a metric of an unknown type",         spec: metrics({ ...cpu80, type: "resource" }),                 errors: ["NotSupported"] },
  { when: "an empty metric type",                spec: metrics({ ...cpu80, type: "" }),                         errors: ["NotSupported"] },
  { when: "a metric without its source",         spec: metrics({ type: "Resource" }),                           errors: ["SourceMissing"] },
  { when: "a metric with another one's source",  spec: metrics({ ...cpu80, type: "Pods" }),                     errors: ["SourceMissing"] },
  { when: "metrics of the others without source", spec: metrics({ type: "ContainerResource" }, { type: "Object" }, { type: "External" }, { type: "Prometheus" }, { type: "ExternalScaler" }), errors: many(5, () => "SourceMissing") },
  { when: "a metric with two sources",           spec: metrics({ ...cpu80, external: queue }),                  errors: ["SourceForbidden"] },
  { when: "a metric with two others' sources",   spec: metrics({ ...cpu80, type: "Pods", external: queue }),    errors: ["SourceForbidden", "SourceMissing", "SourceForbidden"] },
  { when: "a metric of a resource and of pods",  spec: metrics({ ...cpu80, pods: podRate.pods }),               errors: ["SourceForbidden"] },
  { when: "a metric with all sources",           spec: metrics(Object.assign({}, ...everyType, { type: "Pods" })), errors: many(6, () => "SourceForbidden") },
  { when: "a fallback of a metric",              spec: metrics({ ...cpu80, fallback: { replicas: 3 } }),        errors: ["Refused"] },
  { when: "a fallback of an External metric",    spec: metrics({ type: "External", external: { ...queue, fallback: { replicas: 3 } } }), errors: ["Refused"] },
  { when: "all types of metrics",                spec: metrics(...everyType),                                   errors: [] },
  { when: "a minimum of 0 without a metric",     spec: spec({ minReplicas: 0, metrics: null }),                 errors: ["IdleForGood"], warnings: ["MetricsDefaulted"] },
  { when: "a minimum of 0 with metrics of pods", spec: spec({ minReplicas: 0, metrics: everyType.slice(0, 3) }), errors: ["IdleForGood"] },
  { when: "a minimum of 0 as upstream has it",   spec: spec({ minReplicas: 0, algorithm: "HPA-1.36" }),     errors: ["IdleForGood"] },
  { when: "a minimum of 0 with an Object metric", spec: spec({ minReplicas: 0, metrics: [cpu80, ingress()] }),  errors: [] },
  { when: "a minimum of 0 with an external scaler", spec: spec({ minReplicas: 0, metrics: [scaler({ push: true })] }), errors: [] },
  { when: "a minimum of 0 with a Prometheus metric", spec: spec({ minReplicas: 0, metrics: [prometheus()] }),  errors: [] },
  { when: "a minimum of 0 with an External metric", spec: spec({ minReplicas: 0, metrics: [external()] }),    errors: [] },
  { when: "a source that is text",               spec: metrics({ type: "Resource", resource: "cpu" }),          errors: ["Type"] },

  { when: "a source without a name",             spec: resource({ name: null }),                                errors: ["Required"] },
  { when: "an empty resource name",              spec: resource({ name: "" }),                                  errors: ["Required"] },
  { when: "a resource name with a space",        spec: resource({ name: "cpu time" }),                          errors: [], warnings: ["ResourceUnmeasured"] },
  { when: "a resource name that is a number",    spec: resource({ name: 1 }),                                   errors: ["Type"] },
  { when: "an extended resource",                spec: resource({ name: "example.com/gpu" }),                   errors: [], warnings: ["ResourceUnmeasured"] },
  { when: "cpu in capitals",                     spec: resource({ name: "CPU" }),                               errors: [], warnings: ["ResourceUnmeasured"] },
  { when: "memory",                              spec: resource({ name: "memory" }),                            errors: [] },
  { when: "a source without a target",           spec: resource({ target: null }),                              errors: ["Required", "MetricTargetMissing"] },
  { when: "an empty source",                     spec: metrics({ type: "Resource", resource: {} }),             errors: ["Required", "Required", "MetricTargetMissing"] },
  { when: "a target use that is a number",       spec: resource({ target: 80 }),                                errors: ["Type"] },

  { when: "a target without a type",             spec: use({ averageUtilization: 80 }),                         errors: ["Required"] },
  { when: "a target of an unknown type",         spec: use({ type: "Percent", averageUtilization: 80 }),        errors: ["NotSupported"] },
  { when: "a target type of other metrics",      spec: use({ type: "Value", averageUtilization: 80 }),          errors: [], warnings: ["TargetTypeIgnored"] },
  { when: "a field of other metrics",            spec: use({ type: "Utilization", averageUtilization: 80, value: 1 }), errors: [], warnings: ["TargetFieldIgnored"] },
  { when: "a field of other metrics that is 0",  spec: use({ type: "Utilization", averageUtilization: 80, value: 0 }), errors: ["QuantityNotPositive"], warnings: ["TargetFieldIgnored"] },
  { when: "a field of other metrics, malformed", spec: use({ type: "Utilization", averageUtilization: 80, value: "" }), errors: ["QuantityMalformed"], warnings: ["TargetFieldIgnored"] },
  { when: "only a field of other metrics",       spec: use({ type: "Value", value: "1k" }),                     errors: ["MetricTargetMissing"], warnings: ["TargetFieldIgnored"] },
  { when: "Utilization without its field",       spec: use({ type: "Utilization" }),                            errors: ["MetricTargetMissing"] },
  { when: "AverageValue without its field",      spec: use({ type: "AverageValue" }),                           errors: ["MetricTargetMissing"] },
  { when: "Utilization with an amount",          spec: use({ type: "Utilization", averageValue: "500m" }),      errors: [], warnings: ["TargetTypeIgnored"] },
  { when: "AverageValue with a percentage",      spec: use({ type: "AverageValue", averageUtilization: 80 }),   errors: [], warnings: ["TargetTypeIgnored"] },
  { when: "a percentage and an amount",          spec: use({ type: "Utilization", averageUtilization: 80, averageValue: "500m" }), errors: ["MetricTargetAmbiguous"] },
  { when: "a utilization of 0",                  spec: utilization(0),                                          errors: ["Range"] },
  { when: "a negative utilization",              spec: utilization(-80),                                        errors: ["Range"] },
  { when: "a utilization of 1",                  spec: utilization(1),                                          errors: [] },
  { when: "a utilization that is a fraction",    spec: utilization(0.8),                                        errors: ["Type"] },
  { when: "a utilization that is text",          spec: utilization("80%"),                                      errors: ["Type"] },
  { when: "a cpu utilization above 100",         spec: utilization(150),                                        errors: [] },
  { when: "a memory utilization of 100",         spec: utilization(100, "memory"),                              errors: [] },
  { when: "a memory utilization above 100",      spec: utilization(101, "memory"),                              errors: [], warnings: ["MemoryAboveRequest"] },

  { when: "an amount in milli",                  spec: amount("500m"),                                          errors: [] },
  { when: "an amount in mebi",                   spec: amount("64Mi"),                                          errors: [] },
  { when: "an amount as a number",               spec: amount(2),                                               errors: [] },
  { when: "an amount as text",                   spec: amount("+.5"),                                           errors: [] },
  { when: "an amount with an exponent",          spec: amount("1e-3"),                                          errors: [] },
  { when: "the smallest amount",                 spec: amount("1n"),                                            errors: [] },
  { when: "an amount that is a fraction",        spec: amount(0.5),                                             errors: ["Type"], upstream: "accepted" },
  { when: "an amount that is a boolean",         spec: amount(true),                                            errors: ["Type"] },
  { when: "an amount that is an object",         spec: amount({}),                                              errors: ["Type"] },
  { when: "an empty amount",                     spec: amount(""),                                              errors: ["QuantityMalformed"] },
  { when: "an amount between spaces",            spec: amount(" 64Mi "),                                        errors: ["QuantityMalformed"], upstream: "accepted" },
  { when: "an amount with a space",              spec: amount("64 Mi"),                                         errors: ["QuantityMalformed"] },
  { when: "an amount with an unknown unit",      spec: amount("64MB"),                                          errors: ["QuantityMalformed"] },
  { when: "an amount that would fill the memory", spec: amount("1e65"),                                         errors: ["QuantityMalformed"], upstream: "accepted" },
  { when: "an amount of 65 characters",          spec: amount(`0.${"0".repeat(62)}1`),                          errors: ["TooLong"], upstream: "accepted" },
  { when: "an amount of 0",                      spec: amount("0"),                                             errors: ["QuantityNotPositive"] },
  { when: "an amount of 0 with a unit",          spec: amount("0.00Mi"),                                        errors: ["QuantityNotPositive"] },
  { when: "an amount of the number 0",           spec: amount(0),                                               errors: ["QuantityNotPositive"] },
  { when: "a negative amount",                   spec: amount("-500m"),                                         errors: ["QuantityNotPositive"] },
  { when: "a negative number as an amount",      spec: amount(-1),                                              errors: ["QuantityNotPositive"] },
  { when: "a malformed amount next to a percentage", spec: use({ type: "Utilization", averageUtilization: 80, averageValue: "" }), errors: ["MetricTargetAmbiguous", "QuantityMalformed"] },

  { when: "a container's use",                   spec: container({}),                                           errors: [] },
  { when: "a container's huge pages",            spec: container({ name: "hugepages-2Mi" }),                    errors: [], warnings: ["ResourceUnmeasured"] },
  { when: "a container's extended resource",     spec: container({ name: "example.com/gpu" }),                  errors: [], warnings: ["ResourceUnmeasured"] },
  { when: "a resource of pods alone",            spec: container({ name: "pods" }),                             errors: ["ResourceNameMalformed"] },
  { when: "a resource that a quota has",         spec: container({ name: "requests.example.com/gpu" }),         errors: ["ResourceNameMalformed"] },
  { when: "a prefix as long as can be",          spec: container({ name: `${"a".repeat(244)}/gpu` }),           errors: [], warnings: ["ResourceUnmeasured"] },
  { when: "a longer prefix",                     spec: container({ name: `${"a".repeat(245)}/gpu` }),           errors: ["ResourceNameMalformed"] },
  { when: "a longer prefix of Kubernetes' own",  spec: container({ name: `${"a.".repeat(120)}kubernetes.io/gpu` }), errors: [], warnings: ["ResourceUnmeasured"] },
  { when: "a prefix that is too long",           spec: container({ name: `${"a.".repeat(121)}kubernetes.io/gpu` }), errors: ["ResourceNameMalformed"] },
  { when: "a container's source that is empty",  spec: metrics({ type: "ContainerResource", containerResource: {} }), errors: ["Required", "Required", "Required", "MetricTargetMissing"] },
  { when: "no name of a container",              spec: container({ container: null }),                          errors: ["Required"] },
  { when: "a container's name in capitals",      spec: container({ container: "Main" }),                        errors: ["ContainerNameMalformed"] },
  { when: "a container's name that is empty",    spec: container({ container: "" }),                            errors: ["ContainerNameMalformed"] },
  { when: "a container's name that is too long", spec: container({ container: "a".repeat(64) }),                errors: ["TooLong"] },
  { when: "a container's percentage and amount", spec: container({ target: { type: "Utilization", averageUtilization: 80, averageValue: "1" } }), errors: ["MetricTargetAmbiguous"] },

  { when: "a metric of the pods",                spec: pods({}),                                                errors: [] },
  { when: "a source of pods that is empty",      spec: metrics({ type: "Pods", pods: {} }),                     errors: ["Required", "Required", "MetricTargetMissing"] },
  { when: "a metric of the pods without average", spec: pods({ target: { type: "Value", value: "1k" } }),       errors: ["MetricTargetMissing"], warnings: ["TargetFieldIgnored"] },
  { when: "a metric of the pods called a value", spec: pods({ target: { type: "Value", averageValue: "1k" } }), errors: [], warnings: ["TargetTypeIgnored"] },
  { when: "a metric of the pods in percent too", spec: pods({ target: { type: "AverageValue", averageValue: "1k", averageUtilization: 80 } }), errors: [], warnings: ["TargetFieldIgnored"] },
  { when: "a metric without a name",             spec: named(null),                                             errors: ["Required"] },
  { when: "an empty name of a metric",           spec: named(""),                                               errors: ["MetricNameMalformed"] },
  { when: "a metric's name that climbs",         spec: named(".."),                                             errors: ["MetricNameMalformed"] },
  { when: "a metric's name with dots",           spec: named("..."),                                            errors: [] },
  { when: "a metric's name with a slash",        spec: named("http/requests"),                                  errors: ["MetricNameMalformed"] },
  { when: "a metric's name with a percent sign", spec: named("cpu%"),                                           errors: ["MetricNameMalformed"] },
  { when: "a metric's name with bars",           spec: named("pubsub.googleapis.com|subscription|num_undelivered_messages"), errors: [] },
  { when: "a metric's name that is too long",    spec: named("a".repeat(513)),                                  errors: ["TooLong"], upstream: "accepted" },

  { when: "a metric of an object",               spec: metrics(ingress()),                                      errors: [] },
  { when: "a source of an object that is empty", spec: metrics({ type: "Object", object: {} }),                 errors: ["Required", "Required", "Required", "Required", "MetricTargetMissing"] },
  { when: "an object without apiVersion",        spec: described({ apiVersion: null }),                         errors: [] },
  { when: "an object of the core group",         spec: described({ apiVersion: "v1", kind: "Namespace" }),      errors: [] },
  { when: "an object's apiVersion with two slashes", spec: described({ apiVersion: "a/b/c" }),                  errors: ["ApiVersionMalformed"] },
  { when: "an object's apiVersion with an encoded slash", spec: described({ apiVersion: "v1%2Fpods" }), errors: ["ApiVersionMalformed"], upstream: "accepted" },
  { when: "an object's apiVersion with a query", spec: described({ apiVersion: "v1?watch=1" }), errors: ["ApiVersionMalformed"], upstream: "accepted" },
  { when: "an object's apiVersion that leads upwards", spec: described({ apiVersion: "../v1" }), errors: ["ApiVersionMalformed"], upstream: "accepted" },
  { when: "an object's apiVersion with an empty group", spec: described({ apiVersion: "/v1" }), errors: ["ApiVersionMalformed"], upstream: "accepted" },
  { when: "an object's apiVersion with an upper-case group", spec: described({ apiVersion: "Apps/v1" }), errors: ["ApiVersionMalformed"], upstream: "accepted" },
  { when: "an object of the core group, by no apiVersion", spec: described({ apiVersion: "" }),                  errors: [] },
  { when: "an object's kind with a slash",       spec: described({ kind: "a/b" }),                              errors: ["KindMalformed"] },
  { when: "an object's name with a percent sign", spec: described({ name: "%" }),                               errors: ["NameMalformed"] },
  { when: "an object's name with capitals",      spec: described({ name: "Web" }),                              errors: [] },
  { when: "an object's value and average",       spec: metrics(ingress({ type: "Value", value: 1, averageValue: 1 })), errors: [] },
  { when: "an object's average",                 spec: metrics(ingress({ type: "AverageValue", averageValue: 1 })), errors: [] },
  { when: "an object's target without a field",  spec: metrics(ingress({ type: "Value" })),                     errors: ["MetricTargetMissing"] },
  { when: "an object's value called an average", spec: metrics(ingress({ type: "AverageValue", value: 1 })),    errors: [], warnings: ["TargetTypeUnreadable"] },
  { when: "an object's value in percent",        spec: metrics(ingress({ type: "Utilization", value: 1 })),     errors: [], warnings: ["TargetTypeUnreadable"] },

  { when: "a query", spec: metrics(prometheus()), errors: [] },
  { when: "a query that may be empty", spec: metrics(prometheus({ whenEmpty: "Zero" })), errors: [] },
  { when: "an unknown meaning of nothing", spec: metrics(prometheus({ whenEmpty: "One" })), errors: ["NotSupported"] },
  { when: "a query with a value", spec: metrics(prometheus({ target: { type: "Value", value: 1 } })), errors: [] },
  { when: "a query with a value and an average", spec: metrics(prometheus({ target: { type: "Value", value: 1, averageValue: 1 } })), errors: ["MetricTargetAmbiguous"] },
  { when: "a query without a target", spec: metrics(prometheus({ target: {} })), errors: ["Required", "MetricTargetMissing"] },
  { when: "a query of no source", spec: metrics({ type: "Prometheus", prometheus: { query: "up", target: average } }), errors: ["Required"] },
  { when: "a source of no query", spec: metrics({ type: "Prometheus", prometheus: { source: "platform", target: average } }), errors: ["Required"] },
  { when: "an empty query", spec: metrics(prometheus({ query: "" })), errors: ["TooShort"] },
  { when: "a query of 4,097 characters", spec: metrics(prometheus({ query: "a".repeat(4_097) })), errors: ["TooLong"] },
  { when: "a URL as a source", spec: metrics(prometheus({ source: "http://prometheus:9090" })), errors: ["SourceNameMalformed"] },
  { when: "an external scaler",                  spec: metrics(scaler()),                                       errors: [] },
  { when: "an external scaler of a source alone", spec: metrics({ type: "ExternalScaler", externalScaler: { source: "queues" } }), errors: [] },
  { when: "an external scaler of no source",     spec: metrics({ type: "ExternalScaler", externalScaler: {} }), errors: ["Required"] },
  { when: "an external scaler at an address",    spec: metrics(scaler({ source: "scaler.shop.svc:9090" })),     errors: ["SourceNameMalformed"] },
  { when: "an external scaler's metric and target", spec: metrics(scaler({ metricName: "queueLength", target: average })), errors: [] },
  { when: "an external scaler's value",          spec: metrics(scaler({ target: { type: "Value", value: "1k" } })), errors: [] },
  { when: "an external scaler with only a type", spec: metrics(scaler({ target: { type: "Value" } })),          errors: [] },
  { when: "an external scaler without a type",   spec: metrics(scaler({ target: { value: 1 } })),               errors: ["Required"] },
  { when: "an external scaler's two targets",    spec: metrics(scaler({ target: { ...average, value: 1 } })),   errors: ["MetricTargetAmbiguous"] },
  { when: "an external scaler's target of 0",    spec: metrics(scaler({ target: { type: "Value", value: 0 } })), errors: ["QuantityNotPositive"] },
  { when: "32 metadata",                         spec: metrics(scaler({ metadata: scalerMetadata(32) })),       errors: [] },
  { when: "33 metadata",                         spec: metrics(scaler({ metadata: scalerMetadata(33) })),       errors: ["TooMany"] },
  { when: "metadata that are numbers",           spec: metrics(scaler({ metadata: { size: 1 } })),              errors: ["Type"] },
  { when: "metadata of 1,025 characters",        spec: metrics(scaler({ metadata: { key: "a".repeat(1_025) } })), errors: ["TooLong"] },
  { when: "an empty metricName",                 spec: metrics(scaler({ metricName: "" })),                     errors: ["TooShort"] },
  { when: "a metric from outside",               spec: metrics(external()),                                   errors: [] },
  { when: "a source outside that is empty",      spec: metrics({ type: "External", external: {} }),             errors: ["Required", "Required", "MetricTargetMissing"] },
  { when: "a value from outside",                spec: metrics(external({ type: "Value", value: 1 })),          errors: [] },
  { when: "a value and an average from outside", spec: metrics(external({ type: "Value", value: 1, averageValue: 1 })), errors: ["MetricTargetAmbiguous"] },
  { when: "a value outside called an average",   spec: metrics(external({ type: "AverageValue", value: 1 })),   errors: [], warnings: ["TargetTypeIgnored"] },

  { when: "a selector",                          spec: selected({ matchLabels: { queue: "mail" }, matchExpressions: [{ key: "tier", operator: "In", values: ["a", "b"] }] }), errors: [] },
  { when: "an empty selector",                   spec: selected({}),                                            errors: [] },
  { when: "a label without a value",             spec: selected({ matchLabels: { queue: null } }),              errors: [] },
  { when: "a label with a malformed value",      spec: selected({ matchLabels: { queue: "a b" } }),             errors: [], warnings: ["SelectorMalformed"] },
  { when: "an empty requirement",                spec: selected({ matchExpressions: [{}] }),                    errors: [], warnings: ["SelectorMalformed"] },
  { when: "an operator without its values",      spec: selected({ matchExpressions: [{ key: "tier", operator: "In" }] }), errors: [], warnings: ["SelectorMalformed"] },
  { when: "a selector that is text",             spec: selected("queue=mail"),                                  errors: ["Type"] },
  { when: "labels that are text",                spec: selected({ matchLabels: "queue=mail" }),                 errors: ["Type"] },
  { when: "a malformed value in a requirement",  spec: selected({ matchExpressions: [{ key: "tier", operator: "In", values: ["a b"] }] }), errors: [], warnings: ["SelectorMalformed"] },
  { when: "a label's value that is a number",    spec: selected({ matchLabels: { queue: 1 } }),                 errors: ["Type"] },
  { when: "requirements that are no list",       spec: selected({ matchExpressions: {} }),                      errors: ["Type"] },
  { when: "values that are no list",             spec: selected({ matchExpressions: [{ key: "a", operator: "In", values: "b" }] }), errors: ["Type"] },
  { when: "33 labels",                           spec: selected({ matchLabels: Object.fromEntries(many(33, index => [`l${index}`, ""])) }), errors: ["TooMany"], upstream: "accepted" },
  { when: "a label's value that is too long",    spec: selected({ matchLabels: { queue: "a".repeat(64) } }),    errors: ["TooLong"], upstream: "accepted" },
];
