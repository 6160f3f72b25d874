import type { ParityCase } from "./cases.ts";
import { laterSources, valueAt } from "./exceptions.ts";
import type { Verdict } from "./verdict.ts";

/** A rule of upstream, and a test whether a verdict comes from it. */
interface Rule {
  readonly rule: string;
  readonly isHit: (verdict: Verdict, parityCase: ParityCase) => boolean;
}

type Reason = "Required" | "Invalid" | "Forbidden" | "NotSupported";

/** `[]` is any index, `*` any name. */
const toPattern = (path: string): RegExp =>
  new RegExp(
    `^${path.replaceAll(".", "[.]").replaceAll("[]", "\\[\\d+\\]").replaceAll("*", "\\w+")}$`,
  );

/** A cause has this field and reason, and words that distinguish it from others there. */
function refuses(path: string, reason: Reason, words = ""): Rule {
  const field = toPattern(path);
  return {
    rule: `${path} ${reason} ${words}`.trim(),
    isHit: ({ causes }) =>
      causes.some(
        cause =>
          field.test(cause.field) &&
          cause.reason === `FieldValue${reason}` &&
          cause.message.includes(words),
      ),
  };
}

/** An unusual value that upstream accepts. */
function allows(path: string, legal: string): Rule {
  const field = toPattern(path);
  return {
    rule: `${path} ${legal}`,
    isHit: ({ kind }, { mutations }) =>
      kind === "Accepted" &&
      mutations.some(mutation => mutation.legal === legal && field.test(mutation.at)),
  };
}

const target = "spec.scaleTargetRef";
const metric = "spec.metrics[]";
const rules = "spec.behavior.*";
const sources = ["resource", "containerResource", "pods", "object", "external"];
const custom = ["pods", "object", "external"];

/** The rules in pkg/apis/autoscaling/validation, one for each of its errors. */
export const upstreamRules: readonly Rule[] = [
  refuses("metadata.name", "Invalid"),
  refuses("spec.minReplicas", "Invalid"),
  allows("minReplicas", "is 1"),
  refuses("spec.maxReplicas", "Required"),
  refuses("spec.maxReplicas", "Invalid", "greater than or equal to 1"),
  refuses("spec.maxReplicas", "Invalid", "`minReplicas`"),
  refuses(`${target}.kind`, "Required"),
  refuses(`${target}.kind`, "Invalid"),
  refuses(`${target}.name`, "Required"),
  refuses(`${target}.name`, "Invalid"),
  refuses(`${target}.apiVersion`, "Invalid", "unexpected GroupVersion"),
  refuses(`${target}.apiVersion`, "Invalid", "must specify API group"),
  allows("scaleTargetRef", "is of the core group"),
  refuses("spec.metrics", "Forbidden"),
  refuses(`${metric}.type`, "Required"),
  refuses(`${metric}.type`, "NotSupported"),
  ...sources.flatMap(source => [
    refuses(`${metric}.${source}`, "Required"),
    refuses(`${metric}.${source}`, "Forbidden"),
  ]),
  {
    rule: "of several sources only the first is looked into",
    isHit: ({ fields }, { spec }) =>
      laterSources(spec).some(
        source =>
          fields.has(source) &&
          JSON.stringify(valueAt(spec, source)) === "{}" &&
          ![...fields].some(field => field.startsWith(`${source}.`)),
      ),
  },
  refuses(`${metric}.object.describedObject.kind`, "Required"),
  refuses(`${metric}.object.describedObject.kind`, "Invalid"),
  refuses(`${metric}.object.describedObject.name`, "Required"),
  refuses(`${metric}.object.describedObject.name`, "Invalid"),
  refuses(`${metric}.object.describedObject.apiVersion`, "Invalid", "unexpected GroupVersion"),
  allows("object.describedObject.apiVersion", "needs no group"),
  ...custom.flatMap(source => [
    refuses(`${metric}.${source}.metric.name`, "Required"),
    refuses(`${metric}.${source}.metric.name`, "Invalid"),
    allows(`${source}.metric.selector`, "is not looked at"),
  ]),
  refuses(`${metric}.resource.name`, "Required"),
  refuses(`${metric}.containerResource.name`, "Required"),
  refuses(`${metric}.containerResource.name`, "Invalid", "must be a standard resource"),
  refuses(`${metric}.containerResource.name`, "Invalid", "name part must"),
  refuses(`${metric}.containerResource.name`, "Invalid", "extended resource name"),
  refuses(`${metric}.containerResource.container`, "Required"),
  refuses(`${metric}.containerResource.container`, "Invalid"),
  refuses(`${metric}.*.target.type`, "Required"),
  refuses(`${metric}.*.target.type`, "Invalid"),
  allows("*.target", "is not compared with type"),
  allows("object.target", "is compared with type only later"),
  refuses(`${metric}.*.target.value`, "Invalid"),
  refuses(`${metric}.*.target.averageValue`, "Invalid"),
  refuses(`${metric}.*.target.averageUtilization`, "Invalid"),
  allows("resource.target", "has no upper bound"),
  refuses(`${metric}.resource.target.averageUtilization`, "Required"),
  refuses(`${metric}.containerResource.target.averageUtilization`, "Required"),
  refuses(`${metric}.resource.target.averageValue`, "Forbidden"),
  refuses(`${metric}.containerResource.target.averageValue`, "Forbidden"),
  refuses(`${metric}.pods.target.averageValue`, "Required"),
  refuses(`${metric}.object.target.averageValue`, "Required"),
  refuses(`${metric}.external.target.averageValue`, "Required"),
  refuses(`${metric}.external.target.value`, "Forbidden"),
  refuses(`${rules}.stabilizationWindowSeconds`, "Invalid", "greater than or equal to zero"),
  refuses(`${rules}.stabilizationWindowSeconds`, "Invalid", "less than or equal to"),
  refuses(`${rules}.selectPolicy`, "NotSupported"),
  refuses(`${rules}.policies`, "Required"),
  refuses(`${rules}.policies[].type`, "NotSupported"),
  refuses(`${rules}.policies[].value`, "Invalid"),
  allows("value", "has no upper bound"),
  refuses(`${rules}.policies[].periodSeconds`, "Invalid", "greater than zero"),
  refuses(`${rules}.policies[].periodSeconds`, "Invalid", "less than or equal to"),
  refuses(`${rules}.tolerance`, "Invalid"),
  allows("tolerance", "has no upper bound"),
];
