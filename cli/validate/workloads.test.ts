import { describe, expect, it } from "vitest";

import { Collection } from "./collection.ts";

const meta = (name: string, more = "") => `metadata: { name: ${name}, namespace: shop${more} }\n`;
const ref = (kind = "Deployment", apiVersion = "apps/v1") =>
  `{ apiVersion: ${apiVersion}, kind: ${kind}, name: web }`;

const autoscaler = ({ mode = "Active", metrics = "", target = ref() } = {}): string =>
  `apiVersion: autoscaling.trimtab.dev/v1alpha1
kind: Autoscaler
${meta("web")}spec: { scaleTargetRef: ${target}, maxReplicas: 9, mode: ${mode}${metrics === "" ? "" : `, metrics: [${metrics}]`} }
`;
const percent = (resource = "cpu") =>
  `{ type: Resource, resource: { name: ${resource}, target: { type: Utilization, averageUtilization: 70 } } }`;
const value =
  "{ type: Resource, resource: { name: cpu, target: { type: AverageValue, averageValue: 100m } } }";

interface Given {
  readonly replicas?: string;
  readonly resources?: string;
  readonly kind?: string;
  readonly stored?: string;
  readonly rest?: string;
}
const requesting = "requests: { cpu: 1, memory: 1Gi }";
const workload = (given: Given = {}): string => {
  const { replicas = "", resources = requesting, kind = "Deployment", stored = "" } = given;
  return `apiVersion: apps/v1
kind: ${kind}
${meta("web", stored)}spec: { ${replicas === "" ? "" : `replicas: ${replicas}, `}template: { spec: { containers: [{ name: main, resources: { ${resources} } }]${given.rest ?? ""} } } }
`;
};
const vpa = (spec = "", target = ref()): string =>
  `apiVersion: autoscaling.k8s.io/v1\nkind: VerticalPodAutoscaler\n${meta("vertical")}spec: { targetRef: ${target}${spec} }\n`;

/** The findings for files of one object each, by the number of the file. */
function found(...objects: readonly string[]): string[] {
  const collection = new Collection();
  for (const [index, text] of objects.entries()) collection.add(String(index + 1), text);
  const { findings } = collection.report({ conflicts: true });
  return findings
    .filter(({ code }) => code !== "MetricsDefaulted")
    .map(({ place, path, severity, code }) => `${place.file} ${path} ${severity} ${code}`);
}

const reset = "2 spec.replicas warning ReplicasReset";
const missing = "1 spec.metrics[0] warning RequestMissing";
const resized = "1 spec.metrics[0] warning RequestResized";

