import { countFromResource } from "../recommend/metrics/resource-metric.ts";
import { sampleOfPods } from "../recommend/thresholds/threshold-sample.ts";
import type { FieldReader } from "../validate/field-reader.ts";
import { warnOfUnmeasured, warnOfUnreachable } from "../validate/metrics/metric-identity.ts";
import { checkMetricTarget } from "../validate/metrics/metric-target.ts";
import { containerName, containerResourceName, readName } from "../validate/names/names.ts";
import type { MetricSource } from "./metric-source.ts";
import { parsePodMetrics } from "./parse.ts";
import { type NamedResource, resource, resourceTarget } from "./resource.ts";

export interface ContainerResource extends NamedResource {
  readonly container: string;
}

declare module "../spec/metric.ts" {
  interface SourceFields {
    readonly ContainerResource: ContainerResource;
  }
}

const meteredBy = ({ name, container }: ContainerResource) => ({ resource: name, container });

function identify(source: FieldReader): string | undefined {
  const name = readName(source, "name", containerResourceName, "cpu");
  readName(source, "container", containerName, "main");
  return warnOfUnmeasured(source, name);
}

/** The usage of a resource by one container of each pod, averaged over the pods. */
export const containerResource: MetricSource<ContainerResource> = {
  name: ({ name, container }) => `${name} of container ${container}`,
  hasValueWithoutPods: false,
  resource: meteredBy,
  query: () => ({ kind: "PodMetrics" }),
  asksEachWorkload: false,
  parse: (raw, fields) => parsePodMetrics(raw, meteredBy(fields)),
  identity: ({ name, container }) => ({ name, container }),
  count: (source, answer, context) => countFromResource(source, source.container, answer, context),
  sample: (fields, answer, request) => sampleOfPods(meteredBy(fields), answer, request),
  valueTypes: ["Utilization", "AverageValue"],
  check: source => {
    const name = identify(source);
    checkMetricTarget(source, resourceTarget);
    warnOfUnreachable(source, name);
  },
  identify,
  example: {
    metric: `{name: cpu, container: main, ${resourceTarget.example}}`,
    threshold: "{name: cpu, container: main}",
  },
  remedy: resource.remedy,
  requiredTexts: ["name", "container"],
  recorded: resource.recorded,
};
