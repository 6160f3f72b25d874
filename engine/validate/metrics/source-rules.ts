import { enforceMatchers } from "../../promql/enforce-matchers.ts";
import { matchersFor, type NamedSource } from "../../sources/named-source.ts";
import type { MetricType } from "../../spec/metric.ts";
import type { FieldReader } from "../field-reader.ts";
import {
  containerName,
  containerResourceName,
  describedApiVersion,
  describedKind,
  objectName,
  readName,
  resourceName,
  sourceName,
} from "../names/names.ts";
import { checkIdentifier, type TargetRule, warnOfUnmeasured } from "./metric-target.ts";

/** The rules for the source of a metric. */
export interface SourceRules {
  /** Validates the source without its target: a threshold's metric has none. */
  readonly identify: (source: FieldReader) => void;
  readonly targetRule: TargetRule;
  /**
   * If the platform team configures the server and the field `source` names it: reports what the
   * server refuses in the fields of an object in the namespace.
   */
  readonly checkNamed?: (fields: FieldReader, source: NamedSource, namespace: string) => void;
  /** A source in YAML for remedies, with a target and without. */
  readonly example: { readonly metric: string; readonly threshold: string };
}

const utilization = "target: {type: Utilization, averageUtilization: 80}";
const average = "target: {type: AverageValue, averageValue: 100}";
const whole = "target: {type: Value, value: 1k}";
const rate = "metric: {name: requests_per_second}";
const length = "metric: {name: queue_length}";
const ingress = "describedObject: {apiVersion: networking.k8s.io/v1, kind: Ingress, name: web}";
const queried = "source: platform, query: sum(queue_length)";

const resourceTarget: TargetRule = {
  counts: ["averageUtilization", "averageValue"],
  typeDecides: false,
  example: utilization,
  remedy:
    "write averageUtilization: 80 for 80% of the request, or averageValue: 500m or the like for an amount",
};

const totalTarget: TargetRule = {
  counts: ["averageValue", "value"],
  typeDecides: false,
  example: average,
  remedy:
    "write averageValue: 100 or the like for each pod's part, or value: 1k or the like for the whole",
};

function identifyNamed(source: FieldReader): void {
  readName(source, "source", sourceName);
}

export const sourceRules: Readonly<Record<MetricType, SourceRules>> = {
  Resource: {
    identify: source => warnOfUnmeasured(source, readName(source, "name", resourceName, "cpu")),
    targetRule: resourceTarget,
    example: { metric: `{name: cpu, ${utilization}}`, threshold: "{name: cpu}" },
  },
  ContainerResource: {
    identify: source => {
      const name = readName(source, "name", containerResourceName, "cpu");
      readName(source, "container", containerName, "main");
      warnOfUnmeasured(source, name);
    },
    targetRule: resourceTarget,
    example: {
      metric: `{name: cpu, container: main, ${utilization}}`,
      threshold: "{name: cpu, container: main}",
    },
  },
  Pods: {
    identify: source => checkIdentifier(source, rate),
    targetRule: {
      counts: ["averageValue"],
      typeDecides: false,
      example: average,
      remedy: "write averageValue: 100 or the like: what counts is the average of the pods",
    },
    example: { metric: `{${rate}, ${average}}`, threshold: `{${rate}}` },
  },
  Object: {
    identify: source => {
      const described = source.objectOrEmpty("describedObject");
      if (described !== undefined) {
        readName(described, "apiVersion", describedApiVersion);
        readName(described, "kind", describedKind, "Ingress");
        readName(described, "name", objectName, "web");
      }
      checkIdentifier(source, rate);
    },
    targetRule: { ...totalTarget, typeDecides: true, example: whole },
    example: { metric: `{${ingress}, ${rate}, ${whole}}`, threshold: `{${ingress}, ${rate}}` },
  },
  External: {
    identify: source => checkIdentifier(source, length),
    targetRule: totalTarget,
    example: {
      metric: `{${length}, target: {type: AverageValue, averageValue: 30}}`,
      threshold: `{${length}}`,
    },
  },
  Prometheus: {
    identify: identifyNamed,
    targetRule: totalTarget,
    checkNamed: checkQuery,
    example: { metric: `{${queried}, ${average}}`, threshold: `{${queried}}` },
  },
  ExternalScaler: {
    identify: identifyNamed,
    targetRule: { ...totalTarget, isOptional: true },
    checkNamed: () => undefined,
    example: { metric: "{source: queues, metadata: {queue: jobs}}", threshold: "{source: queues}" },
  },
};

/** Reports a query that cannot be restricted to what the namespace may see. */
function checkQuery(fields: FieldReader, source: NamedSource, namespace: string): void {
  const query = fields.text("query");
  if (query === undefined || source.enforcedMatchers.length === 0) return;
  const enforced = enforceMatchers(query, matchersFor(source, namespace));
  if (enforced.ok) return;
  const remedy = `metric source ${source.name} restricts queries to some series`;
  fields.report("query", { code: "QueryRefused", message: enforced.error, remedy });
}
