import { rules } from "../../crds/generated/cluster-proportional-autoscaler.rules.js";
import * as structure from "../../crds/generated/cluster-proportional-autoscaler.validator.js";
import type { FieldError } from "../field-error.ts";
import type { FieldReader } from "./field-reader.ts";
import { adviseNodes } from "./fields/nodes.ts";
import { adviseParameters } from "./fields/proportional-parameters.ts";
import { type ObjectRules, type Parts, validateSpec } from "./validate-object.ts";

/**
 * Codes: those of `conform` and of the CRD's rules.
 * Warnings: MaxExceeded, LadderDescends, FlagUnused, TaintOfCondition, BehaviorUnused.
 */
export const validateClusterProportionalAutoscaler = (spec: unknown): FieldError[] =>
  validateSpec(proportionalRules, spec);

export const proportionalRules: ObjectRules = { structure, rules, checkSpec };

function* checkSpec(spec: FieldReader): Parts {
  const algorithm = spec.has("algorithm") ? spec.text("algorithm") : "Trimtab-1";
  adviseParameters(spec, algorithm);
  const configMapRef = spec.object("configMapRef");
  const fallback = configMapRef?.object("default");
  if (fallback) adviseParameters(fallback, algorithm);
  const nodes = spec.object("nodes");
  const isFlagUnused = configMapRef !== undefined && !configMapRef.has("default");
  if (nodes !== undefined) adviseNodes(nodes, isFlagUnused);
  warnOfUnusedBehavior(spec, algorithm);
}

/** Upstream has no such rules, so its profile ignores them. */
function warnOfUnusedBehavior(spec: FieldReader, algorithm: string | undefined): void {
  if (algorithm !== "CPA-1.10" || spec.isEmpty("behavior")) return;
  spec.warn("behavior", {
    code: "BehaviorUnused",
    message: "has no influence, because CPA-1.10 scales at once, as upstream does",
    remedy: "write algorithm: Trimtab-1, or remove it",
  });
}
