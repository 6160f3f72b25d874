import type { FieldReader } from "../field-reader.ts";
import { checkText, type LabelFormats, readName, workloadLabels } from "../names/names.ts";
import { checkKind, checkTargetRef } from "../names/target-refs.ts";

export function checkLabelSelector(selector: FieldReader, formats: LabelFormats): void {
  const labels = selector.object("matchLabels");
  for (const key of labels?.keys() ?? []) {
    checkText(selector, "matchLabels", key, formats.key);
    checkText(selector, `matchLabels[${key}]`, labels?.text(key), formats.value);
  }
  for (const requirement of selector.objects("matchExpressions")) {
    checkRequirement(requirement, formats);
  }
}

function checkRequirement(requirement: FieldReader, formats: LabelFormats): void {
  readName(requirement, "key", formats.key);
  const operator = requirement.text("operator");
  const values = requirement.has("values") ? requirement.list("values") : [];
  for (const [index, value] of (values ?? []).entries()) {
    checkText(requirement, `values[${index}]`, value, formats.value);
  }
  if (operator !== undefined && values !== undefined) {
    checkValueCount(requirement, operator, values.length);
  }
}

function checkValueCount(requirement: FieldReader, operator: string, count: number): void {
  const takesValues = operator === "In" || operator === "NotIn";
  if (takesValues && count === 0) {
    requirement.report("values", {
      code: "ValuesMissing",
      message: `operator ${operator} needs values`,
      remedy: "write values: [a, b], or the operator Exists or DoesNotExist",
    });
  }
  if (!takesValues && count > 0) {
    requirement.report("values", {
      code: "ValuesForbidden",
      message: `operator ${operator} takes no values`,
      remedy: "remove values, or write the operator In or NotIn",
    });
  }
}

/** The target, by name or by labels, and the other objects that count. */
export function checkTargets(spec: FieldReader): void {
  const isSelected = spec.has("targetSelector");
  checkTargetRef(spec, !isSelected);
  if (isSelected && spec.has("scaleTargetRef")) {
    spec.report("targetSelector", {
      code: "TargetAmbiguous",
      message: "only one of scaleTargetRef and targetSelector says what is scaled",
      remedy: "remove one of them",
    });
  }
  if (!isSelected && spec.has("targetSelection")) {
    spec.report("targetSelection", {
      code: "SelectionWithoutSelector",
      message: "chooses among the workloads that targetSelector matches, and there is none",
      remedy: "remove targetSelection, or write targetSelector instead of scaleTargetRef",
    });
  }
  const selector = spec.object("targetSelector");
  if (selector !== undefined) checkSelector(selector);
  for (const each of spec.objects("monitorSelectors")) checkSelector(each);
}

function checkSelector(selector: FieldReader): void {
  checkKind(selector);
  const labels = selector.object("selector");
  if (labels !== undefined) checkLabelSelector(labels, workloadLabels);
  // Directly in it, the schema refuses both.
  const parts = ["matchLabels", "matchExpressions"];
  if (parts.some(part => selector.has(part))) return;
  if (labels ? parts.every(part => labels.isEmpty(part)) : !selector.has("selector")) {
    selector.report("selector", {
      code: "SelectorEmpty",
      message: "would select every workload of the kind",
      remedy: "write matchLabels: {app: web}, or matchExpressions",
    });
  }
}
