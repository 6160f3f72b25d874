import type { Metric } from "../spec/metric.ts";

/** The name of a metric in a sentence. */
export function sourceOf(metric: Metric): string {
  switch (metric.type) {
    case "Resource":
      return metric.resource.name;
    case "ContainerResource":
      return `${metric.containerResource.name} of container ${metric.containerResource.container}`;
    case "Pods":
      return `pods metric ${metric.pods.metric.name}`;
    case "Object":
      return `${metric.object.describedObject.kind} metric ${metric.object.metric.name}`;
    case "External":
      return `external metric ${metric.external.metric.name}`;
    default:
      return "unknown";
  }
}
