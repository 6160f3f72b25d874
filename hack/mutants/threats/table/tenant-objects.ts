import type { Threats } from "../mutant.ts";

const budget = "capabilities/autoscaler/review-budget.test.ts";
const largest = "test/attack/largest-specs.test.ts";
const queries = "engine/promql/enforce-matchers.test.ts";
const order = "engine/features/removal-order.test.ts";
const owned = "controller/pods/owned-pods.test.ts";
const driver = "capabilities/autoscaler/resource.test.ts";
const custom = "kube/metrics/custom-metrics.test.ts";
const paths = "kube/transport/api-path.test.ts";
const rules = "engine/validate/autoscaler.test.ts";

/** A tenant whose Autoscalers are expensive to check, or name what belongs to others. */
export const tenantObjects: Threats = {
  "block the operator with a valid object that is expensive to check": [
    {
      when: "a query may have any number of levels",
      file: "engine/promql/enforce-matchers.ts",
      from: "if (levels > mostLevels) return err(tooDeep(levels));",
      to: "if (levels > Infinity) return err(tooDeep(levels));",
      tests: [queries],
    },
    {
      when: "a string that ends with its line hides the levels behind it",
      file: "engine/promql/enforce-matchers.ts",
      from: String.raw`"(?:[^"\\\n]|\\[^])*"?`,
      to: String.raw`"(?:[^"\\]|\\[^])*"?`,
      tests: [queries],
    },
    {
      when: "each check of a query parses it again",
      file: "engine/promql/enforce-matchers.ts",
      from: "const known = recent.get(key);",
      to: "const known = undefined as Result<string, string> | undefined;",
      tests: [queries],
    },
    {
      when: "the access review does not come first",
      file: "capabilities/admission/review-spec.ts",
      from: "if (ofTargets.some(({ code }) => noAccess.includes(code))) return [...found, ...ofTargets];",
      to: "",
      tests: [budget],
    },
    {
      when: "a review may take any CPU time",
      file: "capabilities/admission/review-spec.ts",
      from: "const mostMs = 100;",
      to: "const mostMs = 100_000;",
      tests: [budget],
    },
    {
      when: "a review does not end at its limit",
      file: "controller/workqueue/cpu-budget.ts",
      from: "while (!this.isUsedUp) {",
      to: "for (;;) {",
      tests: [budget],
    },
    {
      when: "a review does not pause",
      file: "controller/workqueue/cpu-budget.ts",
      from: "if (this.#usedMs >= this.#turnEndsAtMs) {",
      to: "if (this.#usedMs >= Infinity) {",
      tests: [budget],
    },
    {
      when: "all queries are one part of a review",
      file: "engine/validate/named-sources.ts",
      from: `fields.report("source", source.error);
    yield;`,
      to: `fields.report("source", source.error);
    if (type === "") yield;`,
      tests: [budget, largest],
    },
  ],
  "have the operator mark pods of others to be removed first": [
    {
      when: "the pods that a selector matches are marked, whatever controls them",
      file: "engine/features/removal-order.ts",
      from: "const own = all.filter(controlled.value);",
      to: "const own = all;",
      tests: [order, driver],
    },
    {
      when: "pods are marked while it is not known what controls them",
      file: "engine/features/removal-order.ts",
      from: "return err(`it is not known which pods the target controls${why}`);",
      to: "return ok(why === null ? [] : pods.value.filter(isActive));",
      tests: [order, driver],
    },
    {
      when: "each ReplicaSet belongs to each target",
      file: "controller/pods/pod-owners.ts",
      from: "yield* this.#byOwner.of(workload);",
      to: "yield* this.#known;",
      tests: [owned],
    },
    {
      when: "owners that cannot be listed count as none",
      file: "controller/pods/pod-informers.ts",
      from: `if (owners.kind !== "known") return owners;`,
      to: "",
      tests: [owned],
    },
  ],
  "read metrics of objects of others, or count objects": [
    {
      when: "a metric of a kind without namespaces is asked for in all of them",
      file: "kube/metrics/custom-metrics.ts",
      from: `return ok(["namespaces", namespace, of === "" ? plural`,
      to: `return ok([...(resource.value.namespaced ? ["namespaces", namespace] : []), of === "" ? plural`,
      tests: [custom],
    },
    {
      when: "a message contains the number of values",
      file: "kube/metrics/custom-metrics.ts",
      from: `item ? "several values" : "no value"`,
      to: "answer.value.length",
      tests: [custom],
    },
    {
      when: "a text can be the segment `*`",
      file: "kube/transport/api-path.ts",
      from: `segment !== "*" && `,
      to: "",
      tests: [paths, custom],
    },
    {
      when: "a metric may have the name `*`",
      file: "crds/generated/autoscaler.rules.js",
      from: `".", "..", "*"].includes(self)`,
      to: `".", ".."].includes(self)`,
      tests: [rules],
    },
    {
      when: "a kind of an object may be `*`",
      file: "crds/generated/autoscaler.rules.js",
      from: `sentence: "is not a kind; write the singular name in CamelCase, such as Ingress"`,
      to: `holds: () => true, sentence: "is not a kind; write the singular name in CamelCase, such as Ingress"`,
      tests: [rules],
    },
  ],
};
