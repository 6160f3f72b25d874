import { describe, expect, it } from "vitest";
import { stringify } from "yaml";

import { unwritten } from "../../../engine/schema/structure.ts";
import { validateObject } from "../../../engine/validate/validate-object.ts";
import { rules } from "../../validate/objects.ts";
import { convertInputs, type Target } from "../convert-inputs.ts";
import { scaledObject } from "./keda/scaled-object.ts";

/** The report on an object, without the spaces and breaks of its columns. */
function reportOn(object: object, to: Target = "trimtab"): string[] {
  const inputs = [{ file: "in.yaml", text: stringify(object) }];
  const converted = convertInputs(inputs, { to, algorithm: "upstream" });
  const table = converted.table({ width: 2_000, paint: (_, line) => line });
  return table.trimEnd().split("\n").map(line => line.trim().replaceAll(/ +/g, " ")); // prettier-ignore
}

const metadata = { name: "web" };
const web = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const scaled = (spec: object) => ({
  ...{ apiVersion: "keda.sh/v1alpha1", kind: "ScaledObject", metadata },
  spec: { scaleTargetRef: { name: "web" }, minReplicaCount: 2, maxReplicaCount: 20, ...spec },
});
const hpa = (spec: object, version = "v2") => ({
  ...{ apiVersion: `autoscaling/${version}`, kind: "HorizontalPodAutoscaler", metadata },
  spec: { scaleTargetRef: web, maxReplicas: 4, ...spec },
});
const kafka = { type: "kafka", metadata: { topic: "t" } };
const cron = {
  type: "cron",
  metadata: { timezone: "UTC", start: "0 8 * * *", end: "0 9 * * *", desiredReplicas: "5" },
};
const noKafka =
  "lost spec.triggers[0] trigger kafka: nothing here reads it; publish its value through an adapter of external.metrics.k8s.io and add an External metric";

