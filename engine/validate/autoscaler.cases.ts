import { combineCases, groupCases } from "./fields/combine.cases.ts";
import { metricCases } from "./metrics/metrics.cases.ts";
import { type AutoscalerCase, spec, web } from "./testing/autoscaler-spec.ts";
import { many } from "./testing/spec-case.ts";
import { forecastCases } from "./fields/forecast.cases.ts";
import { scheduleCases } from "./fields/schedules.cases.ts";
import { thresholdCases } from "./metrics/thresholds.cases.ts";

const target = (fields: object) => spec({ scaleTargetRef: { ...web, ...fields } });
const labelled = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  selector: { matchLabels: { app: "web" } },
};
/** Instead of a reference. */
const selected = (fields: unknown) => spec({ scaleTargetRef: null, targetSelector: fields });
const selector = (fields: object) => selected({ ...labelled, ...fields });
const labels = (fields: object) => selector({ selector: { ...labelled.selector, ...fields } });
const requirement = (...list: unknown[]) => labels({ matchExpressions: list });
const monitors = (...list: unknown[]) => spec({ monitorSelectors: list });
/** Queries pod metrics by metrics and intentions, for the target and for monitors. */
const asking = (of: { metrics: number; thresholds: number; monitors: number }) =>
  spec({
    metrics: many(of.metrics, () => perPod),
    thresholds: many(of.thresholds, index => ({ ...aim, name: `aim-${index}` })),
    monitorSelectors: many(of.monitors, () => labelled),
  });
const perPod = {
  type: "Pods",
  pods: { metric: { name: "rps" }, target: { type: "AverageValue", averageValue: "10" } },
};
const aim = { type: "Intention", intention: { intent: "RequestsPerSecondPerPod", value: 70 } };
const scaleUp = (fields: unknown, rest: object = {}) =>
  spec({ behavior: { scaleUp: fields }, ...rest });
const scaleDown = (fields: unknown, rest: object = {}) =>
  spec({ behavior: { scaleDown: fields }, ...rest });
const policy = { type: "Percent", value: 100, periodSeconds: 60 };
const policies = (...list: unknown[]) => scaleUp({ policies: list });
const cooldown = (fields: object) => spec({ cooldown: fields });
const ofQueue = {
  type: "External",
  external: { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "5" } },
};
const rollout = (fields: object) => spec({ rollout: fields });
const tolerance = (value: unknown) => scaleUp({ tolerance: value });

