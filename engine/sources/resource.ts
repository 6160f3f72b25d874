import { countFromResource } from "../arithmetic/resource-metric.ts";
import { sampleOfPods } from "../arithmetic/threshold-sample.ts";
import type { MeteredResource, SourceFields } from "../model/spec/metric.ts";
import type { MetricSource } from "./metric-source.ts";
import { parsePodMetrics } from "./parse-answer.ts";

/** What a source of resource usage, averaged over the pods, has in common with the other one. */
const usageSource = <Fields extends SourceFields["Resource"]>(
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

export const resource: MetricSource<SourceFields["Resource"]> = {
  ...usageSource<SourceFields["Resource"]>(({ name }) => ({ resource: name, container: null })),
  name: ({ name }) => name,
  identity: ({ name }) => ({ name }),
};

export const containerResource: MetricSource<SourceFields["ContainerResource"]> = {
  ...usageSource<SourceFields["ContainerResource"]>(({ name, container }) => ({
    resource: name,
    container,
  })),
  name: ({ name, container }) => `${name} of container ${container}`,
  identity: ({ name, container }) => ({ name, container }),
};
