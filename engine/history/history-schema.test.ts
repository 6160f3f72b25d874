import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly [keyword: string]: unknown;
}

function statusOf(plural: string): Schema | undefined {
  const crd = new URL(`../../crds/${plural}.autoscaling.trimtab.dev.yaml`, import.meta.url);
  const { spec } = parse(readFileSync(crd, "utf8")) as {
    spec: { versions: [{ schema: { openAPIV3Schema: Schema } }] };
  };
  return spec.versions[0].schema.openAPIV3Schema.properties?.["status"];
}

const targets = statusOf("clusterproportionalautoscalers")?.properties?.["targets"]?.items;

describe.each([
  { kind: "an Autoscaler", stored: statusOf("autoscalers")?.properties },
  { kind: "a target of a ClusterProportionalAutoscaler", stored: targets?.properties },
])("the status of $kind", ({ stored }) => {
  it.each(["history", "dryRunHistory"])("keeps any %s, and names only its version", field => {
    const { description, properties, ...rest } = stored?.[field] ?? {};
    const fields = Object.entries(properties ?? {}).map(([name, { type }]) => [name, type]);
    expect(fields).toEqual([["version", "integer"]]);
    expect(rest).toEqual({
      ...{ title: "TargetHistory", type: "object" },
      "x-kubernetes-preserve-unknown-fields": true,
    });
    expect(description).toMatch(/^Private to the operator/);
  });
});
