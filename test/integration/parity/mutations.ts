import type { Json } from "./json-edit.ts";
import {
  absent,
  badSegments,
  long,
  type Mutation,
  noAmounts,
  noNumbers,
  outsideInt32,
  within,
} from "./mutation.ts";
import { ofOneSource, ofSource } from "./source-mutations.ts";
import { metricTypes, sourceKeys } from "./valid-specs.ts";

const cpu: Json = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } },
};

// prettier-ignore
const ofSpec: readonly Mutation[] = [
  { of: "metadata", at: "name", values: ["Web", "a_b", "-a", "a..b", "a/b", long(254)] },
  { of: "spec", at: "minReplicas", values: [-1, -2147483648] },
  { of: "spec", at: "minReplicas", values: [1000, 2147483647] },
  { of: "spec", at: "minReplicas", values: absent,                                  legal: "is 1" },
  { of: "pods", at: "minReplicas", values: [0] },
  { of: "spec", at: "maxReplicas", values: [...absent, 0] },
  { of: "spec", at: "maxReplicas", values: [-1, -2147483648] },
  { of: "spec", at: "maxReplicas", values: [2147483647],                            legal: "has no upper bound" },
  { of: "spec", at: "scaleTargetRef", values: [...absent, {}] },
  { of: "spec", at: "scaleTargetRef.kind", values: [...absent, ""] },
  { of: "spec", at: "scaleTargetRef.kind", values: badSegments },
  { of: "spec", at: "scaleTargetRef.kind", values: ["Web Shop", "Web_Shop", "-", long(64)], legal: "is a path segment" },
  { of: "spec", at: "scaleTargetRef.name", values: [...absent, ""] },
  { of: "spec", at: "scaleTargetRef.name", values: badSegments },
  { of: "spec", at: "scaleTargetRef.name", values: ["Web", "a b", "-", long(254)],  legal: "is a path segment" },
  { of: "spec", at: "scaleTargetRef.apiVersion", values: ["apps/v1/x", "//"] },
  { of: "spec", at: "scaleTargetRef.apiVersion", values: ["/v1"] },
  { of: "spec", at: "scaleTargetRef.apiVersion", values: ["Apps/v1", "apps/", "apps/V1", "a b/v1"], legal: "has a group" },
  { of: "spec", at: "scaleTargetRef", values: [...absent, "", "v1", "v2", "/"].map(version => ({ kind: "Deployment", name: "web", ...(typeof version === "string" ? { apiVersion: version } : {}) })) },
  { of: "spec", at: "scaleTargetRef", values: [{ kind: "ReplicationController", name: "a" }, { kind: "ReplicationController", name: "a", apiVersion: "v2" }], legal: "is of the core group" },
  { of: "spec", at: "scaleTargetRef", values: [{ kind: "ReplicationController", name: "a", apiVersion: "v1" }], legal: "is v1's only kind" },
  { of: "spec", at: "metrics", values: [...absent, []],                             legal: "is cpu at 80%" },
  { of: "spec", at: "metrics", values: [[null], [cpu, null]] },
  { of: "spec", at: "metrics", values: [[{}], [cpu, {}]] },
  { of: "spec", at: "metrics", values: [Array<Json>(33).fill(cpu)],                 legal: "has no end" },
  { of: "spec", at: "behavior", values: [...absent, {}, { scaleUp: null, scaleDown: {} }], legal: "has defaults" },
];

// prettier-ignore
const ofBehavior: readonly Mutation[] = [
  { of: "rules", at: "stabilizationWindowSeconds", values: [-1, -300] },
  { of: "rules", at: "stabilizationWindowSeconds", values: [3601, 2147483647] },
  { of: "rules", at: "selectPolicy", values: ["", "max", "Average"] },
  { of: "rules", at: "policies", values: [[]] },
  { of: "rules", at: "policies", values: [[null]] },
  { of: "rules", at: "policies", values: [[{}]] },
  { of: "rules", at: "policies", values: [Array<Json>(17).fill({ type: "Pods", value: 1, periodSeconds: 15 })], legal: "has no end" },
  { of: "policy", at: "type", values: [...absent, "", "pods", "Replicas"] },
  { of: "policy", at: "value", values: [...absent, 0, -1] },
  { of: "policy", at: "value", values: [1000, 2147483647],                          legal: "has no upper bound" },
  { of: "policy", at: "periodSeconds", values: [...absent, 0, -60] },
  { of: "policy", at: "periodSeconds", values: [1801, 2147483647] },
  { of: "rules", at: "tolerance", values: ["-0.1", "-1n", -0.05, -2] },
  { of: "rules", at: "tolerance", values: [10, "1000", 2147483647],                 legal: "has no upper bound" },
  { of: "rules", at: "tolerance", values: [2147483648, " 0.1", "m", ".", "1e65", `0.${long(63).replaceAll("a", "1")}`], legal: "is a quantity" },
];

/** Objects that cannot be parsed as a HorizontalPodAutoscaler; Trimtab rejects them, too. */
// prettier-ignore
const unreadable: readonly Mutation[] = [
  { of: "spec", at: "minReplicas", values: [...outsideInt32, ...noNumbers] },
  { of: "spec", at: "maxReplicas", values: [...outsideInt32, ...noNumbers] },
  { of: "spec", at: "scaleTargetRef", values: ["deployment/web", 1, []] },
  { of: "spec", at: "metrics", values: [{}, "cpu", 1] },
  { of: "spec", at: "metrics", values: [["cpu"], [cpu, []]] },
  { of: "spec", at: "behavior", values: ["fast", [], { scaleUp: 1 }] },
  { of: "rules", at: "stabilizationWindowSeconds", values: [...outsideInt32, ...noNumbers] },
  { of: "policy", at: "value", values: [...outsideInt32, ...noNumbers] },
  { of: "rules", at: "tolerance", values: noAmounts },
  ...metricTypes.flatMap((type): Mutation[] => [
    { of: type, at: sourceKeys[type], values: ["cpu", 1, []] },
    ...within(type, "target", [
      { at: "", values: [80, "80%"] },
      { at: "value", values: noAmounts },
      { at: "averageValue", values: noAmounts },
      { at: "averageUtilization", values: [...outsideInt32, ...noNumbers] },
    ]),
  ]),
  ...within("Pods", "metric", [
    { at: "name", values: [1, true, {}] },
    { at: "selector", values: ["a=b", { matchLabels: { a: 1 } }, { matchExpressions: {} }, { matchExpressions: [{ key: 1 }] }] },
  ]),
];

const isLegal = ({ legal }: Mutation): boolean => legal !== undefined;
const special = [...ofSpec, ...ofBehavior, ...ofOneSource];

/**
 * Mutations that can be parsed, and the number of specs of each for each hit of a rule: it is hit by its own
 * mutations, or by those of all five sources together.
 */
export const readable: readonly MutationGroup[] = [
  { mutations: special.filter(mutation => !isLegal(mutation)), times: 1 },
  { mutations: special.filter(isLegal), times: 1 },
  { mutations: metricTypes.flatMap(ofSource), times: 1 / 4 },
];

export const notReadable: MutationGroup = { mutations: unreadable, times: 3 / 20 };

interface MutationGroup {
  readonly mutations: readonly Mutation[];
  readonly times: number;
}
