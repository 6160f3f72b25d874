import type { FieldReader } from "../field-reader.ts";
import { type LabelFormats, nameProblem, type NameFormat, readName } from "../names/names.ts";

export function checkLabelSelector(selector: FieldReader, formats: LabelFormats): void {
  const labels = selector.object("matchLabels");
  for (const key of labels?.keys() ?? []) {
    if (!formats.key.pattern.test(key)) selector.report("matchLabels", formats.key.refuse(key));
    checkValue(selector, `matchLabels[${key}]`, labels?.text(key), formats.value);
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
    checkValue(requirement, `values[${index}]`, value, formats.value);
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

function checkValue(reader: FieldReader, key: string, value: unknown, format: NameFormat): void {
  const problem = typeof value === "string" ? nameProblem(value, format) : undefined;
  if (problem !== undefined) reader.report(key, problem);
}
