import { describe, expect, it } from "vitest";

import type { Fields } from "../../../engine/model/values/json-values.ts";
import { fieldText } from "../conversion.ts";
import { directions } from "../convert-inputs.ts";

function convert(object: Fields) {
  const kind = directions.trimtab.kinds.find(each => each.matches(object));
  if (!kind) throw new Error("no kind matches");
  const { object: result, fields } = kind.convert(object, { objects: [], keepsArithmetic: true });
  const pathsOf = (verdict: string): string[] =>
    fields.flatMap(field =>
      field.verdict === verdict && field.from ? [fieldText(field.from)] : [],
    );
  return {
    result: result as Record<string, Fields>,
    lost: pathsOf("lost"),
    changed: pathsOf("changed"),
  };
}

const web = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const hpa = (spec: object, metadata: object = {}, apiVersion = "autoscaling/v2"): Fields => ({
  ...{ apiVersion, kind: "HorizontalPodAutoscaler", metadata: { name: "web", ...metadata } },
  spec: { scaleTargetRef: web, maxReplicas: 3, ...spec },
});

describe("a HorizontalPodAutoscaler of autoscaling/v2beta1", () => {
  const service = { kind: "Service", name: "web" };
  const labels = { matchLabels: { a: "b" } };

  // prettier-ignore
  it.each<{ shows: string; type: string; source: object; becomes: object; lost?: string[] }>([
    { shows: "a utilization", type: "Resource", source: { name: "cpu", targetAverageUtilization: 80 }, becomes: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } },
    { shows: "an average", type: "Resource", source: { name: "memory", targetAverageValue: "1Gi" }, becomes: { name: "memory", target: { type: "AverageValue", averageValue: "1Gi" } } },
    { shows: "a container", type: "ContainerResource", source: { name: "cpu", container: "app", targetAverageUtilization: 80 }, becomes: { name: "cpu", container: "app", target: { type: "Utilization", averageUtilization: 80 } } },
    { shows: "pods", type: "Pods", source: { metricName: "qps", selector: labels, targetAverageValue: "10" }, becomes: { metric: { name: "qps", selector: labels }, target: { type: "AverageValue", averageValue: "10" } } },
    { shows: "an object", type: "Object", source: { target: service, metricName: "qps", targetValue: "9" }, becomes: { describedObject: service, metric: { name: "qps" }, target: { type: "Value", value: "9" } } },
    { shows: "an object, by average", type: "Object", source: { target: service, metricName: "qps", targetValue: "0", averageValue: "9" }, becomes: { describedObject: service, metric: { name: "qps" }, target: { type: "AverageValue", averageValue: "9" } } },
    { shows: "an external value", type: "External", source: { metricName: "q", metricSelector: labels, targetValue: "9" }, becomes: { metric: { name: "q", selector: labels }, target: { type: "Value", value: "9" } } },
    { shows: "an external average", type: "External", source: { metricName: "q", targetAverageValue: "9" }, becomes: { metric: { name: "q" }, target: { type: "AverageValue", averageValue: "9" } } },
    { shows: "a field of autoscaling/v2, which is lost", type: "Resource", source: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } }, becomes: { name: "cpu", target: { type: "AverageValue" } }, lost: ["spec.metrics[0].resource.target"] },
    { shows: "an unknown field, which is lost", type: "External", source: { metricName: "q", targetAverage: "9" }, becomes: { metric: { name: "q" } }, lost: ["spec.metrics[0].external.targetAverage"] },
  ])("converts $shows", ({ type, source, becomes, lost = [] }) => {
    const key = type.charAt(0).toLowerCase() + type.slice(1);
    const converted = convert(hpa({ metrics: [{ type, [key]: source }] }, {}, "autoscaling/v2beta1"));
    expect(converted.result["spec"]?.["metrics"]).toMatchObject([{ type, [key]: becomes }]);
    expect(converted.lost).toEqual(lost);
  });

  it("keeps the behavior of the annotation, and has no metrics if it had none", () => {
    const annotations = {
      "autoscaling.alpha.kubernetes.io/behavior": '{"ScaleDown":{"StabilizationWindowSeconds":60}}',
    };
    const { result, lost } = convert(hpa({}, { annotations }, "autoscaling/v2beta1"));
    expect(result["spec"]).toEqual({
      ...{ scaleTargetRef: web, maxReplicas: 3, algorithm: "HPA-1.36" },
      behavior: { scaleDown: { stabilizationWindowSeconds: 60 } },
    });
    expect(lost).toEqual([]);
  });
});

describe("a target of a version that clusters no longer serve", () => {
  it.each(["extensions/v1beta1", "apps/v1beta1", "apps/v1beta2"])(
    "has apps/v1 instead of %s",
    apiVersion => {
      const { result, changed } = convert(hpa({ scaleTargetRef: { ...web, apiVersion } }));
      expect(result["spec"]?.["scaleTargetRef"]).toEqual(web);
      expect(changed).toEqual(["spec.scaleTargetRef.apiVersion"]);
    },
  );
});

describe("what a tool writes to recognize its objects", () => {
  // prettier-ignore
  it.each([
    { tool: "Argo CD",           field: "annotations", key: "argocd.argoproj.io/tracking-id", value: "web:autoscaling/HorizontalPodAutoscaler:shop/web" },
    { tool: "Argo CD, by label", field: "labels",      key: "argocd.argoproj.io/instance",    value: "web" },
    { tool: "Helm",              field: "annotations", key: "meta.helm.sh/release-name",      value: "web" },
    { tool: "Helm, of a namespace", field: "annotations", key: "meta.helm.sh/release-namespace", value: "shop" },
    { tool: "Helm, by label",    field: "labels",      key: "app.kubernetes.io/managed-by",   value: "Helm" },
    { tool: "Flux",              field: "labels",      key: "kustomize.toolkit.fluxcd.io/name", value: "web" },
    { tool: "kops",              field: "labels",      key: "k8s-addon",                      value: "coredns.addons.k8s.io" },
    { tool: "kops, by name",     field: "labels",      key: "addon.kops.k8s.io/name",         value: "coredns" },
    { tool: "the addon manager", field: "labels",      key: "addonmanager.kubernetes.io/mode", value: "Reconcile" },
    { tool: "the old addon manager", field: "labels",  key: "kubernetes.io/cluster-service",  value: "true" },
    { tool: "kubectl",           field: "annotations", key: "kubectl.kubernetes.io/last-applied-configuration", value: "{}" },
  ])("does not stay, and the report says so: $tool", ({ field, key, value }) => {
    const { result, changed } = convert(hpa({}, { [field]: { team: "a", [key]: value } }));
    expect(result["metadata"]?.[field]).toEqual({ team: "a" });
    expect(changed).toEqual([`metadata.${field}[${key}]`]);
  });

  // prettier-ignore
  it.each([
    { shows: "another manager",          field: "labels",      key: "app.kubernetes.io/managed-by", value: "team-a" },
    { shows: "a wave of Argo CD",        field: "annotations", key: "argocd.argoproj.io/sync-wave", value: "1" },
    { shows: "a setting of Flux",        field: "labels",      key: "kustomize.toolkit.fluxcd.io/prune", value: "disabled" },
  ])("does not include $shows", ({ field, key, value }) => {
    expect(convert(hpa({}, { [field]: { [key]: value } })).result["metadata"]?.[field]).toEqual({ [key]: value });
  });
});
