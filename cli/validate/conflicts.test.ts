import { describe, expect, it } from "vitest";

import { Collection } from "./collection.ts";

interface Given {
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly mode?: string;
  readonly version?: string;
}

const ref = (version = "v1"): string =>
  `{ apiVersion: apps/${version}, kind: Deployment, name: web }`;
const head = (apiVersion: string, kind: string, { name = "web", namespace = "shop" }: Given) =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: { name: ${name}, namespace: ${namespace} }\n`;

const ours = "autoscaling.trimtab.dev/v1alpha1";
const asc = (given: Given = {}): string =>
  `${head(ours, "Autoscaler", given)}spec: { scaleTargetRef: ${ref(given.version)}, mode: ${given.mode ?? "Active"} }\n`;
const labelled = (labels: string, given: Given = {}): string =>
  `${head(ours, "Autoscaler", given)}spec: { targetSelector: { apiVersion: apps/${given.version ?? "v1"}, kind: Deployment, selector: { matchLabels: { ${labels} } } }, mode: ${given.mode ?? "Active"} }\n`;
const cpa = (given: Given = {}): string =>
  `${head(ours, "ClusterProportionalAutoscaler", given)}spec: { scaleTargetRefs: [{ name: a }, ${ref(given.version)}], mode: ${given.mode ?? "Active"} }\n`;
const hpa = (given: Given = {}): string =>
  `${head("autoscaling/v2", "HorizontalPodAutoscaler", given)}spec: { scaleTargetRef: ${ref(given.version)} }\n`;
const keda = (given: Given = {}): string =>
  `${head("keda.sh/v1alpha1", "ScaledObject", given)}spec: { scaleTargetRef: { name: web } }\n`;
const watermark = (given: Given = {}): string =>
  `${head("datadoghq.com/v1alpha1", "WatermarkPodAutoscaler", given)}spec: { scaleTargetRef: { kind: Deployment, name: web } }\n`;
const predictive = (given: Given = {}): string =>
  `${head("jamiethompson.me/v1alpha1", "PredictiveHorizontalPodAutoscaler", given)}spec: { scaleTargetRef: ${ref()} }\n`;
/** The Deployment of a cluster-proportional-autoscaler. */
const upstreamCpa = (target: string, spec = "", namespace = "shop"): string =>
  `${head("apps/v1", "Deployment", { name: "autoscaler", namespace: "dns" })}spec: { ${spec}template: { spec: { containers: [{ name: a, image: cluster-proportional-autoscaler, command: [/cluster-proportional-autoscaler, --namespace=${namespace}, "--target=${target}"] }] } } }\n`;

/** The findings for each object in comparison with the others, by the number of its file. */
function conflicts(...objects: readonly string[]): string[] {
  const collection = new Collection();
  for (const [index, text] of objects.entries()) collection.add(String(index + 1), text);
  return collection
    .report({ conflicts: true })
    .findings.filter(({ code }) => code === "TargetShared" || code === "DuplicateObject")
    .map(({ place, path, severity, code, message }) => {
      const [, other] = /, at (\d+):/.exec(message) ?? [];
      return `${place.file} ${path} ${severity} ${code} ${other ?? ""}`;
    });
}

// prettier-ignore
const rows = [
  { shows: "no conflict of a single object",           objects: [asc()],                                                   found: [] },
  { shows: "two objects of one name",                  objects: [asc(), asc()],                                            found: ["2 metadata.name error DuplicateObject 1"] },
  { shows: "three of one name",                        objects: [asc(), asc(), asc()],                                     found: ["2 metadata.name error DuplicateObject 1", "3 metadata.name error DuplicateObject 1"] },
  { shows: "no conflict between namespaces",           objects: [asc(), asc({ namespace: "b" }), hpa({ namespace: "c" })], found: [] },
  { shows: "two objects on one target",                objects: [asc(), asc({ name: "b" })],                               found: ["2 spec.scaleTargetRef error TargetShared 1"] },
  { shows: "the first of three as the holder",         objects: [asc(), asc({ name: "b" }), cpa()],                        found: ["2 spec.scaleTargetRef error TargetShared 1", "3 spec.scaleTargetRefs[1] error TargetShared 1"] },
  { shows: "a target by another version of its API",   objects: [cpa(), asc({ version: "v1beta2" })],                      found: ["2 spec.scaleTargetRef error TargetShared 1"] },
  { shows: "a HorizontalPodAutoscaler",                objects: [hpa({ version: "v1beta1" }), asc()],                      found: ["2 spec.scaleTargetRef error TargetShared 1"] },
  { shows: "an autoscaler that comes later",           objects: [asc(), hpa({ name: "b" })],                               found: ["1 spec.scaleTargetRef error TargetShared 2"] },
  { shows: "a ScaledObject of KEDA",                   objects: [cpa(), keda()],                                           found: ["1 spec.scaleTargetRefs[1] error TargetShared 2"] },
  { shows: "a WatermarkPodAutoscaler",                 objects: [watermark(), asc()],                                      found: ["2 spec.scaleTargetRef error TargetShared 1"] },
  { shows: "a PredictiveHorizontalPodAutoscaler",      objects: [predictive(), asc()],                                     found: ["2 spec.scaleTargetRef error TargetShared 1"] },
  { shows: "a cluster-proportional-autoscaler of another namespace", objects: [upstreamCpa("Deployment/web"), cpa()],      found: ["2 spec.scaleTargetRefs[1] error TargetShared 1"] },
  { shows: "one of its several targets",               objects: [upstreamCpa("deployment/a, deployment/web"), cpa()],    found: ["2 spec.scaleTargetRefs[1] error TargetShared 1"] },
  { shows: "no conflict with one of another target",   objects: [upstreamCpa("deployment/api"), cpa()],                    found: [] },
  { shows: "no conflict with one that scales another namespace", objects: [upstreamCpa("deployment/web", "", "b"), cpa()], found: [] },
  { shows: "no conflict with one that has no replicas", objects: [upstreamCpa("deployment/web", "replicas: 0, "), cpa()],  found: [] },
  { shows: "no conflict between foreign autoscalers",  objects: [hpa(), keda(), hpa()],                                    found: [] },
  { shows: "each Trimtab object against a foreign one", objects: [asc(), cpa(), hpa()],                                     found: ["1 spec.scaleTargetRef error TargetShared 3", "2 spec.scaleTargetRefs[1] error TargetShared 3"] },
  { shows: "a warning for an object in DryRun",        objects: [asc({ mode: "DryRun" }), hpa(), cpa({ mode: "Paused" })], found: ["1 spec.scaleTargetRef warning TargetShared 2", "3 spec.scaleTargetRefs[1] error TargetShared 2"] },
  { shows: "an object in Paused as the holder",        objects: [asc({ mode: "Paused" }), cpa()],                          found: ["2 spec.scaleTargetRefs[1] error TargetShared 1"] },
  { shows: "the active object as the holder",          objects: [asc({ mode: "DryRun" }), cpa()],                          found: ["1 spec.scaleTargetRef warning TargetShared 2"] },
  { shows: "no conflict if all objects are in DryRun", objects: [asc({ mode: "DryRun" }), cpa({ mode: "DryRun" })],        found: [] },
  { shows: "two selectors of the same",                objects: [labelled("a: b"), labelled("a: b", { name: "b", version: "v1beta2" })], found: ["2 spec.targetSelector error TargetShared 1"] },
  { shows: "a selector within another one",            objects: [labelled("a: b, c: d"), labelled("a: b", { name: "b" })], found: ["2 spec.targetSelector error TargetShared 1"] },
  { shows: "a warning for a selector in DryRun", objects: [labelled("a: b", { mode: "DryRun" }), labelled("a: b", { name: "b" })], found: ["1 spec.targetSelector warning TargetShared 2"] },
  { shows: "no conflict of selectors that may not overlap", objects: [labelled("a: b"), labelled("c: d", { name: "b" }), labelled("a: e", { name: "c" })], found: [] },
  { shows: "no conflict between a selector and a name", objects: [labelled("app: web"), asc({ name: "b" })],                found: [] },
  { shows: "no conflict of selectors in DryRun",       objects: [labelled("a: b", { mode: "DryRun" }), labelled("a: b", { name: "b", mode: "DryRun" })], found: [] },
  { shows: "a selector in Paused as the holder",       objects: [labelled("a: b", { mode: "Paused" }), labelled("a: b", { name: "b", mode: "DryRun" })], found: ["2 spec.targetSelector warning TargetShared 1"] },
  { shows: "objects of one name as one",               objects: [asc(), asc(), cpa()],                                     found: ["2 metadata.name error DuplicateObject 1", "3 spec.scaleTargetRefs[1] error TargetShared 1"] },
];

describe("conflicts among the files given", () => {
  it.each(rows)("are $found: $shows", ({ objects, found }) => {
    expect(conflicts(...objects)).toEqual(found);
  });

  it("are described in sentences", () => {
    const collection = new Collection();
    collection.add(
      "a.yaml",
      [asc(), asc(), cpa(), asc({ name: "b", mode: "DryRun" })].join("---\n"),
    );
    const { findings } = collection.report({ conflicts: true });
    const told = findings.filter(({ code }) => /Shared|DuplicateObject/.test(code));
    expect(told.map(({ message, remedy }) => `${message}; ${remedy}`)).toMatchInlineSnapshot(`
      [
        "there is another Autoscaler shop/web, at a.yaml:3:19, and the one applied last counts; keep one of them, or give this one another name",
        "Deployment web is also scaled by Autoscaler shop/web, at a.yaml:4:9; delete one of the two, or set mode: DryRun here",
        "Deployment web is scaled by Autoscaler shop/web, at a.yaml:4:9; this object only looks on; delete one of the two before the mode becomes Active or Paused",
      ]
    `);
  });

  it("are not searched with --no-conflicts", () => {
    const collection = new Collection();
    collection.add("a.yaml", `${asc()}---\n${asc()}`);
    const codes = collection.report({ conflicts: false }).findings.map(({ code }) => code);
    expect(codes).not.toContain("DuplicateObject");
  });
});

describe("objects that monitor the same workloads", () => {
  const monitoring = (
    name: string,
    labels: string,
    { mode = "Active", kind = "Deployment" } = {},
  ) =>
    `${head(ours, "Autoscaler", { name })}spec: { scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: ${name} }, mode: ${mode}, monitorSelectors: [{ apiVersion: apps/v1, kind: ${kind}, selector: { matchLabels: { ${labels} } } }] }\n`;
  const overlaps = (...objects: readonly string[]) => {
    const collection = new Collection();
    for (const [index, text] of objects.entries()) collection.add(String(index + 1), text);
    const { findings } = collection.report({ conflicts: true });
    return findings.filter(({ code }) => code === "MonitoringOverlap");
  };

  // prettier-ignore
  it.each([
    { shows: "the same labels",              objects: [monitoring("a", "s: web"), monitoring("b", "s: web")],                    files: ["2"] },
    { shows: "labels within others",         objects: [monitoring("a", "s: web, t: x"), monitoring("b", "s: web")],              files: ["2"] },
    { shows: "each after the first",         objects: [monitoring("a", "s: web"), monitoring("b", "s: web"), monitoring("c", "s: web")], files: ["2", "3"] },
    { shows: "not one object alone",         objects: [monitoring("a", "s: web")],                                               files: [] },
    { shows: "not other labels",             objects: [monitoring("a", "s: web"), monitoring("b", "s: api")],                    files: [] },
    { shows: "not another kind",             objects: [monitoring("a", "s: web"), monitoring("b", "s: web", { kind: "StatefulSet" })], files: [] },
    { shows: "not a dry run",                objects: [monitoring("a", "s: web", { mode: "DryRun" }), monitoring("b", "s: web")], files: [] },
  ])("get warnings: $shows", ({ objects, files }) => {
    expect(overlaps(...objects).map(({ place }) => place.file)).toEqual(files);
  });

  it("are named", () => {
    const [found] = overlaps(monitoring("a", "s: web"), monitoring("b", "s: web"));
    expect(found).toMatchObject({ severity: "warning", path: "spec.monitorSelectors[0]" });
    expect(found?.message).toMatch(
      /^Deployment with s=web is also monitored by Autoscaler shop\/a, at 1:4:\d+, so both add/,
    );
  });
});
