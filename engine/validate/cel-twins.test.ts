import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

import { specCases as autoscalerCases } from "./autoscaler.cases.ts";
import { validateAutoscaler } from "./autoscaler.ts";
import { specCases as proportionalCases } from "./cluster-proportional-autoscaler.cases.ts";
import { validateClusterProportionalAutoscaler } from "./cluster-proportional-autoscaler.ts";

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly "x-kubernetes-validations"?: readonly Rule[];
}

interface Rule {
  readonly rule: string;
  readonly message: string;
  readonly fieldPath?: string;
}

function schemaOf(plural: string): Schema {
  const crd = new URL(`../../crds/${plural}.autoscaling.trimtab.dev.yaml`, import.meta.url);
  const { spec } = parse(readFileSync(crd, "utf8")) as {
    spec: { versions: [{ schema: { openAPIV3Schema: Schema } }] };
  };
  return spec.versions[0].schema.openAPIV3Schema;
}

/** Every CEL rule once, in the order of the file: an alias is the same object as its anchor. */
function rulesOf(schema: Schema, path: string, seen = new Set<unknown>()): [string, string][] {
  const rules = schema["x-kubernetes-validations"];
  const own = rules === undefined || seen.has(rules) ? [] : rules;
  seen.add(schema).add(rules);
  const children = Object.entries(schema.properties ?? {}).map(
    ([name, child]) => [path === "" ? name : `${path}.${name}`, child] as const,
  );
  if (schema.items) children.push([path, schema.items]);
  return [
    ...own.map(({ message, fieldPath = "" }): [string, string] => [path + fieldPath, message]),
    ...children.flatMap(([at, child]) => (seen.has(child) ? [] : rulesOf(child, at, seen))),
  ];
}

interface Twin {
  /** The path of the rule without list indices. */
  readonly path: string;
  readonly begins: string;
  /** The code that its twin reports. */
  readonly code: string;
}

// prettier-ignore
const proportionalTwins: readonly Twin[] = [
  { path: "spec",                                       begins: "one of",          code: "ParametersMissing" },
  { path: "spec",                                       begins: "only one",        code: "ParametersAmbiguous" },
  { path: "spec.linear.maxReplicas",                    begins: "a maxReplicas",   code: "MaxContradictsPrevention" },
  { path: "spec.configMapRef.default.linear.maxReplicas", begins: "a maxReplicas", code: "MaxContradictsPrevention" },
  { path: "spec.linear",                                begins: "CPA-1.10 counts", code: "DimensionUnsupported" },
  { path: "spec.ladder",                                begins: "CPA-1.10 counts", code: "DimensionUnsupported" },
  { path: "spec.behavior.scaleUp.selectPolicy",         begins: "scale-up is disabled", code: "IdleForGood" },
  { path: "spec.scaleTargetRefs",                       begins: "a workload",      code: "DuplicateTarget" },
  { path: "spec.scaleTargetRefs.apiVersion",            begins: "apiVersion has",  code: "ApiGroupMissing" },
  { path: "spec.scaleTargetRefs.apiVersion",            begins: "is not an API",   code: "ApiVersionMalformed" },
  { path: "spec.scaleTargetRefs.kind",                  begins: "is not a kind",   code: "KindMalformed" },
  { path: "spec.scaleTargetRefs.name",                  begins: "is not an object", code: "NameMalformed" },
  { path: "spec.linear",                                begins: "at least one",    code: "RatioMissing" },
  { path: "spec.linear.maxReplicas",                    begins: "maxReplicas is",  code: "MaxBelowMin" },
  { path: "spec.linear.coresPerReplica",                begins: "must be greater", code: "RatioNotPositive" },
  { path: "spec.linear.resourcesPerReplica.perReplica", begins: "is not a quantity", code: "QuantityMalformed" },
  { path: "spec.linear.resourcesPerReplica.perReplica", begins: "must be greater", code: "QuantityNotPositive" },
  { path: "spec.linear.resourcesPerReplica.name",       begins: "is not a resource", code: "ResourceNameMalformed" },
  { path: "spec.linear.minReplicas",                    begins: "must be at least", code: "BoundTooSmall" },
  { path: "spec.linear.maxReplicas",                    begins: "must be at least", code: "BoundTooSmall" },
  { path: "spec.ladder",                                begins: "at least one",    code: "LadderEmpty" },
  { path: "spec.ladder.resourcesToReplicas.steps.quantity", begins: "is not a quantity", code: "QuantityMalformed" },
  { path: "spec.ladder.resourcesToReplicas.steps.quantity", begins: "must not be",  code: "QuantityNegative" },
  { path: "spec.configMapRef.default",                  begins: "one of",          code: "ParametersMissing" },
  { path: "spec.configMapRef.default",                  begins: "only one",        code: "ParametersAmbiguous" },
  { path: "spec.configMapRef.default.linear",           begins: "the ConfigMap",   code: "DimensionUnsupported" },
  { path: "spec.configMapRef.default.ladder",           begins: "the ConfigMap",   code: "DimensionUnsupported" },
  { path: "spec.nodes.selector.matchLabels",              begins: "a label key",     code: "LabelKeyMalformed" },
  { path: "spec.nodes.selector.matchLabels",              begins: "a label value",   code: "LabelValueMalformed" },
  { path: "spec.nodes.selector.matchExpressions.values",  begins: "operators In",    code: "ValuesMissing" },
  { path: "spec.nodes.selector.matchExpressions.values",  begins: "operators Exists", code: "ValuesForbidden" },
  { path: "spec.nodes.selector.matchExpressions.key",     begins: "a label key",     code: "LabelKeyMalformed" },
  { path: "spec.nodes.selector.matchExpressions.values",  begins: "a label value",   code: "LabelValueMalformed" },
  { path: "spec.nodes.excludeTaints.value",             begins: "operator Exists", code: "TaintValueForbidden" },
  { path: "spec.nodes.excludeTaints.key",               begins: "a taint key",     code: "TaintKeyMalformed" },
  { path: "spec.nodes.excludeTaints.value",             begins: "a taint value",   code: "TaintValueMalformed" },
  { path: "spec.compatibility",                         begins: "is now",          code: "Refused" },
  { path: "spec.nodeSelector",                          begins: "is now",          code: "Refused" },
  { path: "spec.includeUnschedulableNodes",             begins: "is now",          code: "Refused" },
];

