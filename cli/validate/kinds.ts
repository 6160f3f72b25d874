import { alternatives, type Problem, show } from "../../engine/validate/field-reader.ts";
import { autoscalerRules } from "../../engine/validate/autoscaler.ts";
import { proportionalRules } from "../../engine/validate/cluster-proportional-autoscaler.ts";
import { nearNames } from "../../engine/validate/names/near-name.ts";
import { valueAt } from "../../engine/validate/structure.ts";
import type { ObjectRules } from "../../engine/validate/validate-object.ts";
import { group, type Kind, kindNames } from "../objects/scaling-object.ts";
import { cleanText } from "../terminal/printable.ts";

const rules: Readonly<Record<Kind, ObjectRules>> = {
  Autoscaler: autoscalerRules,
  ClusterProportionalAutoscaler: proportionalRules,
};

export type Judgement =
  /** One of Trimtab's kinds, or apparently meant to be one. */
  | { readonly kind: Kind; readonly rules: ObjectRules }
  /** In Trimtab's API group, but of an unknown kind. */
  | { readonly kind: null; readonly path: string; readonly problem: Problem };

/** The rules for an object; undefined: another kind. */
export function judgementOf(raw: unknown): Judgement | undefined {
  const kind = valueAt(raw, ["kind"]);
  const itsGroup = cleanText(valueAt(raw, ["apiVersion"])).split("/")[0] ?? "";
  const named = kindNames.find(name => name === kind);
  // Only Trimtab's kinds count as misplaced: other kinds have their own groups.
  if (named && isMeant(itsGroup)) return { kind: named, rules: rules[named] };
  return itsGroup === group ? { kind: null, path: "kind", problem: kindProblem(kind) } : undefined;
}

const isMeant = (name: string): boolean =>
  name === "" || name === group || nearNames(name, [group]).length > 0;

function kindProblem(kind: unknown): Problem {
  if (kind === undefined || kind === null) {
    return { code: "Required", message: "is required", remedy: `write ${alternatives(kindNames)}` };
  }
  const near = typeof kind === "string" ? nearNames(kind, kindNames) : [];
  return {
    code: "NotSupported",
    message: `${show(kind)} is no kind of ${group}`,
    remedy: `write ${alternatives(near.length > 0 ? near : kindNames)}`,
  };
}
