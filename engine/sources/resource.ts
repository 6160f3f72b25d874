import { countFromResource } from "../recommend/metrics/resource-metric.ts";
import { sampleOfPods } from "../recommend/thresholds/threshold-sample.ts";
import type { MeteredResource } from "../spec/metric.ts";
import type { FieldReader } from "../validate/field-reader.ts";
import { warnOfUnmeasured, type TargetRule } from "../validate/metrics/metric-target.ts";
import { readName, resourceName } from "../validate/names/names.ts";
import type { MetricSource } from "./metric-source.ts";
import { parsePodMetrics } from "./answers/parse.ts";

export interface NamedResource {
  /** cpu or memory, as in the resource metrics API. */
  readonly name: string;
}

declare module "../spec/metric.ts" {
  interface SourceFields {
    readonly Resource: NamedResource;
  }
}

const target = "target: {type: Utilization, averageUtilization: 80}";

/** The target of a resource, also of one container. */
export const resourceTarget: TargetRule = {
  counts: ["averageUtilization", "averageValue"],
  typeDecides: false,
  example: target,
  remedy:
    "write averageUtilization: 80 for 80% of the request, or averageValue: 500m or the like for an amount",
};

/** What a source of resource usage, averaged over the pods, has in common with the other one. */
export const usageSource = <Fields extends NamedResource>(
  meteredBy: (fields: Fields) => MeteredResource,
  identify: (source: FieldReader) => void,
) =>
  ({
    hasValueWithoutPods: false,
    resource: meteredBy,
    query: () => ({ kind: "PodMetrics" }),
    asksEachWorkload: false,
    parse: (raw, fields) => parsePodMetrics(raw, meteredBy(fields)),
    count: (source, answer, context) =>
      countFromResource(source, meteredBy(source).container, answer, context),
    sample: (fields, answer, request) => sampleOfPods(meteredBy(fields), answer, request),
    valueTypes: ["Utilization", "AverageValue"],
    identify,
    targetRule: resourceTarget,
    remedy: place =>
      `see whether \`kubectl top pods${place}\` answers, and whether every container requests the resource`,
  }) satisfies Partial<MetricSource<Fields>>;

const identify = (source: FieldReader): void =>
  warnOfUnmeasured(source, readName(source, "name", resourceName, "cpu"));

export const resource: MetricSource<NamedResource> = {
  ...usageSource<NamedResource>(({ name }) => ({ resource: name, container: null }), identify),
  name: ({ name }) => name,
  identity: ({ name }) => ({ name }),
  example: { metric: `{name: cpu, ${target}}`, threshold: "{name: cpu}" },
  requiredTexts: ["name"],
};
