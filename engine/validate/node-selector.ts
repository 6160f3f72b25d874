import type { FieldReader } from "./field-reader.ts";
import { checkName, labelKey, labelValue, readName } from "./names.ts";

const operators = ["In", "NotIn", "Exists", "DoesNotExist"] as const;

/** A label selector as Kubernetes defines it; absent or empty selects every node. */
export function checkNodeSelector(spec: FieldReader): void {
  const selector = spec.object("nodeSelector");
  if (selector === undefined) return;
  const labels = selector.object("matchLabels");
  if (labels !== undefined) checkMatchLabels(selector, labels);
  for (const requirement of selector.objects("matchExpressions", { max: 32 }) ?? []) {
    checkRequirement(requirement);
  }
}

function checkMatchLabels(selector: FieldReader, labels: FieldReader): void {
  const keys = labels.keys();
  if (keys.length > 32) {
    selector.report("matchLabels", {
      code: "TooMany",
      message: `has ${keys.length} entries, but must have at most 32`,
      remedy: `remove ${keys.length - 32}`,
    });
    return;
  }
  for (const key of keys) {
    if (!labelKey.pattern.test(key)) selector.report("matchLabels", labelKey.refuse(key));
    checkValue(selector, `matchLabels[${key}]`, labels.raw(key));
  }
}

function checkRequirement(requirement: FieldReader): void {
  readName(requirement, "key", labelKey, "topology.kubernetes.io/zone");
  requirement.require("operator", "operator: In");
  const operator = requirement.oneOf("operator", operators);
  const values = requirement.has("values") ? requirement.list("values", { max: 64 }) : [];
  for (const [index, value] of (values ?? []).entries()) {
    checkValue(requirement, `values[${index}]`, value);
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

function checkValue(reader: FieldReader, key: string, value: unknown): void {
  const problem = checkName(value, labelValue);
  if (problem !== undefined) reader.report(key, problem);
}
