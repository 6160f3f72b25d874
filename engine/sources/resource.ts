import { countFromResource } from "../recommend/metrics/resource-metric.ts";
import { sampleOfPods } from "../recommend/thresholds/threshold-sample.ts";
import type { MeteredResource } from "../spec/metric.ts";
import { warnOfUnmeasured, type TargetRule } from "../validate/metrics/metric-target.ts";
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

export const usageTarget = "target: {type: Utilization, averageUtilization: 80}";

/** The target of a resource, also of one container. */
const resourceTarget: TargetRule = {
  counts: ["averageUtilization", "averageValue"],
  typeDecides: false,
};

/** What a source of resource usage, averaged over the pods, has in common with the other one. */
export const usageSource = <Fields extends NamedResource>(
  meteredBy: (fields: Fields) => MeteredResource,
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
    advise: warnOfUnmeasured,
    targetRule: resourceTarget,
    remedy: place =>
      `see whether \`kubectl top pods${place}\` answers, and whether every container requests the resource`,
  }) satisfies Partial<MetricSource<Fields>>;

export const resource: MetricSource<NamedResource> = {
  ...usageSource<NamedResource>(({ name }) => ({ resource: name, container: null })),
  name: ({ name }) => name,
  identity: ({ name }) => ({ name }),
  example: { metric: `{name: cpu, ${usageTarget}}`, threshold: "{name: cpu}" },
  requiredTexts: ["name"],
};
