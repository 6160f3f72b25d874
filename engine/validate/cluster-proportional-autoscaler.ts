import * as structure from "../../crds/generated/cluster-proportional-autoscaler.validator.js";
import type { FieldError } from "../field-error.ts";
import type { FieldReader } from "./field-reader.ts";
import { objectName, readName } from "./names/names.ts";
import { checkScaleUpFromZero } from "./fields/behavior.ts";
import { checkNodes } from "./fields/nodes.ts";
import {
  checkDefaultParameters,
  checkOneOf,
  checkParameters,
  hasStepOfZero,
} from "./fields/proportional-parameters.ts";
import { checkTargetRefs } from "./names/target-refs.ts";
import { type ObjectRules, type Parts, validateSpec } from "./validate-object.ts";

/**
 * Codes besides those of `conform`: ParametersMissing, ParametersAmbiguous, RatioMissing,
 * RatioNotPositive, BoundTooSmall, IdleForGood, MaxBelowMin, MaxContradictsPrevention, LadderEmpty,
 * DuplicateStep, DuplicateTarget, ApiGroupMissing, ApiVersionMalformed, KindMalformed,
 * NameMalformed, LabelKeyMalformed, LabelValueMalformed, ValuesMissing, ValuesForbidden,
 * TaintKeyMalformed, TaintValueMalformed, TaintValueForbidden, DimensionUnsupported,
 * DuplicateResource, ResourceNameMalformed, QuantityMalformed, QuantityNotPositive, QuantityNegative.
 * Warnings: MaxExceeded, LadderDescends, FlagUnused, TaintOfCondition, BehaviorUnused.
 */
export const validateClusterProportionalAutoscaler = (spec: unknown): FieldError[] =>
  validateSpec(proportionalRules, spec);

export const proportionalRules: ObjectRules = { structure, checkSpec };

function* checkSpec(spec: FieldReader): Parts {
  checkTargetRefs(spec);
  yield;
  checkOneOf(spec, ["linear", "ladder", "configMapRef"], " to run one replica for every 16 nodes");
  const algorithm = spec.has("algorithm") ? spec.text("algorithm") : "Trimtab-1";
  checkParameters(spec, algorithm);
  const configMapRef = spec.object("configMapRef");
  if (configMapRef !== undefined) {
    readName(configMapRef, "name", objectName);
    const fallback = configMapRef.object("default");
    if (fallback !== undefined) checkDefaultParameters(fallback, algorithm);
  }
  const nodes = spec.object("nodes");
  const isFlagUnused = configMapRef !== undefined && !configMapRef.has("default");
  if (nodes !== undefined) checkNodes(nodes, isFlagUnused);
  checkRulesApply(spec, algorithm);
  if (algorithm !== "CPA-1.10" && hasStepOfZero(spec.object("ladder"))) {
    checkScaleUpFromZero(spec, "a step", "replicas");
  }
}

/** Upstream has no such rules, so its profile ignores them. */
function checkRulesApply(spec: FieldReader, algorithm: string | undefined): void {
  if (algorithm !== "CPA-1.10" || spec.isEmpty("behavior")) return;
  spec.warn("behavior", {
    code: "BehaviorUnused",
    message: "has no influence, because CPA-1.10 scales at once, as upstream does",
    remedy: "write algorithm: Trimtab-1, or remove it",
  });
}
