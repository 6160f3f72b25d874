import { enforceMatchers } from "../../promql/enforce-matchers.ts";
import { matchersFor, type NamedSource } from "../../sources/named-source.ts";
import type { MetricType } from "../../model/spec/metric.ts";
import type { FieldReader } from "../../schema/field-reader.ts";
import type { LabelSelector } from "../../../crds/generated/autoscaler.ts";
import { selectorProblem, toLabelSelector } from "../../model/selectors/label-selector.ts";

/** What no rule of the CRD states about the source of a metric. */
export interface SourceRules {
  /** Warns of the source without its target: a threshold's metric has none. */
  readonly advise?: (source: FieldReader) => void;
  readonly targetRule: TargetRule;
  /**
   * If the platform team configures the server and the field `source` names it: reports what the
   * server refuses in the fields of an object in the namespace.
   */
  readonly checkNamed?: (fields: FieldReader, source: NamedSource, namespace: string) => void;
}

const resource: SourceRules = {
  advise: warnOfUnmeasured,
  targetRule: { counts: ["averageUtilization", "averageValue"], typeDecides: false },
};

const totalTarget: TargetRule = { counts: ["averageValue", "value"], typeDecides: false };

export const sourceRules: Readonly<Record<MetricType, SourceRules>> = {
  Resource: resource,
  ContainerResource: resource,
  Pods: {
    advise: warnOfIdentifier,
    targetRule: { counts: ["averageValue"], typeDecides: false },
  },
  Object: { advise: warnOfIdentifier, targetRule: { ...totalTarget, typeDecides: true } },
  External: { advise: warnOfIdentifier, targetRule: totalTarget },
  Prometheus: { targetRule: totalTarget, checkNamed: checkQuery },
  ExternalScaler: { targetRule: totalTarget, checkNamed: () => undefined },
};

function warnOfIdentifier(source: FieldReader): void {
  const identifier = source.object("metric");
  if (identifier) warnOfMalformedSelector(identifier);
}

/** Reports a query that cannot be restricted to what the namespace may see. */
function checkQuery(fields: FieldReader, source: NamedSource, namespace: string): void {
  const query = fields.text("query");
  if (query === undefined || source.enforcedMatchers.length === 0) return;
  const enforced = enforceMatchers(query, matchersFor(source, namespace));
  if (enforced.ok) return;
  const remedy = `metric source ${source.name} restricts queries to some series`;
  fields.report("query", { code: "QueryRefused", message: enforced.error, remedy });
}

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
  if (!counts.includes("averageUtilization")) return;
  warnOfUnreachable(target, source.text("name"));
  warnOfUnlikely(target, source.text("name"));
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

const mebibyte = 1024n ** 2n * 1000n;
/** In thousandths. More of them are mostly meant as percent. */
const manyCores = 20_000n;

/** A quantity without its suffix, or with one of the other resource. */
function warnOfUnlikely(target: FieldReader, resource: string | undefined): void {
  const amount = target.milli("averageValue") ?? 0n;
  const written = String(target.raw("averageValue"));
  const digits = /^\d+/.exec(written)?.[0] ?? "512";
  const code = "QuantityUnlikely";
  if (resource === "memory" && amount > 0n && amount < mebibyte) {
    const message = `${written} is ${Number(amount) / 1000} bytes of memory, which every pod exceeds`;
    const remedy = `write ${digits}Mi, or another amount with Mi or Gi`;
    target.warn("averageValue", { code, message, remedy });
  } else if (resource === "cpu" && amount >= manyCores && written === digits) {
    const message = `${written} is ${written} cores for each pod, which few pods use`;
    const remedy = `write ${digits}m for thousandths of a core, or averageUtilization: ${digits} for percent, unless the pods use as many cores`;
    target.warn("averageValue", { code, message, remedy });
  }
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

function warnOfUnmeasured(source: FieldReader): void {
  const resource = source.text("name");
  if (!resource || resource === "cpu" || resource === "memory") return;
  source.warn("name", {
    code: "ResourceUnmeasured",
    message: `metrics-server measures cpu and memory only, not ${resource}`,
    remedy: "write cpu or memory, unless something else here measures it",
  });
}
