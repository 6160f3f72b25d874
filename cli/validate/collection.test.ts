import { describe, expect, it } from "vitest";

import { Collection } from "./collection.ts";

const apiVersion = "autoscaling.trimtab.dev/v1alpha1";
const good = {
  apiVersion,
  kind: "ClusterProportionalAutoscaler",
  metadata: { name: "dns" },
  spec: {
    scaleTargetRefs: [{ apiVersion: "apps/v1", kind: "Deployment", name: "dns" }],
    linear: { nodesPerReplica: 16 },
  },
};
const yaml = `apiVersion: ${apiVersion}
kind: ClusterProportionalAutoscaler
metadata: { name: dns }
spec:
  scaleTargetRefs: [{ apiVersion: apps/v1, kind: Deployment, name: dns }]
  linear: { nodesPerReplica: 16 }
`;
const list = (kind: string, ...items: unknown[]): string =>
  JSON.stringify({ apiVersion: "v1", kind, items });

function judge(text: string): { found: string[]; counts: number[] } {
  const collection = new Collection();
  collection.add("a.yaml", text);
  const { findings, summary } = collection.report({ conflicts: true });
  return {
    found: findings.map(({ place, path, code }) => `${place.line}:${place.column} ${path} ${code}`),
    counts: [summary.valid, summary.invalid, summary.skipped],
  };
}

