import type { FieldReader } from "../validate/field-reader.ts";
import { warnOfUnmeasured } from "../validate/metrics/metric-target.ts";
import { containerName, containerResourceName, readName } from "../validate/names/names.ts";
import type { MetricSource } from "./metric-source.ts";
import { type NamedResource, resourceTarget, usageSource } from "./resource.ts";

export interface ContainerResource extends NamedResource {
  readonly container: string;
}

declare module "../spec/metric.ts" {
  interface SourceFields {
    readonly ContainerResource: ContainerResource;
  }
}

function identify(source: FieldReader): void {
  const name = readName(source, "name", containerResourceName, "cpu");
  readName(source, "container", containerName, "main");
  warnOfUnmeasured(source, name);
}

export const containerResource: MetricSource<ContainerResource> = {
  ...usageSource<ContainerResource>(
    ({ name, container }) => ({ resource: name, container }),
    identify,
  ),
  name: ({ name, container }) => `${name} of container ${container}`,
  identity: ({ name, container }) => ({ name, container }),
  example: {
    metric: `{name: cpu, container: main, ${resourceTarget.example}}`,
    threshold: "{name: cpu, container: main}",
  },
  requiredTexts: ["name", "container"],
};
