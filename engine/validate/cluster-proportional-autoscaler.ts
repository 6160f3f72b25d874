import * as structure from "../../crds/generated/cluster-proportional-autoscaler.validator.js";
import type { FieldError } from "../field-error.ts";
import type { FieldReader } from "./field-reader.ts";
import { checkText, nodeLabels, nodeTaints, objectName, readName } from "./names/names.ts";
import { checkScaleUpFromZero } from "./fields/behavior.ts";
import {
  checkDefaultParameters,
  checkParameters,
  hasStepOfZero,
} from "./fields/proportional-parameters.ts";
import { checkTargetRefs } from "./names/target-refs.ts";
import { type ObjectRules, validateSpec } from "./validate-object.ts";
import { checkLabelSelector } from "./fields/label-selector.ts";

const sources = ["linear", "ladder", "configMapRef"] as const;

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

function checkSpec(spec: FieldReader): void {
  checkTargetRefs(spec);
  checkSource(spec);
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

function checkSource(spec: FieldReader): void {
  const present = sources.filter(source => spec.has(source));
  if (present.length === 0) {
    spec.report("", {
      code: "ParametersMissing",
      message: "one of linear, ladder and configMapRef is required",
      remedy: "write linear: {nodesPerReplica: 16} to run one replica for every 16 nodes",
    });
  }
  if (present.length > 1) {
    const which = present.length === 3 ? "all three" : present.join(" and ");
    spec.report("", {
      code: "ParametersAmbiguous",
      message: `only one of linear, ladder and configMapRef may be set, but ${which} are`,
      remedy: "keep one of them and remove the rest",
    });
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

/** @param isFlagUnused whether a ConfigMap says which nodes count, and there is no default for it */
function checkNodes(nodes: FieldReader, isFlagUnused: boolean): void {
  const selector = nodes.object("selector");
  if (selector !== undefined) checkLabelSelector(selector, nodeLabels);
  for (const taint of nodes.objects("excludeTaints")) checkTaint(taint);
  if (nodes.text("unschedulable") !== "Count" || !isFlagUnused) return;
  nodes.warn("unschedulable", {
    code: "FlagUnused",
    message: "has no influence, because the ConfigMap has a flag of its own",
    remedy: 'write "includeUnschedulableNodes": true into the JSON of the ConfigMap',
  });
}

function checkTaint(taint: FieldReader): void {
  const key = readName(taint, "key", nodeTaints.key);
  checkText(taint, "value", taint.text("value"), nodeTaints.value);
  if (taint.text("operator") === "Exists" && (taint.text("value") ?? "") !== "") {
    taint.report("value", {
      code: "TaintValueForbidden",
      message: "operator Exists takes no value",
      remedy: "remove value, or write the operator Equal",
    });
  }
  if (key?.startsWith("node.kubernetes.io/")) warnOfCondition(taint, key);
}

/** Such nodes would stop counting without the grace period for nodes that cease to be ready. */
function warnOfCondition(taint: FieldReader, key: string): void {
  taint.warn("key", {
    code: "TaintOfCondition",
    message: `the control plane adds ${key} when a node has a problem, and the node then stops counting at once`,
    remedy: "remove the entry, so that a network partition does not shrink the target",
  });
}