// prettier-ignore
const otherCases: readonly AutoscalerCase[] = [
  { when: "start-up periods of 0 and 0", spec: spec({ cpuInitializationPeriodSeconds: 0, initialReadinessDelaySeconds: 0 }), errors: [], warnings: ["StartupUnprotected"] },
  { when: "a metric and a maximum",              spec: spec({}),                                                errors: [] },
  { when: "every field",                         spec: spec({ minReplicas: 2, mode: "DryRun", syncPeriodSeconds: 30, algorithm: "HPA-1.36", behavior: { scaleUp: { stabilizationWindowSeconds: 60, selectPolicy: "Min", policies: [policy, { ...policy, type: "Pods" }], tolerance: "0.05" }, scaleDown: { selectPolicy: "Disabled" } } }), errors: [] },
  { when: "an empty behavior",                   spec: spec({ behavior: {} }),                                  errors: [] },
  { when: "empty rules",                         spec: scaleUp({}),                                             errors: [] },
  { when: "fields that are null",                spec: spec({ behavior: null, minReplicas: null, mode: null }), errors: [] },

  { when: "no spec",                             spec: null,                                                    errors: ["Required"], bySchema: true },
  { when: "a spec that is a list",               spec: [],                                                      errors: ["Type"] },
  { when: "an unknown mode",                     spec: spec({ mode: "Off" }),                                   errors: ["NotSupported"], upstream: "accepted" },
  { when: "an unknown algorithm",                spec: spec({ algorithm: "HPA-1.35" }),                         errors: ["NotSupported"], upstream: "accepted" },
  { when: "the former default of algorithm",     spec: spec({ compatibility: "None" }),                         errors: [] },
  { when: "the former name of algorithm",        spec: spec({ compatibility: "HPA-1.36" }),                     errors: ["Refused"], upstream: "accepted" },
  { when: "its own pods only",                   spec: spec({ selectionStrategy: "OwnerReference" }),           errors: [] },
  { when: "the pods of its selector",            spec: spec({ selectionStrategy: "LabelSelector" }),            errors: [] },
  { when: "an unknown selection of pods",        spec: spec({ selectionStrategy: "Owner" }),                    errors: ["NotSupported"], upstream: "accepted" },
  { when: "a health gate",                       spec: spec({ healthGate: { startSeconds: 300, maxHoldSeconds: 600 } }), errors: [] },
  { when: "a health gate with its defaults",     spec: spec({ healthGate: {} }),                                errors: [] },
  { when: "a health gate that is a flag",        spec: spec({ healthGate: true }),                              errors: ["Type"], upstream: "accepted" },
  { when: "a health gate that holds for no time", spec: spec({ healthGate: { maxHoldSeconds: 0 } }),            errors: ["Range"], upstream: "accepted" },
  { when: "a start of over a day",               spec: spec({ healthGate: { startSeconds: 86401 } }),           errors: ["Range"], upstream: "accepted" },
  { when: "the shortest sync period",            spec: spec({ syncPeriodSeconds: 3 }),                          errors: [] },
  { when: "a shorter sync period",               spec: spec({ syncPeriodSeconds: 2 }),                          errors: ["Range"], upstream: "accepted" },
  { when: "the longest sync period",             spec: spec({ syncPeriodSeconds: 3600 }),                       errors: [] },
  { when: "a longer sync period",                spec: spec({ syncPeriodSeconds: 3601 }),                       errors: ["Range"], upstream: "accepted" },
  { when: "a sync period with a unit",           spec: spec({ syncPeriodSeconds: "15s" }),                      errors: ["Type"], upstream: "accepted" },
  { when: "the start of pods",                   spec: spec({ cpuInitializationPeriodSeconds: 0, initialReadinessDelaySeconds: 86400 }), errors: [] },
  { when: "a negative start of pods",            spec: spec({ cpuInitializationPeriodSeconds: -1, initialReadinessDelaySeconds: -1 }), errors: ["Range", "Range"], upstream: "accepted" },
  { when: "a start of pods longer than a day",   spec: spec({ cpuInitializationPeriodSeconds: 86401, initialReadinessDelaySeconds: 86401 }), errors: ["Range", "Range"], upstream: "accepted" },
  { when: "a start of pods with a unit",         spec: spec({ cpuInitializationPeriodSeconds: "5m" }),          errors: ["Type"], upstream: "accepted" },

  { when: "no target",                           spec: spec({ scaleTargetRef: null }),                          errors: ["Required", "Required", "Required"] },
  { when: "a target that is text",               spec: spec({ scaleTargetRef: "deployment/web" }),              errors: ["Type"] },
  { when: "a ReplicationController without apiVersion", spec: target({ apiVersion: null, kind: "ReplicationController" }), errors: ["Required"], upstream: "accepted" },
  { when: "a target without apiVersion",         spec: target({ apiVersion: null }),                            errors: ["Required"] },
  { when: "a target without kind",               spec: target({ kind: null }),                                  errors: ["Required"] },
  { when: "a target without name",               spec: target({ name: null }),                                  errors: ["Required"] },
  { when: "a target name that is a number",      spec: target({ name: 7 }),                                     errors: ["Type"] },
  { when: "an empty target name",                spec: target({ name: "" }),                                    errors: ["NameMalformed"] },
  { when: "a target name that climbs",           spec: target({ name: ".." }),                                  errors: ["NameMalformed"] },
  { when: "a target name with a slash",          spec: target({ name: "web/x" }),                               errors: ["NameMalformed"] },
  { when: "a target name with capitals",         spec: target({ name: "Web" }),                                 errors: ["NameMalformed"], upstream: "accepted" },
  { when: "a target name that is too long",      spec: target({ name: "a".repeat(254) }),                       errors: ["TooLong"], upstream: "accepted" },
  { when: "a kind with a slash",                 spec: target({ kind: "apps/Deployment" }),                     errors: ["KindMalformed"] },
  { when: "an apiVersion with two slashes",      spec: target({ apiVersion: "apps/v1/x" }),                     errors: ["ApiVersionMalformed"] },
  { when: "an apiVersion without a group",       spec: target({ apiVersion: "v1" }),                            errors: ["ApiGroupMissing"] },
  { when: "a ReplicationController",             spec: target({ apiVersion: "v1", kind: "ReplicationController" }), errors: [] },
  { when: "a custom resource",                   spec: target({ apiVersion: "example.com/v1alpha1", kind: "Shop" }), errors: [] },

  { when: "a selector in the place of a target", spec: selected(labelled),                                      errors: [], upstream: "refused" },
  { when: "a selector next to a target",          spec: spec({ targetSelector: labelled }),                      errors: ["TargetAmbiguous"], upstream: "accepted" },
  { when: "a choice among matches",              spec: { ...selected(labelled), targetSelection: "Announced" },  errors: [], upstream: "refused" },
  { when: "a choice without a selector",         spec: spec({ targetSelection: "Largest" }),                     errors: ["SelectionWithoutSelector"], upstream: "accepted" },
  { when: "a selector next to a wrong target",   spec: spec({ scaleTargetRef: { ...web, kind: "a/b" }, targetSelector: labelled }), errors: ["KindMalformed", "TargetAmbiguous"] },
  { when: "a selector that is text",             spec: selected("app=web"),                                     errors: ["Type"] },
  { when: "a selector of nothing",               spec: selected({}),                                            errors: ["Required", "Required", "SelectorEmpty"] },
  { when: "a selector of a kind",                spec: selector({ selector: null }),                            errors: ["SelectorEmpty"] },
  { when: "a selector without parts",            spec: labels({ matchLabels: null }),                           errors: ["SelectorEmpty"] },
  { when: "labels that are text",                spec: selector({ selector: "app=web" }),                       errors: ["Type"] },
  { when: "the former place of labels",          spec: selector({ selector: null, matchLabels: { app: "web" } }), errors: ["Refused"] },
  { when: "the former place of requirements",    spec: selector({ matchExpressions: [{ key: "app", operator: "In", values: ["a b"] }] }), errors: ["Refused"], upstream: "refused" },
  { when: "the former place of monitored labels", spec: monitors({ apiVersion: "apps/v1", kind: "Deployment", matchLabels: { app: "web" }, matchExpressions: [] }), errors: ["Refused", "Refused"], upstream: "accepted" },
  { when: "a selector with empty parts",         spec: labels({ matchLabels: {}, matchExpressions: [] }),       errors: ["SelectorEmpty"] },
  { when: "a selector without apiVersion",       spec: selector({ apiVersion: null }),                          errors: ["Required"] },
  { when: "a selector without kind",             spec: selector({ kind: null }),                                errors: ["Required"] },
  { when: "a selector without an API group",     spec: selector({ apiVersion: "v1" }),                          errors: ["ApiGroupMissing"] },
  { when: "a selector of ReplicationControllers", spec: selector({ apiVersion: "v1", kind: "ReplicationController" }), errors: [], upstream: "refused" },
  { when: "a selector with a malformed version", spec: selector({ apiVersion: "a/b/c" }),                       errors: ["ApiVersionMalformed"] },
  { when: "a selector with a malformed kind",    spec: selector({ kind: "Web Shop" }),                          errors: ["KindMalformed"] },
  { when: "as many questions as are allowed",    spec: asking({ metrics: 15, thresholds: 1, monitors: 7 }),     errors: [] },
  { when: "a metric of pods too many for its monitors", spec: asking({ metrics: 16, thresholds: 1, monitors: 7 }), errors: ["TooManyQuestions"], upstream: "accepted" },
  { when: "an intention too many for its monitors", spec: asking({ metrics: 15, thresholds: 2, monitors: 7 }),  errors: ["TooManyQuestions"], upstream: "accepted" },
  { when: "a monitor too many for its metrics",  spec: asking({ metrics: 15, thresholds: 1, monitors: 8 }),     errors: ["TooManyQuestions"], upstream: "accepted" },
  { when: "all metrics and thresholds of pods",  spec: asking({ metrics: 32, thresholds: 32, monitors: 0 }),    errors: [] },
  { when: "all metrics of pods and one monitor", spec: asking({ metrics: 32, thresholds: 32, monitors: 1 }),    errors: [] },
  { when: "a label key with a space",            spec: labels({ matchLabels: { "a b": "c" } }),                 errors: ["LabelKeyMalformed"] },
  { when: "a label value with a space",          spec: labels({ matchLabels: { a: "b c" } }),                   errors: ["LabelValueMalformed"] },
  { when: "16 labels",                           spec: labels({ matchLabels: Object.fromEntries(many(16, at => [`l${at}`, ""])) }), errors: [], upstream: "refused" },
  { when: "17 labels",                           spec: labels({ matchLabels: Object.fromEntries(many(17, at => [`l${at}`, ""])) }), errors: ["TooMany"] },
  { when: "a requirement alone",                 spec: labels({ matchLabels: null, matchExpressions: [{ key: "app", operator: "In", values: ["a", "b"] }] }), errors: [], upstream: "refused" },
  { when: "a requirement without values",        spec: requirement({ key: "app", operator: "In" }),             errors: ["ValuesMissing"] },
  { when: "a requirement with values too many",  spec: requirement({ key: "app", operator: "Exists", values: ["a"] }), errors: ["ValuesForbidden"] },
  { when: "a requirement on a malformed key",    spec: requirement({ key: "a b", operator: "Exists" }),         errors: ["LabelKeyMalformed"] },
  { when: "a requirement on a malformed value",  spec: requirement({ key: "a", operator: "In", values: ["b c"] }), errors: ["LabelValueMalformed"] },
  { when: "a requirement without an operator",   spec: requirement({ key: "a" }),                               errors: ["Required"] },
  { when: "more capacity to count",              spec: monitors(labelled, { ...labelled, kind: "StatefulSet" }), errors: [] },
  { when: "no more capacity to count",           spec: monitors(),                                              errors: [] },
  { when: "8 monitor selectors",                 spec: monitors(...many(8, () => labelled)),                    errors: [] },
  { when: "9 monitor selectors",                 spec: monitors(...many(9, () => labelled)),                    errors: ["TooMany"], upstream: "accepted" },
  { when: "a monitor selector of nothing",       spec: monitors({}),                                            errors: ["Required", "Required", "SelectorEmpty"], upstream: "accepted" },
  { when: "a malformed monitor selector",        spec: monitors({ apiVersion: "v1", kind: "a/b", selector: { matchLabels: { "a b": "c d" }, matchExpressions: [{ key: "?", operator: "In" }] } }), errors: ["KindMalformed", "ApiGroupMissing", "LabelKeyMalformed", "LabelValueMalformed", "LabelKeyMalformed", "ValuesMissing"], upstream: "accepted" },
  { when: "values that a monitor selector takes none of", spec: monitors({ apiVersion: "a/b/c", kind: "Web", selector: { matchExpressions: [{ key: "a", operator: "Exists", values: ["b c"] }] } }), errors: ["ApiVersionMalformed", "LabelValueMalformed", "ValuesForbidden"], upstream: "accepted" },

  { when: "no maximum",                          spec: spec({ maxReplicas: null }),                             errors: ["Required"] },
  { when: "a maximum of 0",                      spec: spec({ maxReplicas: 0 }),                                errors: ["Range"] },
  { when: "a negative maximum",                  spec: spec({ maxReplicas: -1 }),                               errors: ["Range"] },
  { when: "a maximum that is text",              spec: spec({ maxReplicas: "10" }),                             errors: ["Type"] },
  { when: "the largest maximum",                 spec: spec({ maxReplicas: 2147483647 }),                       errors: [] },
  { when: "a maximum beyond int32",              spec: spec({ maxReplicas: 2147483648 }),                       errors: ["Range"] },
  { when: "a negative minimum",                  spec: spec({ minReplicas: -1 }),                               errors: ["Range"] },
  { when: "half a replica",                      spec: spec({ minReplicas: 1.5 }),                              errors: ["Type"] },
  { when: "a minimum beyond int32",              spec: spec({ minReplicas: 2147483648 }),                       errors: ["Range"] },
  { when: "a maximum below the minimum",         spec: spec({ minReplicas: 20 }),                               errors: ["MaxBelowMin"] },
  { when: "a maximum equal to the minimum",      spec: spec({ minReplicas: 10 }),                               errors: [], warnings: ["BoundsEqual"] },
  { when: "a maximum of 1",                      spec: spec({ maxReplicas: 1 }),                                errors: [], warnings: ["BoundsEqual"] },

  { when: "a behavior that is text",             spec: spec({ behavior: "fast" }),                              errors: ["Type"] },
  { when: "rules that are a list",               spec: scaleUp([]),                                             errors: ["Type"] },
  { when: "a window of 0",                       spec: scaleDown({ stabilizationWindowSeconds: 0 }),            errors: [] },
  { when: "the longest window",                  spec: scaleDown({ stabilizationWindowSeconds: 3600 }),         errors: [] },
  { when: "a negative window",                   spec: scaleUp({ stabilizationWindowSeconds: -1 }),             errors: ["Range"] },
  { when: "a longer window",                     spec: scaleDown({ stabilizationWindowSeconds: 3601 }),         errors: ["Range"] },
  { when: "a window as long as a sync period",   spec: scaleDown({ stabilizationWindowSeconds: 15 }),           errors: [] },
  { when: "a shorter window",                    spec: scaleDown({ stabilizationWindowSeconds: 14 }),           errors: [], warnings: ["WindowBelowSync"] },
  { when: "a window below a long sync period",   spec: scaleUp({ stabilizationWindowSeconds: 60 }, { syncPeriodSeconds: 61 }), errors: [], warnings: ["WindowBelowSync"] },
  { when: "a window next to a bad sync period",   spec: scaleUp({ stabilizationWindowSeconds: 1 }, { syncPeriodSeconds: 0 }), errors: ["Range"], upstream: "accepted" },
  { when: "an unknown select policy",            spec: scaleUp({ selectPolicy: "Average" }),                    errors: ["NotSupported"] },
  { when: "no policy in the list",               spec: policies(),                                              errors: ["TooFew"] },
  { when: "no policy in rules that are off",     spec: scaleDown({ selectPolicy: "Disabled", policies: [] }),   errors: ["TooFew"] },
  { when: "16 policies",                         spec: policies(...many(16, () => policy)),                     errors: [] },
  { when: "17 policies",                         spec: policies(...many(17, () => policy)),                     errors: ["TooMany"], upstream: "accepted" },
  { when: "a policy without a type",             spec: policies({ ...policy, type: null }),                     errors: ["Required"] },
  { when: "a policy of an unknown type",         spec: policies({ ...policy, type: "percent" }),                errors: ["NotSupported"] },
  { when: "a policy without a value",            spec: policies({ ...policy, value: null }),                    errors: ["Required"] },
  { when: "a policy of value 0",                 spec: policies({ ...policy, value: 0 }),                       errors: ["Range"] },
  { when: "a policy of 1000 percent",            spec: policies({ ...policy, value: 1000 }),                    errors: [] },
  { when: "a policy value that is text",         spec: policies({ ...policy, value: "100%" }),                  errors: ["Type"] },
  { when: "a policy without a period",           spec: policies({ ...policy, periodSeconds: null }),            errors: ["Required"] },
  { when: "a policy of no time",                 spec: policies({ ...policy, periodSeconds: 0 }),               errors: ["Range"] },
  { when: "a policy over half an hour",          spec: policies({ ...policy, periodSeconds: 1800 }),            errors: [] },
  { when: "a policy over more",                  spec: policies({ ...policy, periodSeconds: 1801 }),            errors: ["Range"] },
  { when: "a policy shorter than a sync period", spec: policies({ ...policy, periodSeconds: 14 }),              errors: [], warnings: ["PeriodBelowSync"] },

  { when: "a cooldown",                          spec: cooldown({ scaleUpSeconds: 3600 }),                      errors: [] },
  { when: "a cooldown of nothing",               spec: cooldown({}),                                            errors: [] },
  { when: "a cooldown of 0",                     spec: cooldown({ scaleUpSeconds: 0 }),                         errors: [] },
  { when: "a cooldown that is a number",         spec: spec({ cooldown: 300 }),                                 errors: ["Type"], upstream: "accepted" },
  { when: "a negative cooldown",                 spec: cooldown({ scaleUpSeconds: -1 }),                        errors: ["Range"], upstream: "accepted" },
  { when: "a cooldown over an hour",             spec: cooldown({ scaleUpSeconds: 3601 }),                      errors: ["Range"], upstream: "accepted" },
  { when: "a cooldown of removals",              spec: cooldown({ scaleDownSeconds: 60 }),                      errors: ["Refused"], upstream: "accepted" },
  { when: "a cooldown with a unit",              spec: cooldown({ scaleUpSeconds: "3m" }),                      errors: ["Type"], upstream: "accepted" },
  { when: "a cooldown shorter than a sync period", spec: cooldown({ scaleUpSeconds: 14 }),                      errors: [], warnings: ["CooldownBelowSync"] },

  { when: "a hold during rollouts",              spec: rollout({ scaleDown: "Hold" }),                          errors: [] },
  { when: "a short hold",                        spec: rollout({ scaleDown: "Hold", maxHoldSeconds: 1 }),       errors: [] },
  { when: "the longest hold",                    spec: rollout({ scaleDown: "Hold", maxHoldSeconds: 86400 }),   errors: [] },
  { when: "a longer hold",                       spec: rollout({ scaleDown: "Hold", maxHoldSeconds: 86401 }),   errors: ["Range"], upstream: "accepted" },
  { when: "a hold for no time",                  spec: rollout({ scaleDown: "Hold", maxHoldSeconds: 0 }),       errors: ["Range"], upstream: "accepted" },
  { when: "rollouts that hold nothing",          spec: rollout({ scaleDown: "Allow" }),                         errors: [] },
  { when: "nothing about rollouts",              spec: rollout({}),                                             errors: [] },
  { when: "an order of removal",                 spec: spec({ scaleDownOrder: "LeastLoaded" }),                 errors: [] },
  { when: "an order by the zones",               spec: spec({ scaleDownOrder: "Zone" }),                        errors: [] },
  { when: "an unknown order",                    spec: spec({ scaleDownOrder: "Oldest" }),                      errors: ["NotSupported"], upstream: "accepted" },
  { when: "an order for a StatefulSet",          spec: spec({ scaleTargetRef: { ...web, kind: "StatefulSet" }, scaleDownOrder: "Newest" }), errors: ["OrderUnsupported"], upstream: "accepted" },
  { when: "an order by a load that is not of pods", spec: spec({ metrics: [ofQueue], scaleDownOrder: "LeastLoaded" }), errors: [], warnings: ["OrderUnmeasured"] },
  { when: "a limit without a hold",              spec: rollout({ maxHoldSeconds: 60 }),                         errors: [], warnings: ["HoldUnused"] },
  { when: "a limit where monitors hold",         spec: spec({ rollout: { maxHoldSeconds: 60 }, monitorSelectors: [labelled] }), errors: [] },
  { when: "an unknown hold",                     spec: rollout({ scaleDown: "Stop" }),                          errors: ["NotSupported"], upstream: "accepted" },
  { when: "a rollout that is text",              spec: spec({ rollout: "Hold" }),                               errors: ["Type"], upstream: "accepted" },

  { when: "a tolerance of 0",                    spec: tolerance(0),                                            errors: [] },
  { when: "a tolerance as Kubernetes documents it", spec: tolerance(0.05),                                      errors: [] },
  { when: "a tolerance as kubectl shows it",     spec: tolerance("50m"),                                        errors: [] },
  { when: "a tolerance of half the target",      spec: tolerance("0.5"),                                        errors: [] },
  { when: "a larger tolerance",                  spec: tolerance(0.501),                                        errors: [], warnings: ["ToleranceLarge"] },
  { when: "a tolerance in percent",              spec: tolerance("5%"),                                         errors: ["QuantityMalformed"], bySchema: true },
  { when: "an empty tolerance",                  spec: tolerance(""),                                           errors: ["QuantityMalformed"], bySchema: true },
  { when: "a tolerance of 65 characters",        spec: tolerance(`0.${"1".repeat(63)}`),                        errors: ["TooLong"], upstream: "accepted" },
  { when: "a negative tolerance",                spec: tolerance("-0.1"),                                       errors: ["QuantityNegative"], bySchema: true },
  { when: "a tolerance of minus 0",              spec: tolerance("-0.0"),                                       errors: [] },
  { when: "a negative number as a tolerance",    spec: tolerance(-0.1),                                         errors: ["Range"] },
  { when: "a tolerance without end",             spec: tolerance(2147483648),                                   errors: ["Range"], upstream: "accepted" },
  { when: "a tolerance that is a boolean",       spec: tolerance(true),                                         errors: ["Type"] },
  { when: "a tolerance that is a list",          spec: tolerance([]),                                           errors: ["Type"] },
  { when: "a tolerance that is a filled list",   spec: tolerance([0.1]),                                        errors: ["Type"] },
  { when: "a tolerance that is an object",       spec: tolerance({}),                                           errors: ["Type"] },
  { when: "a tolerance that is a filled object", spec: tolerance({ up: 0.1 }),                                  errors: ["Type"] },
];

export const specCases: readonly AutoscalerCase[] = [
  ...otherCases,
  ...combineCases,
  ...groupCases,
  ...metricCases,
  ...thresholdCases,
  ...scheduleCases,
  ...forecastCases,
];
