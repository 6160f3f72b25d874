import { many, type SpecCase } from "./testing/spec-case.ts";

const dns = { apiVersion: "apps/v1", kind: "Deployment", name: "coredns" };
const perNode = { nodesPerReplica: 16 };

/** A spec that is valid except for these fields. */
const spec = (fields: object) => ({ scaleTargetRefs: [dns], linear: perNode, ...fields });
const targets = (...scaleTargetRefs: unknown[]) => spec({ scaleTargetRefs });
const linear = (fields: object, rest: object = {}) =>
  spec({ linear: { ...perNode, ...fields }, ...rest });
const ladder = (fields: unknown) => ({ scaleTargetRefs: [dns], ladder: fields });
const configMap = (configMapRef: unknown, rest: object = {}) => ({
  scaleTargetRefs: [dns],
  configMapRef,
  ...rest,
});
const requirement = (fields: object) =>
  spec({ nodeSelector: { matchExpressions: [{ key: "zone", ...fields }] } });
const labels = (matchLabels: unknown) => spec({ nodeSelector: { matchLabels } });
const policy = { type: "Percent", value: 10, periodSeconds: 60 };
const behavior = (rules: object, rest: object = {}) => spec({ behavior: rules, ...rest });
const spof = { maxReplicas: 1, preventSinglePointFailure: true };

