import type { FieldReader } from "../field-reader.ts";
import type { LabelSelector } from "../../../crds/generated/autoscaler.ts";
import { selectorProblem, toLabelSelector } from "../../observation/selectors/metric-selector.ts";

type TargetField = "value" | "averageValue" | "averageUtilization";
type Fields = readonly TargetField[];

const typeOf: Readonly<Record<TargetField, string>> = {
  value: "Value",
  averageValue: "AverageValue",
  averageUtilization: "Utilization",
};
const fields = Object.keys(typeOf) as TargetField[];

/**
 * How a source reads its target.
 *
 * counts       the fields that may set the target
 * typeDecides  all may be set, and type selects the one that counts
 */
export interface TargetRule {
  readonly counts: readonly [TargetField, ...TargetField[]];
  readonly typeDecides: boolean;
}

/** Upstream does not compare type with the fields at admission; the consequences are warnings. */
export function warnOfTarget(source: FieldReader, rule: TargetRule): void {
  const target = source.object("target");
  if (target === undefined) return;
  const { counts } = rule;
  for (const field of fields) {
    if (target.has(field) && !counts.includes(field)) warnOfIgnoredField(target, field, counts);
  }
  const given = counts.filter(field => target.has(field));
  warnOfType(target, rule, given);
  if (counts.includes("averageUtilization")) warnOfUnreachable(target, source.text("name"));
}

function warnOfIgnoredField(target: FieldReader, field: TargetField, counts: Fields): void {
  target.warn(field, {
    code: "TargetFieldIgnored",
    message: `${field} has no effect for this type of metric`,
    remedy: `remove it, or write ${counts.join(" or ")} instead`,
  });
}

function warnOfType(target: FieldReader, { typeDecides }: TargetRule, given: Fields): void {
  const type = target.text("type");
  const types = given.map(field => typeOf[field]);
  if (type === undefined || types.length === 0 || types.includes(type)) return;
  const set = given.join(" and ");
  const [code, problem] = typeDecides
    ? ["TargetTypeUnreadable", `only ${set} is set, so the metric will fail whenever it is read`]
    : ["TargetTypeIgnored", `what counts is the field that is set, ${set}`];
  const message = `type is ${type}, but ${problem}`;
  target.warn("type", { code, message, remedy: `write type: ${types.join(" or ")}` });
}

function warnOfUnreachable(target: FieldReader, resource: string | undefined): void {
  const averageUtilization = target.number("averageUtilization") ?? 0;
  if (resource !== "memory" || averageUtilization <= 100) return;
  target.warn("averageUtilization", {
    code: "MemoryAboveRequest",
    message: `${averageUtilization}% of the requested memory is never reached by a pod whose limit is its request`,
    remedy: "write 100 or less, unless the limits of the pods exceed their requests",
  });
}

/** As in upstream, it is no error: the metric fails later. */
export function warnOfMalformedSelector(metric: FieldReader): void {
  if (!metric.has("selector") || !metric.isIntact("selector")) return;
  const problem = selectorProblem(toLabelSelector(metric.raw("selector") as LabelSelector));
  if (problem === null) return;
  metric.warn("selector", {
    code: "SelectorMalformed",
    message: `${problem}, so the metric will fail whenever it is read`,
    remedy: "correct it, or remove it to read the metric as a whole",
  });
}

export function warnOfUnmeasured(source: FieldReader): void {
  const resource = source.text("name");
  if (!resource || resource === "cpu" || resource === "memory") return;
  source.warn("name", {
    code: "ResourceUnmeasured",
    message: `metrics-server measures cpu and memory only, not ${resource}`,
    remedy: "write cpu or memory, unless something else here measures it",
  });
}
