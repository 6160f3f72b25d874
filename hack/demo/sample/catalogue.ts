import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { ApiObject } from "../../cluster/api.ts";
import { documents } from "../../cluster/operator/documents.ts";
import type { SampleSpec } from "./sample-spec.ts";

const folder = "crds/samples";
const directory = fileURLToPath(new URL(`../../../${folder}/`, import.meta.url));
const ours = new Set(["Autoscaler", "ClusterProportionalAutoscaler"]);

/** A file of crds/samples. */
export interface Sample {
  readonly name: string;
  /** The autoscalers of the file. */
  readonly scalers: readonly Scaler[];
  /** The other objects of the file, in order: workloads, a ConfigMap. */
  readonly others: readonly ApiObject[];
}

export interface Scaler extends ApiObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: SampleSpec;
}

/** The valid values of SAMPLE. */
export const sampleNames = (): string[] =>
  readdirSync(directory)
    .filter(file => file.endsWith(".yaml"))
    .map(file => file.slice(0, -".yaml".length))
    .sort();

/** The objects of a sample, optionally in another namespace. */
export function readSample(name: string, namespace?: string): Sample {
  const objects = documents(`${folder}/${name}.yaml`).map(object => ({
    ...object,
    metadata: { ...object.metadata, ...(namespace === undefined ? {} : { namespace }) },
  }));
  const isOurs = ({ kind = "" }: ApiObject): boolean => ours.has(kind);
  return {
    name,
    scalers: objects.filter(isOurs) as unknown as readonly Scaler[],
    others: objects.filter(object => !isOurs(object)),
  };
}

/** All samples, each with the first sentence of its comment. */
export function listSamples(): string {
  const names = sampleNames();
  const width = Math.max(...names.map(name => name.length));
  return names.map(name => `  ${name.padEnd(width)}  ${headingOf(name)}`).join("\n");
}

function headingOf(name: string): string {
  const [first = ""] = readFileSync(`${directory}${name}.yaml`, "utf8").split("\n", 1);
  return first.replace(/^# */, "");
}
