import type { FieldReader } from "../field-reader.ts";
import { type LabelFormats, nameProblem, readName } from "../names/names.ts";

/** Checks the parts of a Kubernetes label selector. */
export function checkLabelSelector(selector: FieldReader, formats: LabelFormats): void {
  const labels = selector.object("matchLabels");
  for (const key of labels?.keys() ?? []) {
    if (!formats.key.pattern.test(key)) selector.report("matchLabels", formats.key.refuse(key));
    checkValue(selector, { key: `matchLabels[${key}]`, value: labels?.text(key) }, formats);
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
    checkValue(requirement, { key: `values[${index}]`, value }, formats);
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

function checkValue(
  reader: FieldReader,
  { key, value }: { readonly key: string; readonly value: unknown },
  { value: format }: LabelFormats,
): void {
  const problem = typeof value === "string" ? nameProblem(value, format) : undefined;
  if (problem !== undefined) reader.report(key, problem);
}
