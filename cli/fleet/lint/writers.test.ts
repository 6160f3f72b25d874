import { describe, expect, it } from "vitest";

import { ago, cpu, deployment, findingsIn, found, hpa, scaledObject } from "../testing/objects.ts";

const named = (name: string, more: object = {}) => hpa({}, {}, { name, ...more });
const owner = { ownerReferences: [{ kind: "ScaledObject", name: "web", controller: true }] };
const trigger = {
  triggers: [{ type: "cpu", metricType: "Utilization", metadata: { value: "70" } }],
};

it.each([
  {
    shows: "two HPAs",
    objects: [named("a"), named("b")],
    want: ["error TwoWriters", "error TwoWriters"],
  },
  {
    shows: "an HPA and a ScaledObject",
    objects: [named("a"), scaledObject(trigger)],
    want: ["error TwoWriters", "error TwoWriters"],
  },
  {
    shows: "a ScaledObject and its own HPA",
    objects: [named("keda-hpa-web", owner), scaledObject(trigger)],
    want: [],
  },
  {
    shows: "a ScaledObject and its own HPA by its label",
    objects: [named("own", { labels: { "scaledobject.keda.sh/name": "web" } }), scaledObject()],
    want: [],
  },
  {
    shows: "an HPA of KEDA without its ScaledObject",
    objects: [named("keda-hpa-web", owner)],
    want: [],
  },
  {
    shows: "two HPAs of two targets",
    objects: [
      named("a"),
      hpa({ scaleTargetRef: { apiVersion: "apps/v1", kind: "StatefulSet", name: "web" } }),
    ],
    want: ["error TargetMissing"],
  },
  {
    shows: "HPAs of two namespaces",
    objects: [named("a"), named("b", { namespace: "other" })],
    want: ["error TargetMissing"],
  },
])("two writers: $shows", ({ objects, want }) => {
  expect(found([...objects, deployment()])).toEqual(want);
});

it("names both writers", () => {
  const [finding] = findingsIn([named("a"), scaledObject(trigger), deployment()]);
  expect(finding?.message).toContain("HorizontalPodAutoscaler a and ScaledObject web");
});

it("names a few of many writers", () => {
  const all = Array.from({ length: 9 }, (_, index) => named(`web-${index}`));
  const [finding] = findingsIn([...all, deployment()]);
  expect(finding?.message).toMatch(/: HorizontalPodAutoscaler web-0, .* web-4 and 4 more$/);
});

describe("an owner of spec.replicas", () => {
  const owned = (manager: string, operation: string, more: object = {}) => ({
    managedFields: [{ manager, operation, fieldsV1: { "f:spec": { "f:replicas": {} } }, ...more }],
  });
  const applied = (spec: object) => ({
    annotations: { "kubectl.kubernetes.io/last-applied-configuration": JSON.stringify({ spec }) },
  });

  it.each([
    { shows: "Argo CD", meta: owned("argocd-controller", "Apply"), want: "argocd-controller" },
    { shows: "Flux", meta: owned("kustomize-controller", "Apply"), want: "kustomize-controller" },
    { shows: "Helm", meta: owned("helm", "Update"), want: "helm" },
    { shows: "kubectl apply on the server", meta: owned("kubectl", "Apply"), want: "kubectl" },
    {
      shows: "kubectl apply",
      meta: { ...owned("kubectl-client-side-apply", "Update"), ...applied({ replicas: 3 }) },
      want: "kubectl-client-side-apply",
    },
    {
      shows: "Argo CD from its client, before the HPA scaled",
      meta: {
        managedFields: [{ manager: "argocd-application-controller" }],
        ...applied({ replicas: 3 }),
      },
      want: "argocd-application-controller",
    },
    {
      shows: "kubectl apply, before the HPA scaled",
      meta: applied({ replicas: 3 }),
      want: "kubectl-client-side-apply",
    },
    {
      shows: "an apply of the default",
      meta: owned("kubectl", "Apply"),
      replicas: 1,
      want: "kubectl",
    },
    {
      shows: "a program, later than the creation",
      meta: { creationTimestamp: ago(9), ...owned("shop-operator", "Update", { time: ago(5) }) },
      want: "shop-operator",
    },
    {
      shows: "the program that created it",
      meta: { creationTimestamp: ago(9), ...owned("shop-client", "Update", { time: ago(9) }) },
      want: null,
    },
    {
      shows: "Argo CD, which now applies on the server without replicas",
      meta: {
        managedFields: [{ manager: "argocd-controller", operation: "Apply", fieldsV1: {} }],
        ...applied({ replicas: 3 }),
      },
      want: null,
    },
    {
      shows: "the HPA",
      meta: owned("kube-controller-manager", "Update", { subresource: "scale" }),
      want: null,
    },
    {
      shows: "a scale by hand",
      meta: owned("kubectl", "Update", { subresource: "scale" }),
      want: null,
    },
    { shows: "an edit by hand", meta: owned("kubectl-edit", "Update"), want: null },
    {
      shows: "kubectl apply without replicas, which owns the default",
      meta: { ...owned("kubectl-client-side-apply", "Update"), ...applied({}) },
      want: null,
    },
    {
      shows: "Helm without replicas, which owns the default",
      meta: owned("helm", "Update"),
      replicas: 1,
      want: null,
    },
    {
      shows: "an owner of other fields",
      meta: {
        managedFields: [
          { manager: "helm", operation: "Update", fieldsV1: { "f:spec": { "f:template": {} } } },
        ],
      },
      want: null,
    },
  ])("$shows", ({ meta, want, replicas = 3 }) => {
    const findings = findingsIn([
      hpa({ metrics: [cpu()] }),
      deployment(undefined, meta, { replicas }),
    ]);
    expect(findings.map(({ rule }) => rule)).toEqual(want === null ? [] : ["ReplicasOwned"]);
    expect(findings[0]?.message ?? null).toEqual(want === null ? null : expect.stringMatching(`^${want} also writes spec.replicas`)); // prettier-ignore
  });

  it("of Argo CD, the snippet makes the Application ignore the field", () => {
    const [finding] = findingsIn([
      hpa(),
      deployment(undefined, owned("argocd-controller", "Apply")),
    ]);
    expect(finding?.snippet).toBe(`ignoreDifferences:
  - group: apps
    kind: Deployment
    name: web
    namespace: shop
    jsonPointers:
      - /spec/replicas
syncPolicy:
  syncOptions:
    - RespectIgnoreDifferences=true
`);
  });
});
