import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

import { schema } from "./generated/history.validator.js";

interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly "x-kubernetes-preserve-unknown-fields"?: unknown;
}

function statusOf(plural: string): Schema | undefined {
  const crd = new URL(`../../crds/${plural}.autoscaling.trimtab.dev.yaml`, import.meta.url);
  const { spec } = parse(readFileSync(crd, "utf8")) as {
    spec: { versions: [{ schema: { openAPIV3Schema: Schema } }] };
  };
  return spec.versions[0].schema.openAPIV3Schema.properties?.["status"];
}

/** What the schema of a CRD prunes, types differently, or has and this release does not read. */
function differences(read: Schema | undefined, stored: Schema | undefined, path: string): string[] {
  if (!read) return [`${path} is not read`];
  if (!stored) return [`${path} is pruned`];
  const isKept = stored["x-kubernetes-preserve-unknown-fields"] === true;
  const names = Object.keys({ ...stored.properties, ...(isKept ? {} : read.properties) });
  return [
    ...(read.type === stored.type ? [] : [`${path} has another type`]),
    ...names.flatMap(name =>
      differences(read.properties?.[name], stored.properties?.[name], `${path}.${name}`),
    ),
    ...(read.items || stored.items ? differences(read.items, stored.items, `${path}[]`) : []),
  ];
}

describe("the schema of a history", () => {
  it.each([
    { kind: "an Autoscaler", stored: statusOf("autoscalers") },
    {
      kind: "a ClusterProportionalAutoscaler",
      stored: statusOf("clusterproportionalautoscalers")?.properties?.["targets"]?.items,
    },
  ])("agrees with the status of $kind", ({ stored }) => {
    const fields = stored?.properties;
    expect(differences(schema.properties?.["history"], fields?.["history"], "history")).toEqual([]);
  });
});
