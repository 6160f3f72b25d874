import {
  readSelector,
  selectorProblem,
  type WrittenSelector,
} from "../../observation/selectors/metric-selector.ts";
import type { FieldReader } from "../field-reader.ts";
import { checkName, type NameFormat } from "../names/names.ts";

const anyText = (maxLength: number): NameFormat => ({
  pattern: /[^]*/,
  maxLength,
  refuse: () => ({ code: "Type", message: "must be text", remedy: "write text" }),
});

/** An error only if it is no selector at all; a malformed one is a warning, because it fails later. */
export function checkMetricSelector(metric: FieldReader): void {
  const selector = metric.object("selector");
  if (selector === undefined) return;
  const areRead = [checkLabels(selector), checkRequirements(selector)];
  if (areRead.includes(false)) return;
  const problem = selectorProblem(readSelector(metric.raw("selector") as WrittenSelector));
  if (problem === null) return;
  metric.warn("selector", {
    code: "SelectorMalformed",
    message: `${problem}, so the metric will fail whenever it is read`,
    remedy: "correct it, or remove it to read the metric as a whole",
  });
}

function checkLabels(selector: FieldReader): boolean {
  if (!selector.has("matchLabels")) return true;
  const labels = selector.object("matchLabels");
  if (labels === undefined) return false;
  const keys = labels.keys();
  if (keys.length > 32) {
    selector.report("matchLabels", {
      code: "TooMany",
      message: `has ${keys.length} entries, but must have at most 32`,
      remedy: `remove ${keys.length - 32}`,
    });
    return false;
  }
  return keys.filter(key => !checkText(labels, key, 63)).length === 0;
}

function checkRequirements(selector: FieldReader): boolean {
  if (!selector.has("matchExpressions")) return true;
  const requirements = selector.objects("matchExpressions", { max: 32 });
  const { length } = selector.raw("matchExpressions") as { readonly length?: unknown };
  if (requirements === undefined || requirements.length !== length) return false;
  const checks = requirements.map(requirement => [
    checkText(requirement, "key", 317),
    checkText(requirement, "operator", 63),
    checkValues(requirement),
  ]);
  return !checks.flat().includes(false);
}

function checkValues(requirement: FieldReader): boolean {
  if (!requirement.has("values")) return true;
  const values = requirement.list("values", { max: 64 });
  const problems = (values ?? []).map((value, index) => {
    const problem = checkName(value, anyText(63));
    if (problem !== undefined) requirement.report(`values[${index}]`, problem);
    return problem;
  });
  return values !== undefined && problems.every(problem => problem === undefined);
}

/** Whether the field is absent or text within the maximum length. */
function checkText(reader: FieldReader, key: string, maxLength: number): boolean {
  if (!reader.has(key)) return true;
  const problem = checkName(reader.raw(key), anyText(maxLength));
  if (problem !== undefined) reader.report(key, problem);
  return problem === undefined;
}