// prettier-ignore
const rows: readonly { shows: string; text: string; found?: string[]; counts: number[] }[] = [
  { shows: "a good object",                 text: yaml,                                             counts: [1, 0, 0] },
  { shows: "one with any status",           text: `${yaml}status: { whatever: [1.0] }\n`,           counts: [1, 0, 0] },
  { shows: "one as the API server returns it", text: yaml.replace("name: dns", "name: dns, uid: a, resourceVersion: '1', generation: 1, creationTimestamp: null, managedFields: [], finalizers: [a]"), counts: [1, 0, 0] },
  { shows: "one of a List",                 text: list("List", good, { kind: "Pod" }),              counts: [1, 0, 1] },
  { shows: "one of a list of its kind",     text: list("ClusterProportionalAutoscalerList", good),  counts: [1, 0, 0] },
  { shows: "an empty list",                 text: list("ClusterProportionalAutoscalerList"),        counts: [0, 0, 1] },
  { shows: "lists in lists",                text: list("List", { kind: "PodList", items: [good] }), counts: [1, 0, 0] },
  { shows: "another kind",                  text: "kind: Pod\n",                                    counts: [0, 0, 1] },
  { shows: "an Autoscaler of another group", text: "apiVersion: example.com/v1\nkind: Autoscaler\n", counts: [0, 0, 1] },
  { shows: "its own CRD",                   text: "kind: CustomResourceDefinition\nspec: { group: autoscaling.trimtab.dev }\n", counts: [0, 0, 1] },
  { shows: "no object",                     text: "- trimtab\n",                                    counts: [0, 0, 1] },
  { shows: "text",                          text: "trimtab\n",                                      counts: [0, 0, 1] },
  { shows: "a template of another kind",    text: "{{- if .x }}\nkind: Pod\n{{- end }}\n",          counts: [0, 0, 1] },
  { shows: "a template of a Trimtab kind",  text: `{{- if .x }}\n${yaml}{{- end }}\n`,              found: ["1:3  YamlMalformed"], counts: [0, 1, 0] },
  { shows: "two documents, one not YAML",   text: `${yaml}---\n${yaml}  : [\n`,                     found: ["15:1  YamlMalformed"], counts: [1, 1, 0] },
  { shows: "a version that is not served",  text: yaml.replace("v1alpha1", "v1"),                   found: ["1:13 apiVersion NotSupported"], counts: [0, 1, 0] },
  { shows: "a group with a typo",           text: yaml.replace("trimtab", "trimtap"),               found: ["1:13 apiVersion NotSupported"], counts: [0, 1, 0] },
  { shows: "no apiVersion",                 text: yaml.replace(/^.*\n/, ""),                        found: ["1:1 apiVersion Required"], counts: [0, 1, 0] },
  { shows: "a kind with a typo",            text: yaml.replace("kind: Cl", "kind: C"),              found: ["2:7 kind NotSupported"], counts: [0, 1, 0] },
  { shows: "no kind",                       text: yaml.replace(/kind: Cl.*\n/, ""),                 found: ["1:1 kind Required"], counts: [0, 1, 0] },
  { shows: "no metadata",                   text: yaml.replace(/metadata.*\n/, ""),                 found: ["1:1 metadata Required"], counts: [0, 1, 0] },
  { shows: "no name",                       text: yaml.replace("name: dns }\nspec", "}\nspec"),     found: ["3:1 metadata.name Required"], counts: [0, 1, 0] },
  { shows: "no spec",                       text: yaml.replace(/spec[^]*/, ""),                     found: ["1:1 spec Required"], counts: [0, 1, 0] },
  { shows: "a pause without a zone",        text: yaml.replace("{ name: dns }", "{ name: dns, annotations: { autoscaling.trimtab.dev/paused-until: '2026-11-25T14:00:00' } }"), found: ["3:77 metadata.annotations[autoscaling.trimtab.dev/paused-until] NoZone"], counts: [0, 1, 0] },
  { shows: "a typo in a field",             text: yaml.replace("nodesPer", "nodePer"),              found: ["6:3 spec.linear RatioMissing", "6:13 spec.linear.nodePerReplica UnknownField"], counts: [0, 1, 0] },
  { shows: "a duplicate field",             text: yaml.replace("16 }", "16, nodesPerReplica: 8 }"), found: ["6:34 spec.linear.nodesPerReplica DuplicateKey"], counts: [0, 1, 0] },
  { shows: "whole numbers written as fractions", text: yaml.replace("16 }", "16.0, minReplicas: 2.0 }"), found: ["6:49 spec.linear.minReplicas Type"], counts: [0, 1, 0] },
  { shows: "words that are booleans",       text: yaml.replace("16 }", "16, preventSinglePointFailure: yes }"), counts: [1, 0, 0] },
  { shows: "warnings only",                 text: yaml.replace("16 }", "16, maxReplicas: 1, preventSinglePointFailure: on }\n  algorithm: CPA-1.10"), found: ["6:47 spec.linear.maxReplicas MaxExceeded"], counts: [1, 0, 0] },
  { shows: "tabs and carriage returns",     text: yaml.replaceAll("\n", "\r\n").replace("16 }", "17,\t\"minReplicas\": 0\t}"), found: ["6:49 spec.linear.minReplicas BoundTooSmall"], counts: [0, 1, 0] },
  { shows: "an object in a list by its position", text: list("List", { kind: "Pod" }, { ...good, spec: { ...good.spec, linear: 16 } }).replaceAll(",", ",\n"), found: ["10:10 spec.linear Type"], counts: [0, 1, 1] },
];

describe("a collection of files", () => {
  it.each(rows)("finds in $shows: $found", ({ text, found = [], counts }) => {
    expect(judge(text)).toEqual({ found, counts });
  });

  it("sorts findings by file and line", () => {
    const collection = new Collection();
    collection.add("b.yaml", `${yaml.replace("16", "0")}---\n${yaml.replace("dns", "Dns")}`);
    collection.add("a.yaml", yaml);
    const { findings } = collection.report({ conflicts: true });
    expect(findings.map(({ place: { file, line }, code }) => `${file}:${line} ${code}`)).toEqual([
      "b.yaml:6 RatioNotPositive",
      "b.yaml:10 NameMalformed",
      "b.yaml:12 TargetShared",
      "a.yaml:3 DuplicateObject",
    ]);
  });
});