describe("the report on an object that stays as it is", () => {
  // prettier-ignore
  it.each<{ shows: string; object: Readonly<Record<string, unknown>>; to?: Target; lines: readonly string[] }>([
    { shows: "a trigger without an equivalent", object: scaled({ triggers: [kafka], cooldownPeriod: 5, idleReplicaCount: 0 }), lines: [noKafka, "lost spec.triggers no trigger has an equivalent: without a metric, an Autoscaler would keep cpu at 80%"] },
    { shows: "a schedule next to one",          object: scaled({ triggers: [kafka, cron] }), lines: [noKafka, "lost spec.triggers the other triggers have an equivalent, but they only change the size at fixed times; replace the triggers that are lost, or remove them"] },
    { shows: "no address",                      object: scaled({ triggers: [{ type: "prometheus", metadata: { query: "up", threshold: "1" } }] }), lines: ["lost spec.triggers[0] trigger prometheus: it has no serverAddress, which KEDA requires; write the address of the server", "lost spec.triggers no trigger has an equivalent: without a metric, an Autoscaler would keep cpu at 80%"] },
    { shows: "a selector",                      object: { apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler", metadata, spec: { targetSelector: {}, maxReplicas: 4, mode: "DryRun" } }, to: "hpa", lines: ["lost spec.targetSelector a HorizontalPodAutoscaler names one target"] },
  ])("has only the reasons: $shows", ({ object, to, lines }) => {
    const [title, ...others] = reportOn(object, to);
    expect(title).toContain(`web has no equivalent: 0 same, 0 changed, ${lines.length} lost`);
    const summary = ["", `${String(object["kind"])} 1 without an equivalent`];
    expect(others).toEqual([...lines, ...summary]);
  });
});

describe("an Autoscaler of a Rollout", () => {
  const hold =
    "changed spec.scaleTargetRef a HorizontalPodAutoscaler also removes replicas of a Rollout in progress";
  const rollout = { apiVersion: "argoproj.io/v1alpha1", kind: "Rollout", name: "web" };
  const other = { apiVersion: "example.com/v1", kind: "Rollout", name: "web" };

  // prettier-ignore
  it.each([
    { shows: "does not hold as an HPA",            spec: {},                                  says: true },
    { shows: "may remove replicas as it is",       spec: { rollout: { scaleDown: "Allow" } }, says: false },
    { shows: "may with the algorithm of an HPA",   spec: { algorithm: "HPA-1.36" },           says: false },
    { shows: "may if it is not one of Argo's",     spec: { scaleTargetRef: other },           says: false },
  ])("$shows", ({ spec, says }) => {
    const object = {
      ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler", metadata },
      spec: { scaleTargetRef: rollout, maxReplicas: 4, ...spec },
    };
    expect(reportOn(object, "hpa").includes(hold)).toBe(says);
  });
});

it.each(["1", "2", "9"])(
  "cron triggers alone, with %s replicas, give an object without a warning",
  desiredReplicas => {
    const trigger = { ...cron, metadata: { ...cron.metadata, desiredReplicas } };
    const source = scaled({ triggers: [trigger] });
    const context = { objects: [], keepsArithmetic: true };
    const { object } = scaledObject.convert(source, context);
    expect(validateObject(rules.Autoscaler, object, unwritten)).toEqual([]);
  },
);

describe("the report", () => {
  // prettier-ignore
  it.each<{ shows: string; object: object; to?: Target; line: string }>([
    { shows: "a name that is generated",  object: { ...hpa({}), metadata: { generateName: "web-" } }, line: "in.yaml:2:1: HorizontalPodAutoscaler web- becomes Autoscaler: 3 same, 1 changed, 0 lost" },
    { shows: "no name",                   object: { ...hpa({}), metadata: undefined }, line: "in.yaml:2:1: HorizontalPodAutoscaler becomes Autoscaler: 2 same, 1 changed, 0 lost" },
    { shows: "a fallback of another form", object: scaled({ triggers: [{ type: "external", metadata: { scalerAddress: "a:1" } }], fallback: { behavior: { kind: 1 }, replicas: 2 } }), line: "lost spec.fallback behavior an object has no equivalent: a metric that fails keeps the size" },
    { shows: "an older target",           object: hpa({ scaleTargetRef: { ...web, apiVersion: "extensions/v1beta1" } }), line: "changed spec.scaleTargetRef.apiVersion clusters no longer serve extensions/v1beta1" },
    { shows: "an older target of v1",     object: hpa({ scaleTargetRef: { ...web, apiVersion: "apps/v1beta1" } }, "v1"), line: "changed spec.scaleTargetRef.apiVersion clusters no longer serve apps/v1beta1" },
    { shows: "an older target on OpenShift", object: hpa({ scaleTargetRef: { apiVersion: "v1", kind: "DeploymentConfig", name: "web" } }), line: "changed spec.scaleTargetRef.apiVersion in OpenShift, it has a group of its own" },
    { shows: "no version of a controller", object: hpa({ scaleTargetRef: { kind: "ReplicationController", name: "web" } }), line: "invalid spec.scaleTargetRef.apiVersion: is required; write apiVersion: v1" },
    { shows: "no version of a config",    object: hpa({ scaleTargetRef: { kind: "DeploymentConfig", name: "web" } }), line: "invalid spec.scaleTargetRef.apiVersion: is required; write apiVersion: apps.openshift.io/v1" },
    { shows: "no version of a StatefulSet", object: hpa({ scaleTargetRef: { kind: "StatefulSet", name: "web" } }), line: "invalid spec.scaleTargetRef.apiVersion: is required; write apiVersion: apps/v1" },
    { shows: "an invalid HPA",            object: { ...hpa({ minReplicas: 5 }), apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler" }, to: "hpa", line: "invalid spec.maxReplicas: maxReplicas 4 is less than minReplicas 5; write maxReplicas: 5 or more, or lower minReplicas" },
  ])("of $shows has the line: $line", ({ object, to, line }) => {
    expect(reportOn(object, to)).toContain(line);
  });

  it("on a cluster-proportional-autoscaler is in the order of its flags, with one line for the rest", () => {
    const args = ["--v=2", "--default-params={}", "--configmap=a", "--target=deployment/web", "--namespace=dns", "--configmap=c"]; // prettier-ignore
    const containers = [{ image: "cluster-proportional-autoscaler:1", args, resources: {} }];
    const lines = reportOn({
      ...{ apiVersion: "apps/v1", kind: "Deployment", metadata },
      spec: { replicas: 1, template: { spec: { containers } } },
    });
    const indexes = lines.flatMap(line => /args\[(\d)\]/.exec(line)?.[1] ?? []);
    expect(indexes).toEqual(["0", "1", "3", "4", "5"]);
    expect(lines.filter(line => line.includes("once for all"))).toEqual([
      "changed spec the rest of the Deployment: the operator runs instead, once for all",
    ]);
  });
});
