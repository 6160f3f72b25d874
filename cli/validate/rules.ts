import { autoscalerRules } from "../../engine/validate/autoscaler.ts";
import { proportionalRules } from "../../engine/validate/cluster-proportional-autoscaler.ts";
import type { ObjectRules } from "../../engine/validate/validate-object.ts";
import type { Kind } from "../objects/scaling-object.ts";

/** What each of Trimtab's kinds has to satisfy. */
export const rules: Readonly<Record<Kind, ObjectRules>> = {
  Autoscaler: autoscalerRules,
  ClusterProportionalAutoscaler: proportionalRules,
};
