import autoscalerSchema from "../../crds/generated/autoscaler.schema.json" with { type: "json" };
import proportionalSchema from "../../crds/generated/cluster-proportional-autoscaler.schema.json" with { type: "json" };
import { alternatives, type Problem, show } from "../../engine/validate/field-reader.ts";
import { validateAutoscaler } from "../../engine/validate/autoscaler.ts";
import { validateClusterProportionalAutoscaler } from "../../engine/validate/cluster-proportional-autoscaler.ts";
import { nearNames } from "../../engine/validate/names/near-name.ts";
import { objectRules } from "../../engine/validate/object-rules.ts";
import type { Structure } from "../../engine/validate/structure.ts";
import { fieldsOf } from "../objects/untrusted-fields.ts";
import { group, type Kind, kindNames } from "../objects/scaling-object.ts";

/** Compiles a schema lazily, because it is slow: once, for the first object of its kind. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const rules: Readonly<Record<Kind, () => Structure>> = {
  Autoscaler: once(() => objectRules(autoscalerSchema, validateAutoscaler)),
  ClusterProportionalAutoscaler: once(() =>
    objectRules(proportionalSchema, validateClusterProportionalAutoscaler),
  ),
};

export type Judgement =
  /** One of Trimtab's kinds, or apparently meant to be one. */
  | { readonly kind: Kind; readonly rules: Structure }
  /** In Trimtab's API group, but of an unknown kind. */
  | { readonly kind: null; readonly path: string; readonly problem: Problem };

/** The rules for an object; undefined: another kind. */
export function judgementOf(raw: unknown): Judgement | undefined {
  const { apiVersion, kind } = fieldsOf<{ apiVersion: string; kind: string }>(raw);
  const itsGroup = typeof apiVersion === "string" ? (apiVersion.split("/")[0] ?? "") : "";
  const named = kindNames.find(name => name === kind);
  // Only Trimtab's kinds count as misplaced: other kinds have their own groups.
  if (named && isMeant(itsGroup)) return { kind: named, rules: rules[named]() };
  return itsGroup === group ? { kind: null, path: "kind", problem: kindProblem(kind) } : undefined;
}

const isMeant = (name: string): boolean =>
  name === "" || name === group || nearNames(name, [group]).length > 0;

function kindProblem(kind: unknown): Problem {
  if (kind === undefined || kind === null) {
    return {
      code: "Required",
      message: "is required",
      remedy: `write ${alternatives(kindNames)}`,
    };
  }
  const near = typeof kind === "string" ? nearNames(kind, kindNames) : [];
  return {
    code: "NotSupported",
    message: `${show(kind)} is no kind of ${group}`,
    remedy: `write ${alternatives(near.length > 0 ? near : kindNames)}`,
  };
}
