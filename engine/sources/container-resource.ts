import type { MetricSource } from "./metric-source.ts";
import { type NamedResource, usageSource, usageTarget } from "./resource.ts";

export interface ContainerResource extends NamedResource {
  readonly container: string;
}

declare module "../spec/metric.ts" {
  interface SourceFields {
    readonly ContainerResource: ContainerResource;
  }
}

export const containerResource: MetricSource<ContainerResource> = {
  ...usageSource<ContainerResource>(({ name, container }) => ({ resource: name, container })),
  name: ({ name, container }) => `${name} of container ${container}`,
  identity: ({ name, container }) => ({ name, container }),
  example: {
    metric: `{name: cpu, container: main, ${usageTarget}}`,
    threshold: "{name: cpu, container: main}",
  },
  requiredTexts: ["name", "container"],
};
