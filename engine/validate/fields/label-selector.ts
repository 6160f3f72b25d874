import type { FieldReader } from "../field-reader.ts";
import { checkName, type LabelFormats, readName } from "../names/names.ts";

const operators = ["In", "NotIn", "Exists", "DoesNotExist"] as const;

/** The formats of a selector's parts, and their maximum number. */
export interface SelectorLimits {
  readonly labels: LabelFormats;
  readonly maxRequirements: number;
  readonly maxValues: number;
}

/** Checks the parts of a Kubernetes label selector. */
export function checkLabelSelector(selector: FieldReader, limits: SelectorLimits): void {
  const labels = selector.object("matchLabels");
  if (labels !== undefined) checkMatchLabels(selector, labels, limits);
  if (!selector.has("matchExpressions")) return;
  const size = { max: limits.maxRequirements };
  for (const requirement of selector.objects("matchExpressions", size) ?? []) {
    checkRequirement(requirement, limits);
  }
}

function checkMatchLabels(
  selector: FieldReader,
  labels: FieldReader,
  { labels: formats, maxRequirements: max }: SelectorLimits,
): void {
  const keys = labels.keys();
  if (keys.length > max) {
    selector.report("matchLabels", {
      code: "TooMany",
      message: `has ${keys.length} entries, but must have at most ${max}`,
      remedy: `remove ${keys.length - max}`,
    });
    return;
  }
  for (const key of keys) {
    if (!formats.key.pattern.test(key)) selector.report("matchLabels", formats.key.refuse(key));
    checkValue(selector, { key: `matchLabels[${key}]`, value: labels.raw(key) }, formats);
  }
}

function checkRequirement(requirement: FieldReader, { labels, maxValues }: SelectorLimits): void {
  readName(requirement, "key", labels.key, labels.exampleKey);
  requirement.require("operator", "operator: In");
  const operator = requirement.oneOf("operator", operators);
  const values = requirement.has("values") ? requirement.list("values", { max: maxValues }) : [];
  for (const [index, value] of (values ?? []).entries()) {
    checkValue(requirement, { key: `values[${index}]`, value }, labels);
  }
  if (operator !== undefined && values !== undefined) {
    checkValueCount(requirement, operator, values.length);
  }
}

function checkValueCount(
  requirement: FieldReader,
  operator: (typeof operators)[number],
  count: number,
): void {
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
  const problem = checkName(value, format);
  if (problem !== undefined) reader.report(key, problem);
}