describe("what the files say of a workload", () => {
  // prettier-ignore
  it.each([
    { shows: "replicas in its manifest",           objects: [autoscaler(), workload({ replicas: "3" })],                            want: [reset] },
    { shows: "replicas in the manifest of a StatefulSet", objects: [autoscaler({ target: ref("StatefulSet") }), workload({ kind: "StatefulSet", replicas: "3" })], want: [reset] },
    { shows: "no replicas",                        objects: [autoscaler(), workload()],                                             want: [] },
    { shows: "replicas that the API server stored", objects: [autoscaler(), workload({ replicas: "3", stored: ", uid: a" })],       want: [] },
    { shows: "replicas next to a dry run",         objects: [autoscaler({ mode: "DryRun" }), workload({ replicas: "3" })],          want: [] },
    { shows: "replicas of another kind",           objects: [autoscaler(), workload({ kind: "StatefulSet", replicas: "3" })],       want: [] },
    { shows: "replicas in another namespace",      objects: [autoscaler(), workload({ replicas: "3" }).replace("shop", "b")],       want: [] },
    { shows: "a request that a percentage needs",  objects: [autoscaler({ metrics: percent() }), workload({ resources: "" })],      want: [missing] },
    { shows: "the request of the default metric",  objects: [autoscaler(), workload({ resources: "" })],                            want: ["1 spec.metrics warning RequestMissing"] },
    { shows: "the request of another resource",    objects: [autoscaler({ metrics: percent("memory") }), workload({ resources: "requests: { cpu: 1 }" })], want: [missing] },
    { shows: "a limit, which is the request",      objects: [autoscaler({ metrics: percent() }), workload({ resources: "limits: { cpu: 1 }" })], want: [] },
    { shows: "a request of the whole pod",         objects: [autoscaler({ metrics: percent() }), workload({ resources: "", rest: ", resources: { requests: { cpu: 1 } }" })], want: [] },
    { shows: "a sidecar without the request",      objects: [autoscaler({ metrics: percent() }), workload({ rest: ", initContainers: [{ name: proxy, restartPolicy: Always }]" })], want: [missing] },
    { shows: "no request next to an amount",       objects: [autoscaler({ metrics: value }), workload({ resources: "" })],          want: [] },
    { shows: "a manifest without a template",      objects: [autoscaler({ metrics: percent() }), `apiVersion: apps/v1\nkind: Deployment\n${meta("web")}`], want: [] },
    { shows: "a template of Helm",                 objects: [autoscaler(), `{{ if .x }}\n${workload({ replicas: "3" })}{{ end }}\n`], want: [] },
    { shows: "a VerticalPodAutoscaler",            objects: [autoscaler({ metrics: percent() }), vpa()],                            want: [resized] },
    { shows: "one that recreates pods",            objects: [autoscaler({ metrics: percent() }), vpa(", updatePolicy: { updateMode: Recreate }")], want: [resized] },
    { shows: "one that is off",                    objects: [autoscaler({ metrics: percent() }), vpa(", updatePolicy: { updateMode: 'Off' }")], want: [] },
    { shows: "one that only changes new pods",     objects: [autoscaler({ metrics: percent() }), vpa(", updatePolicy: { updateMode: Initial }")], want: [] },
    { shows: "one of the other resource",          objects: [autoscaler({ metrics: percent() }), vpa(", resourcePolicy: { containerPolicies: [{ containerName: '*', controlledResources: [memory] }] }")], want: [] },
    { shows: "one that is off for all containers", objects: [autoscaler({ metrics: percent() }), vpa(", resourcePolicy: { containerPolicies: [{ containerName: '*', mode: 'Off' }] }")], want: [] },
    { shows: "one that is off for one container",  objects: [autoscaler({ metrics: percent() }), vpa(", resourcePolicy: { containerPolicies: [{ containerName: proxy, mode: 'Off' }] }")], want: [resized] },
    { shows: "one next to an amount",              objects: [autoscaler({ metrics: value }), vpa()],                                want: [] },
    { shows: "one of another workload",            objects: [autoscaler({ metrics: percent() }), vpa("", ref("StatefulSet"))],      want: [] },
  ])("$shows: $want", ({ objects, want }) => {
    expect(found(...objects)).toEqual(want);
  });

  it("is described in sentences", () => {
    const collection = new Collection();
    const objects = [
      autoscaler({ metrics: percent() }),
      workload({ replicas: "3", resources: "" }),
    ];
    collection.add("a.yaml", [...objects, vpa()].join("---\n"));
    const { findings } = collection.report({ conflicts: true });
    expect(findings.map(({ path, message, remedy }) => `${path}: ${message}; ${remedy}`))
      .toMatchInlineSnapshot(`
      [
        "spec.metrics[0]: each pod of Deployment web has no request for cpu in container main, so there is nothing to take a percentage of; let every container request cpu, or aim for an averageValue, unless a LimitRange adds the request",
        "spec.metrics[0]: is a percentage of the cpu request, which VerticalPodAutoscaler shop/vertical, at a.yaml:14:9, changes with the same usage; aim for an averageValue, or leave cpu out of controlledResources there, or set updateMode: Initial",
        "spec.replicas: Autoscaler shop/web, at a.yaml:3:19, scales this Deployment, and each apply of this file resets the size; remove replicas, as docs/gitops.md describes",
      ]
    `);
  });

  it("is not compared with --no-conflicts", () => {
    const collection = new Collection();
    collection.add("a.yaml", [autoscaler(), workload({ replicas: "3" })].join("---\n"));
    const codes = collection.report({ conflicts: false }).findings.map(({ code }) => code);
    expect(codes).toEqual(["MetricsDefaulted"]);
  });
});

describe("a target without a size", () => {
  // prettier-ignore
  it.each([
    { kind: "DaemonSet",               apiVersion: "apps/v1",        want: ["1 spec.scaleTargetRef.kind error NotScalable"] },
    { kind: "Job",                     apiVersion: "batch/v1",       want: ["1 spec.scaleTargetRef.kind error NotScalable"] },
    { kind: "CronJob",                 apiVersion: "batch/v1",       want: ["1 spec.scaleTargetRef.kind error NotScalable"] },
    { kind: "HorizontalPodAutoscaler", apiVersion: "autoscaling/v2", want: ["1 spec.scaleTargetRef.kind error NotScalable"] },
    { kind: "Pod",                     apiVersion: "v1",             want: ["1 spec.scaleTargetRef.apiVersion error ApiGroupMissing"] },
    { kind: "Service",                 apiVersion: "v1",             want: ["1 spec.scaleTargetRef.apiVersion error ApiGroupMissing"] },
    { kind: "ReplicationController",   apiVersion: "v1",             want: [] },
    { kind: "Job",                     apiVersion: "example.com/v1", want: [] },
  ])("is refused: $kind of $apiVersion", ({ kind, apiVersion, want }) => {
    expect(found(autoscaler({ target: ref(kind, apiVersion) }))).toEqual(want);
  });
});

describe("a HorizontalPodAutoscaler of a version that is not read", () => {
  const hpa = (apiVersion: string) =>
    `apiVersion: ${apiVersion}\nkind: HorizontalPodAutoscaler\n${meta("old")}spec: { scaleTargetRef: ${ref()} }\n`;

  // prettier-ignore
  it.each([
    { apiVersion: "autoscaling/v2beta1",  want: ["1 apiVersion warning VersionUnserved", "2 spec.scaleTargetRef error TargetShared"] },
    { apiVersion: "extensions/v1beta1",   want: ["1 apiVersion warning VersionUnserved", "2 spec.scaleTargetRef error TargetShared"] },
    { apiVersion: "autoscaling/v2",       want: ["2 spec.scaleTargetRef error TargetShared"] },
  ])("is named: $apiVersion", ({ apiVersion, want }) => {
    expect(found(hpa(apiVersion), autoscaler())).toEqual(want);
  });
});
