import { countFromResource } from "../recommend/metrics/resource-metric.ts";
import { sampleOfPods } from "../recommend/thresholds/threshold-sample.ts";
import type { MeteredResource } from "../spec/metric.ts";
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
    remedy: place =>
      `see whether \`kubectl top pods${place}\` answers, and whether every container requests the resource`,
  }) satisfies Partial<MetricSource<Fields>>;

export const resource: MetricSource<NamedResource> = {
  ...usageSource<NamedResource>(({ name }) => ({ resource: name, container: null })),
  name: ({ name }) => name,
  identity: ({ name }) => ({ name }),
};