// prettier-ignore
export const specCases: readonly SpecCase[] = [
  { when: "linear by nodes",                     spec: spec({}),                                                        errors: [] },
  { when: "every field of linear",               spec: linear({ coresPerReplica: 256, minReplicas: 2, maxReplicas: 100, preventSinglePointFailure: true }), errors: [] },
  { when: "a ratio below one",                   spec: linear({ nodesPerReplica: 0.25 }),                               errors: [] },
  { when: "maximum equal to minimum",            spec: linear({ minReplicas: 3, maxReplicas: 3 }),                      errors: [] },
  { when: "the largest bounds",                  spec: linear({ minReplicas: 2147483647, maxReplicas: 2147483647 }),    errors: [] },
  { when: "a field that is null is a missing one", spec: spec({ ladder: null, linear: { ...perNode, maxReplicas: null, minReplicas: null } }), errors: [] },
  { when: "every field next to the parameters",   spec: spec({ mode: "DryRun", includeUnschedulableNodes: true, compatibility: "CPA-1.10", nodeSelector: {} }), errors: [] },
  { when: "rules for both directions",           spec: behavior({ scaleUp: { policies: [policy, { ...policy, type: "Pods" }], selectPolicy: "Min" }, scaleDown: { stabilizationWindowSeconds: 3600, selectPolicy: "Disabled" } }), errors: [] },
  { when: "no window at all",                    spec: behavior({ scaleDown: { stabilizationWindowSeconds: 0 } }),      errors: [] },
  { when: "rules that upstream does not have",   spec: behavior({ scaleDown: { policies: [policy] } }, { compatibility: "CPA-1.10" }), errors: [], warnings: ["BehaviorUnused"] },
  { when: "empty rules with upstream's arithmetic", spec: behavior({}, { compatibility: "CPA-1.10" }),                  errors: [] },
  { when: "a window longer than an hour",        spec: behavior({ scaleDown: { stabilizationWindowSeconds: 3601 } }),   errors: ["Range"] },
  { when: "a negative window",                   spec: behavior({ scaleUp: { stabilizationWindowSeconds: -1 } }),       errors: ["Range"] },
  { when: "rules without a policy",              spec: behavior({ scaleUp: { policies: [] } }),                         errors: ["TooFew"] },
  { when: "a policy without a period",           spec: behavior({ scaleUp: { policies: [{ type: "Pods", value: 1 }] } }), errors: ["Required"] },
  { when: "a policy of 0 pods",                  spec: behavior({ scaleDown: { policies: [{ ...policy, value: 0 }] } }), errors: ["Range"] },
  { when: "a policy for half an hour and a second", spec: behavior({ scaleDown: { policies: [{ ...policy, periodSeconds: 1801 }] } }), errors: ["Range"] },
  { when: "an unknown choice of policies",       spec: behavior({ scaleUp: { selectPolicy: "Most" } }),                 errors: ["NotSupported"] },

  { when: "no spec",                             spec: null,                                                            errors: ["Required"], bySchema: true },
  { when: "a spec that is a list",               spec: [],                                                              errors: ["Type"] },
  { when: "an unknown mode",                     spec: spec({ mode: "active" }),                                        errors: ["NotSupported"] },
  { when: "an unknown compatibility",            spec: spec({ compatibility: "CPA-1.9" }),                              errors: ["NotSupported"] },
  { when: "a compatibility that is a number",    spec: spec({ compatibility: 1.1 }),                                    errors: ["Type"] },
  { when: "a flag that is text",                 spec: spec({ includeUnschedulableNodes: "true" }),                     errors: ["Type"] },

  { when: "no parameters",                       spec: { scaleTargetRefs: [dns] },                                      errors: ["ParametersMissing"] },
  { when: "linear and ladder",                   spec: spec({ ladder: { nodesToReplicas: [{ nodes: 1, replicas: 1 }] } }), errors: ["ParametersAmbiguous"] },
  { when: "linear and configMapRef",             spec: spec({ configMapRef: { name: "dns" } }),                         errors: ["ParametersAmbiguous"] },
  { when: "all three",                           spec: spec({ configMapRef: { name: "dns" }, ladder: { nodesToReplicas: [{ nodes: 1, replicas: 1 }] } }), errors: ["ParametersAmbiguous"] },

  { when: "no target list",                      spec: { linear: perNode },                                             errors: ["Required"] },
  { when: "an empty target list",                spec: targets(),                                                       errors: ["TooFew"] },
  { when: "16 targets",                          spec: targets(...many(16, i => ({ ...dns, name: `dns-${i}` }))),       errors: [] },
  { when: "17 targets",                          spec: targets(...many(17, i => ({ ...dns, name: `dns-${i}` }))),       errors: ["TooMany"] },
  { when: "a target that is null",               spec: targets(null),                                                   errors: ["Type"] },
  { when: "a target that is text",               spec: targets("deployment/coredns"),                                   errors: ["Type"] },
  { when: "the same target twice",               spec: targets(dns, dns),                                               errors: ["DuplicateTarget"], bySchema: true },
  { when: "one target in two API versions",      spec: targets(dns, { ...dns, apiVersion: "apps/v1beta2" }),            errors: ["DuplicateTarget"] },
  { when: "one name in two groups",              spec: targets(dns, { ...dns, apiVersion: "example.com/v1" }),          errors: [] },
  { when: "one name for two kinds",              spec: targets(dns, { ...dns, kind: "StatefulSet" }),                   errors: [] },
  { when: "a target without apiVersion",         spec: targets({ kind: "Deployment", name: "coredns" }),                errors: ["Required"] },
  { when: "a target without kind",               spec: targets({ apiVersion: "apps/v1", name: "coredns" }),             errors: ["Required"] },
  { when: "a target without name",               spec: targets({ apiVersion: "apps/v1", kind: "Deployment" }),          errors: ["Required"] },
  { when: "a target name that is a number",      spec: targets({ ...dns, name: 7 }),                                    errors: ["Type"] },
  { when: "an empty name",                       spec: targets({ ...dns, name: "" }),                                   errors: ["NameMalformed"] },
  { when: "a name with capitals",                spec: targets({ ...dns, name: "CoreDNS" }),                            errors: ["NameMalformed"] },
  { when: "a name that climbs in the path",      spec: targets({ ...dns, name: ".." }),                                 errors: ["NameMalformed"] },
  { when: "a name with a newline at the end",    spec: targets({ ...dns, name: "coredns\n" }),                          errors: ["NameMalformed"] },
  { when: "the longest name",                    spec: targets({ ...dns, name: "a".repeat(253) }),                      errors: [] },
  { when: "a name one longer",                   spec: targets({ ...dns, name: "a".repeat(254) }),                      errors: ["TooLong"] },
  { when: "a kind with a slash",                 spec: targets({ ...dns, kind: "apps/Deployment" }),                    errors: ["KindMalformed"] },
  { when: "an apiVersion with two slashes",      spec: targets({ ...dns, apiVersion: "apps/v1/x" }),                    errors: ["ApiVersionMalformed"] },
  { when: "an apiVersion without a group",       spec: targets({ ...dns, apiVersion: "v1" }),                           errors: ["ApiGroupMissing"] },
  { when: "an apiVersion with an empty group",   spec: targets({ ...dns, apiVersion: "/v1" }),                          errors: ["ApiVersionMalformed"] },
  { when: "a ReplicationController",             spec: targets({ apiVersion: "v1", kind: "ReplicationController", name: "old" }), errors: [] },
  { when: "a ReplicationController of another version", spec: targets({ apiVersion: "v2", kind: "ReplicationController", name: "old" }), errors: ["ApiGroupMissing"] },
  { when: "a custom resource",                   spec: targets({ apiVersion: "example.com/v1alpha1", kind: "Resolver", name: "r.1" }), errors: [] },

  { when: "linear that is text",                 spec: spec({ linear: "16" }),                                          errors: ["Type"] },
  { when: "linear without a ratio",              spec: spec({ linear: { minReplicas: 2 } }),                            errors: ["RatioMissing"] },
  { when: "a ratio of 0, upstream's no say",     spec: linear({ coresPerReplica: 0 }),                                  errors: ["RatioNotPositive"] },
  { when: "a negative ratio",                    spec: linear({ nodesPerReplica: -20 }),                                errors: ["RatioNotPositive"] },
  { when: "a ratio that is text",                spec: linear({ nodesPerReplica: "16" }),                               errors: ["Type"] },
  { when: "a minimum of 0",                      spec: linear({ minReplicas: 0 }),                                      errors: ["BoundTooSmall"] },
  { when: "a negative minimum",                  spec: linear({ minReplicas: -1, maxReplicas: 5 }),                     errors: ["BoundTooSmall"] },
  { when: "half a replica",                      spec: linear({ minReplicas: 1.5 }),                                    errors: ["Type"] },
  { when: "a maximum of 0, upstream's no limit", spec: linear({ maxReplicas: 0 }),                                      errors: ["BoundTooSmall"] },
  { when: "a negative maximum",                  spec: linear({ maxReplicas: -1 }),                                     errors: ["BoundTooSmall"] },
  { when: "a maximum beyond int32",              spec: linear({ maxReplicas: 2147483648 }),                             errors: ["Range"] },
  { when: "maximum below minimum",               spec: linear({ minReplicas: 100, maxReplicas: 50 }),                   errors: ["MaxBelowMin"] },
  { when: "one replica at most, two at least",   spec: linear(spof),                                                    errors: ["MaxContradictsPrevention"] },
  { when: "the same as upstream has it",         spec: linear(spof, { compatibility: "CPA-1.10" }),                     errors: [], warnings: ["MaxExceeded"] },
  { when: "two replicas at most, two at least",  spec: linear({ ...spof, maxReplicas: 2 }),                             errors: [] },
  { when: "a prevention that is a number",       spec: linear({ preventSinglePointFailure: 1 }),                        errors: ["Type"] },

  { when: "a ladder by both, out of order",      spec: ladder({ coresToReplicas: [{ cores: 64, replicas: 3 }, { cores: 0, replicas: 0 }], nodesToReplicas: [{ nodes: 1, replicas: 1 }] }), errors: [] },
  { when: "a ladder with one empty list",        spec: ladder({ coresToReplicas: [], nodesToReplicas: [{ nodes: 1, replicas: 1 }] }), errors: [] },
  { when: "a ladder that descends",              spec: ladder({ nodesToReplicas: [{ nodes: 1, replicas: 5 }, { nodes: 9, replicas: 2 }] }), errors: [], warnings: ["LadderDescends"] },
  { when: "one that descends past a mistake",    spec: ladder({ nodesToReplicas: [{ nodes: 1, replicas: 5 }, { nodes: 5, replicas: "x" }, { nodes: 9, replicas: 2 }] }), errors: ["Type"], warnings: ["LadderDescends"] },
  { when: "an empty ladder",                     spec: ladder({}),                                                      errors: ["LadderEmpty"] },
  { when: "a ladder of empty lists",             spec: ladder({ coresToReplicas: [], nodesToReplicas: [] }),            errors: ["LadderEmpty"] },
  { when: "steps as upstream writes them",       spec: ladder({ coresToReplicas: [[1, 1]] }),                           errors: ["Type"] },
  { when: "steps that are no list",              spec: ladder({ coresToReplicas: "1:1" }),                             errors: ["Type"] },
  { when: "a step without replicas",             spec: ladder({ coresToReplicas: [{ cores: 1 }] }),                     errors: ["Required"] },
  { when: "a step without a threshold",          spec: ladder({ nodesToReplicas: [{ replicas: 1 }] }),                  errors: ["Required"] },
  { when: "negative replicas",                   spec: ladder({ nodesToReplicas: [{ nodes: 1, replicas: -200 }] }),     errors: ["Range"] },
  { when: "a negative threshold",                spec: ladder({ coresToReplicas: [{ cores: -1, replicas: 1 }] }),       errors: ["Range"] },
  { when: "half a core",                         spec: ladder({ coresToReplicas: [{ cores: 0.5, replicas: 1 }] }),      errors: ["Type"] },
  { when: "two steps for 64 cores",              spec: ladder({ coresToReplicas: [{ cores: 64, replicas: 1 }, { cores: 64, replicas: 2 }] }), errors: ["DuplicateStep"], bySchema: true },
  { when: "two steps for 3 nodes",               spec: ladder({ nodesToReplicas: [{ nodes: 3, replicas: 1 }, { nodes: 1, replicas: 1 }, { nodes: 3, replicas: 1 }] }), errors: ["DuplicateStep"], bySchema: true },
  { when: "256 steps",                           spec: ladder({ nodesToReplicas: many(256, i => ({ nodes: i, replicas: i })) }), errors: [] },
  { when: "257 steps",                           spec: ladder({ nodesToReplicas: many(257, i => ({ nodes: i, replicas: i })) }), errors: ["TooMany"] },

  { when: "a ConfigMap",                         spec: configMap({ name: "dns-autoscaler" }),                           errors: [] },
  { when: "a ConfigMap and a linear default",    spec: configMap({ name: "dns", default: { linear: perNode } }, { includeUnschedulableNodes: true }), errors: [] },
  { when: "a ConfigMap and a ladder default",    spec: configMap({ name: "dns", default: { ladder: { coresToReplicas: [{ cores: 1, replicas: 1 }] } } }), errors: [] },
  { when: "a flag that the ConfigMap overrides", spec: configMap({ name: "dns" }, { includeUnschedulableNodes: true }), errors: [], warnings: ["FlagUnused"] },
  { when: "a ConfigMap without a name",          spec: configMap({}),                                                   errors: ["Required"] },
  { when: "a ConfigMap with a malformed name",   spec: configMap({ name: "dns_autoscaler" }),                           errors: ["NameMalformed"] },
  { when: "an empty default",                    spec: configMap({ name: "dns", default: {} }),                         errors: ["ParametersMissing"] },
  { when: "a default of both modes",             spec: configMap({ name: "dns", default: { linear: perNode, ladder: { coresToReplicas: [{ cores: 1, replicas: 1 }] } } }), errors: ["ParametersAmbiguous"] },
  { when: "a default without a ratio",           spec: configMap({ name: "dns", default: { linear: {} } }),             errors: ["RatioMissing"] },
  { when: "a default with an empty ladder",      spec: configMap({ name: "dns", default: { ladder: {} } }),             errors: ["LadderEmpty"] },
  { when: "a default that contradicts itself",   spec: configMap({ name: "dns", default: { linear: { ...perNode, ...spof } } }), errors: ["MaxContradictsPrevention"] },
  { when: "the same default as upstream has it", spec: configMap({ name: "dns", default: { linear: { ...perNode, ...spof } } }, { compatibility: "CPA-1.10" }), errors: [], warnings: ["MaxExceeded"] },
  { when: "a default with a maximum below 1",    spec: configMap({ name: "dns", default: { linear: { ...perNode, maxReplicas: 0 } } }), errors: ["BoundTooSmall"] },

  { when: "labels",                              spec: labels({ "kubernetes.io/os": "linux", tier: "", A_b: "C.d" }),   errors: [] },
  { when: "a label key with a space",            spec: labels({ "node type": "a" }),                                    errors: ["LabelKeyMalformed"] },
  { when: "a label key with two slashes",        spec: labels({ "a/b/c": "d" }),                                        errors: ["LabelKeyMalformed"] },
  { when: "a label key of 64 characters",        spec: labels({ ["a".repeat(64)]: "b" }),                               errors: ["LabelKeyMalformed"] },
  { when: "a label value with a space",          spec: labels({ zone: "a b" }),                                         errors: ["LabelValueMalformed"] },
  { when: "a label value of 64 characters",      spec: labels({ zone: "a".repeat(64) }),                                errors: ["TooLong"] },
  { when: "a label value that is a number",      spec: labels({ zone: 1 }),                                             errors: ["Type"] },
  { when: "33 labels",                           spec: labels(Object.fromEntries(many(33, i => [`l${i}`, "a"]))),       errors: ["TooMany"] },
  { when: "values for In",                       spec: requirement({ operator: "In", values: ["a", ""] }),              errors: [] },
  { when: "no values for Exists",                spec: requirement({ operator: "Exists", values: [] }),                 errors: [] },
  { when: "no values for In",                    spec: requirement({ operator: "In" }),                                 errors: ["ValuesMissing"] },
  { when: "empty values for NotIn",              spec: requirement({ operator: "NotIn", values: [] }),                  errors: ["ValuesMissing"] },
  { when: "values for DoesNotExist",             spec: requirement({ operator: "DoesNotExist", values: ["a"] }),        errors: ["ValuesForbidden"] },
  { when: "a malformed value",                   spec: requirement({ operator: "In", values: ["a", "-"] }),             errors: ["LabelValueMalformed"] },
  { when: "a value that is a boolean",           spec: requirement({ operator: "In", values: [true] }),                 errors: ["Type"] },
  { when: "65 values",                           spec: requirement({ operator: "In", values: many(65, i => `z${i}`) }), errors: ["TooMany"] },
  { when: "an operator of another API",          spec: requirement({ operator: "Gt", values: ["1"] }),                  errors: ["NotSupported"] },
  { when: "no operator",                         spec: requirement({}),                                                 errors: ["Required"] },
  { when: "a requirement without a key",         spec: requirement({ key: null, operator: "Exists" }),                  errors: ["Required"] },
  { when: "a malformed key",                     spec: requirement({ key: "-zone", operator: "Exists" }),               errors: ["LabelKeyMalformed"] },
];