// prettier-ignore
const autoscalerTwins: readonly Twin[] = [
  { path: "spec.scaleTargetRef.apiVersion",                    begins: "is required",             code: "Required" },
  { path: "spec.scaleTargetRef.kind",                          begins: "is required",             code: "Required" },
  { path: "spec.scaleTargetRef.name",                          begins: "is required",             code: "Required" },
  { path: "spec.targetSelector", begins: "only one of", code: "TargetAmbiguous" },
  { path: "spec.targetSelection", begins: "chooses among", code: "SelectionWithoutSelector" },
  { path: "spec.scaleDownOrder",                               begins: "a StatefulSet",           code: "OrderUnsupported" },
  { path: "spec.maxReplicas",                                  begins: "maxReplicas is",          code: "MaxBelowMin" },
  { path: "spec.metrics",                                      begins: "minReplicas is 0",        code: "IdleForGood" },
  { path: "spec.idle",                                         begins: "there is no metric",      code: "IdleWithoutMetric" },
  { path: "spec.thresholds",                                      begins: "a durationSeconds",     code: "DurationBelowResolution" },
  { path: "spec.monitorSelectors",                             begins: "the metrics of pods",     code: "TooManyQuestions" },
  { path: "spec.schedules",                                    begins: "in a schedule, the",      code: "ScheduleCrossesBounds" },
  { path: "spec.schedules",                                    begins: "without a metric",        code: "IdleForGood" },
  { path: "spec.schedules",                                    begins: "minReplicas of a",        code: "IdleForGood" },
  { path: "spec.behavior.scaleUp.selectPolicy",                begins: "scale-up is disabled",    code: "IdleForGood" },
  { path: "spec.combine",                                      begins: "algorithm HPA-1.36",      code: "CombineForbidden" },
  { path: "spec.replicaMultiple",                              begins: "no multiple of",          code: "MultipleOutOfBounds" },
  { path: "spec.schedules",                                    begins: "in a schedule, no",       code: "MultipleOutOfBounds" },
  { path: "spec.replicaMultiple",                              begins: "with monitorSelectors",   code: "MultipleOfTotal" },
  { path: "spec.thresholds",                                   begins: "an increment takes",      code: "IncrementBelowMultiple" },
  { path: "spec.scaleTargetRef.apiVersion",                    begins: "apiVersion has",          code: "ApiGroupMissing" },
  { path: "spec.scaleTargetRef.apiVersion",                    begins: "is not an API",           code: "ApiVersionMalformed" },
  { path: "spec.scaleTargetRef.kind",                          begins: "is not a kind",           code: "KindMalformed" },
  { path: "spec.scaleTargetRef.name",                          begins: "is not an object",        code: "NameMalformed" },
  { path: "spec.targetSelector.apiVersion", begins: "is required", code: "Required" },
  { path: "spec.targetSelector.kind", begins: "is required", code: "Required" },
  { path: "spec.targetSelector.apiVersion", begins: "apiVersion has", code: "ApiGroupMissing" },
  { path: "spec.targetSelector.selector", begins: "would select every", code: "SelectorEmpty" },
  { path: "spec.targetSelector.apiVersion", begins: "is not an API", code: "ApiVersionMalformed" },
  { path: "spec.targetSelector.kind", begins: "is not a kind", code: "KindMalformed" },
  { path: "spec.targetSelector.selector.matchLabels", begins: "a label key", code: "LabelKeyMalformed" },
  { path: "spec.targetSelector.selector.matchLabels", begins: "a label value", code: "LabelValueMalformed" },
  { path: "spec.targetSelector.selector.matchExpressions.values", begins: "operators In", code: "ValuesMissing" },
  { path: "spec.targetSelector.selector.matchExpressions.values", begins: "operators Exists", code: "ValuesForbidden" },
  { path: "spec.targetSelector.selector.matchExpressions.key", begins: "a label key", code: "LabelKeyMalformed" },
  { path: "spec.targetSelector.selector.matchExpressions.values", begins: "a label value", code: "LabelValueMalformed" },
  { path: "spec.targetSelector.matchLabels", begins: "is now", code: "Refused" },
  { path: "spec.targetSelector.matchExpressions", begins: "is now", code: "Refused" },
  { path: "spec.metrics",                                      begins: "two metrics",             code: "MetricAliasRepeated" },
  { path: "spec.metrics.resource",                             begins: "is required for type Resource;", code: "SourceMissing" },
  { path: "spec.metrics.containerResource",                    begins: "is required for type ContainerResource;", code: "SourceMissing" },
  { path: "spec.metrics.pods",                                 begins: "is required for type Pods;", code: "SourceMissing" },
  { path: "spec.metrics.object",                               begins: "is required for type Object;", code: "SourceMissing" },
  { path: "spec.metrics.external",                             begins: "is required for type External;", code: "SourceMissing" },
  { path: "spec.metrics.prometheus", begins: "is required for type Prometheus;", code: "SourceMissing" },
  { path: "spec.metrics.externalScaler", begins: "is required for type ExternalScaler;", code: "SourceMissing" },
  { path: "spec.metrics.resource",                             begins: "resource is no part",     code: "SourceForbidden" },
  { path: "spec.metrics.containerResource",                    begins: "containerResource is no part", code: "SourceForbidden" },
  { path: "spec.metrics.pods",                                 begins: "pods is no part",         code: "SourceForbidden" },
  { path: "spec.metrics.object",                               begins: "object is no part",       code: "SourceForbidden" },
  { path: "spec.metrics.external",                             begins: "external is no part",     code: "SourceForbidden" },
  { path: "spec.metrics.prometheus", begins: "prometheus is no part", code: "SourceForbidden" },
  { path: "spec.metrics.externalScaler", begins: "externalScaler is no part", code: "SourceForbidden" },
  { path: "spec.metrics.activation",                           begins: "only a metric",           code: "ActivationForbidden" },
  { path: "spec.metrics.maxAgeSeconds",                        begins: "an external scaler",      code: "MaxAgeForbidden" },
  { path: "spec.metrics.name",                                 begins: "is not a name",           code: "MetricAliasMalformed" },
  { path: "spec.metrics.resource.name",                        begins: "is required",             code: "Required" },
  { path: "spec.metrics.resource.target.type",                 begins: "is required",             code: "Required" },
  { path: "spec.metrics.resource.target.averageUtilization",   begins: "averageUtilization or",   code: "MetricTargetMissing" },
  { path: "spec.metrics.resource.target.averageValue",         begins: "only one of",             code: "MetricTargetAmbiguous" },
  { path: "spec.metrics.resource.target.value",                begins: "is not a quantity",       code: "QuantityMalformed" },
  { path: "spec.metrics.resource.target.value",                begins: "must be greater",         code: "QuantityNotPositive" },
  { path: "spec.metrics.resource.target.averageValue",         begins: "is not a quantity",       code: "QuantityMalformed" },
  { path: "spec.metrics.resource.target.averageValue",         begins: "must be greater",         code: "QuantityNotPositive" },
  { path: "spec.metrics.containerResource.name",               begins: "is required",             code: "Required" },
  { path: "spec.metrics.containerResource.container",          begins: "is required",             code: "Required" },
  { path: "spec.metrics.containerResource.target.type",        begins: "is required",             code: "Required" },
  { path: "spec.metrics.containerResource.target.averageUtilization", begins: "averageUtilization or",   code: "MetricTargetMissing" },
  { path: "spec.metrics.containerResource.target.averageValue", begins: "only one of",             code: "MetricTargetAmbiguous" },
  { path: "spec.metrics.containerResource.name",               begins: "is not a resource",       code: "ResourceNameMalformed" },
  { path: "spec.metrics.containerResource.container",          begins: "is not the name",         code: "ContainerNameMalformed" },
  { path: "spec.metrics.pods.metric.name",                     begins: "is required",             code: "Required" },
  { path: "spec.metrics.pods.target.type",                     begins: "is required",             code: "Required" },
  { path: "spec.metrics.pods.target.averageValue",             begins: "averageValue is needed",  code: "MetricTargetMissing" },
  { path: "spec.metrics.pods.metric.name",                     begins: "is not the name",         code: "MetricNameMalformed" },
  { path: "spec.metrics.object.describedObject.kind",          begins: "is required",             code: "Required" },
  { path: "spec.metrics.object.describedObject.name",          begins: "is required",             code: "Required" },
  { path: "spec.metrics.object.metric.name",                   begins: "is required",             code: "Required" },
  { path: "spec.metrics.object.target.type",                   begins: "is required",             code: "Required" },
  { path: "spec.metrics.object.target.averageValue",           begins: "averageValue or value",   code: "MetricTargetMissing" },
  { path: "spec.metrics.object.describedObject.apiVersion",    begins: "is not an API",           code: "ApiVersionMalformed" },
  { path: "spec.metrics.object.describedObject.kind",          begins: "is not a kind",           code: "KindMalformed" },
  { path: "spec.metrics.object.describedObject.name",          begins: "is not an object",        code: "NameMalformed" },
  { path: "spec.metrics.external.metric.name",                 begins: "is required",             code: "Required" },
  { path: "spec.metrics.external.target.type",                 begins: "is required",             code: "Required" },
  { path: "spec.metrics.external.target.averageValue",         begins: "averageValue or value",   code: "MetricTargetMissing" },
  { path: "spec.metrics.external.target.value",                begins: "only one of",             code: "MetricTargetAmbiguous" },
  { path: "spec.metrics.external.fallback",                      begins: "belongs to the metric", code: "Refused" },
  { path: "spec.metrics.prometheus.target.type", begins: "is required", code: "Required" },
  { path: "spec.metrics.prometheus.target.averageValue", begins: "averageValue or value", code: "MetricTargetMissing" },
  { path: "spec.metrics.prometheus.target.value", begins: "only one of", code: "MetricTargetAmbiguous" },
  { path: "spec.metrics.prometheus.source", begins: "is not the name", code: "SourceNameMalformed" },
  { path: "spec.metrics.externalScaler.target.type", begins: "is required", code: "Required" },
  { path: "spec.metrics.externalScaler.target.value", begins: "only one of", code: "MetricTargetAmbiguous" },
  { path: "spec.metrics.activation.value",                     begins: "is not a quantity",      code: "QuantityMalformed" },
  { path: "spec.thresholds.value",                                begins: "is required for type Value;", code: "SourceMissing" },
  { path: "spec.thresholds.intention",                            begins: "is required for type Intention;", code: "SourceMissing" },
  { path: "spec.thresholds.value",                                begins: "value is no part",      code: "SourceForbidden" },
  { path: "spec.thresholds.intention",                            begins: "intention is no part",  code: "SourceForbidden" },
  { path: "spec.thresholds.name",                                 begins: "is not the name",       code: "ThresholdNameMalformed" },
  { path: "spec.thresholds.value.valueType",                      begins: "this type of metric",   code: "ValueTypeUnknown" },
  { path: "spec.thresholds.value.value",                          begins: "is not a whole",        code: "PercentageMalformed" },
  { path: "spec.thresholds.value.value",                          begins: "is not a quantity",     code: "QuantityMalformed" },
  { path: "spec.thresholds.value.metric.resource",                begins: "is required for type Resource;", code: "SourceMissing" },
  { path: "spec.thresholds.value.metric.containerResource",       begins: "is required for type ContainerResource;", code: "SourceMissing" },
  { path: "spec.thresholds.value.metric.pods",                    begins: "is required for type Pods;", code: "SourceMissing" },
  { path: "spec.thresholds.value.metric.object",                  begins: "is required for type Object;", code: "SourceMissing" },
  { path: "spec.thresholds.value.metric.external",                begins: "is required for type External;", code: "SourceMissing" },
  { path: "spec.thresholds.value.metric.prometheus", begins: "is required for type Prometheus;", code: "SourceMissing" },
  { path: "spec.thresholds.value.metric.externalScaler", begins: "is required for type ExternalScaler;", code: "SourceMissing" },
  { path: "spec.thresholds.value.metric",                         begins: "a metric has one source", code: "SourceForbidden" },
  { path: "spec.thresholds.value.metric.resource.name",           begins: "is required",           code: "Required" },
  { path: "spec.thresholds.value.metric.containerResource.name",  begins: "is required",           code: "Required" },
  { path: "spec.thresholds.value.metric.containerResource.container",begins: "is required",           code: "Required" },
  { path: "spec.thresholds.value.metric.pods.metric.name",        begins: "is required",           code: "Required" },
  { path: "spec.thresholds.value.metric.object.describedObject.kind",begins: "is required",           code: "Required" },
  { path: "spec.thresholds.value.metric.object.describedObject.name",begins: "is required",           code: "Required" },
  { path: "spec.thresholds.value.metric.object.metric.name",      begins: "is required",           code: "Required" },
  { path: "spec.thresholds.value.metric.external.metric.name",    begins: "is required",           code: "Required" },
  { path: "spec.thresholds.value.increment",                      begins: "adds and takes",        code: "IncrementZero" },
  { path: "spec.thresholds.intention.metric",                     begins: "is required for intent PodsMetric", code: "IntentionMetricMissing" },
  { path: "spec.thresholds.intention.metric",                     begins: "the intent says",       code: "IntentionMetricForbidden" },
  { path: "spec.thresholds.intention.metric.name",                begins: "is required for a metric", code: "Required" },
  { path: "spec.thresholds.intention.value",                      begins: "is not a whole",        code: "PercentageMalformed" },
  { path: "spec.thresholds.intention.value",                      begins: "is not a quantity",     code: "QuantityMalformed" },
  { path: "spec.thresholds.intention.value",                      begins: "must be greater",       code: "QuantityNotPositive" },
  { path: "spec.schedules.minReplicas",                           begins: "is required unless",    code: "ScheduleUnbounded" },
  { path: "spec.schedules.maxReplicas",                           begins: "maxReplicas is",        code: "MaxBelowMin" },
  { path: "spec.schedules.end",                                   begins: "comes only",            code: "ScheduleEndless" },
  { path: "spec.schedules.name",                                  begins: "is not the name",       code: "ScheduleNameMalformed" },
  { path: "spec.schedules.timeZone",                              begins: "is not the name",       code: "TimeZoneMalformed" },
  { path: "spec.schedules.timeZone",                              begins: "is no time zone",       code: "TimeZoneUnknown" },
  { path: "spec.schedules.start",                                 begins: "is not a cron",         code: "CronMalformed" },
  { path: "spec.cooldown.scaleDownSeconds",                        begins: "is what the window",    code: "Refused" },
  { path: "spec.compatibility",                                   begins: "is now",                code: "Refused" },
];

const kinds = [
  {
    kind: "Autoscaler",
    plural: "autoscalers",
    twins: autoscalerTwins,
    found: autoscalerCases.flatMap(({ spec }) => validateAutoscaler(spec)),
  },
  {
    kind: "ClusterProportionalAutoscaler",
    plural: "clusterproportionalautoscalers",
    twins: proportionalTwins,
    found: proportionalCases.flatMap(({ spec }) => validateClusterProportionalAutoscaler(spec)),
  },
];

describe.each(kinds)("CEL rules of the $kind", ({ plural, twins, found }) => {
  it("each have a twin, and each twin has a rule", () => {
    const rules = rulesOf(schemaOf(plural), "");
    const known = rules.map(([path, message]) =>
      twins.find(twin => twin.path === path && message.startsWith(twin.begins)),
    );
    const missing = rules.filter((_, index) => known[index] === undefined);
    expect(missing, "write the rule into engine/validate and into this table").toEqual([]);
    expect(known).toEqual(twins);
  });

  it.each(twins)("$code at $path is also reported by validate", ({ path, code }) => {
    const places = found.filter(error => error.code === code).map(error => error.path);
    expect(places.map(place => place.replaceAll(/\[[^\]]*\]/g, ""))).toContain(path);
  });
});
