import { enforceMatchers } from "../../promql/enforce-matchers.ts";
import { matchersFor, type NamedSource } from "../../sources/named-source.ts";
import type { MetricType } from "../../spec/metric.ts";
import type { FieldReader } from "../field-reader.ts";
import { type TargetRule, warnOfMalformedSelector, warnOfUnmeasured } from "./metric-target.ts";

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
