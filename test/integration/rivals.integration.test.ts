import { describe, expect } from "vitest";

import { apiRequest, mustRequest } from "../../hack/cluster/api.ts";
import { eventually } from "./eventually.ts";
import { scaleTarget } from "./cluster/objects.ts";
import { it, type Sandbox } from "./cluster/sandbox.ts";
import { unguarded } from "./cluster/unguarded.ts";
import { scaleWritesTo } from "./cluster/audit.ts";
import { it as inWorkloads, utilization } from "./cluster/workloads.ts";
import { generationOf, modeOf, takeoverOf } from "./takeover.ts";

const autoscalers = "apis/autoscaling.trimtab.dev/v1alpha1/autoscalers";
const hpas = "apis/autoscaling/v2/horizontalpodautoscalers";
const scaledObjects = "apis/keda.sh/v1alpha1/scaledobjects";
const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

const web = scaleTarget("Deployment", "web");

const autoscaler = (name: string, spec: object = {}) => ({
  ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler", metadata: { name } },
  spec: { scaleTargetRef: web, minReplicas: 3, maxReplicas: 5, ...spec },
});
const hpa = {
  ...{ apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler", metadata: { name: "old" } },
  spec: { scaleTargetRef: web, minReplicas: 2, maxReplicas: 5 },
};
const scaledObject = {
  ...{ apiVersion: "keda.sh/v1alpha1", kind: "ScaledObject", metadata: { name: "queue" } },
  spec: { scaleTargetRef: { name: "web" } },
};

async function refusal(sandbox: Sandbox, object: object): Promise<string> {
  const { code, body } = await apiRequest(
    ...[sandbox.cluster, "POST", sandbox.path(autoscalers), object],
  );
  return code === 201 ? "accepted" : (body.message ?? "");
}

const becomes = (sandbox: Sandbox, want: object) =>
  eventually(async () => {
    const { status } = await sandbox.get(autoscalers, "web");
    const { conditions = [] } = (status ?? {}) as {
      conditions?: { type: string; status: string; reason: string }[];
    };
    const verdicts = conditions.map(({ type, status: value, reason }) => [
      type,
      `${value}/${reason}`,
    ]);
    expect(Object.fromEntries(verdicts)).toMatchObject(want);
  });

const stalled = { Ready: "False/ConflictingAutoscaler", Stalled: "True/ConflictingAutoscaler" };
const ready = { Ready: "True/Ready" };

const replicasAre = (sandbox: Sandbox, count: number) =>
  eventually(async () => {
    expect(await sandbox.replicas("web")).toBe(count);
  });

/** The part of KEDA that the operator reads. */
async function installKeda({ cluster }: Sandbox): Promise<void> {
  const openAPIV3Schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const names = { kind: "ScaledObject", plural: "scaledobjects", singular: "scaledobject" };
  const version = { name: "v1alpha1", served: true, storage: true, schema: { openAPIV3Schema } };
  await mustRequest(cluster, "POST", crds, {
    metadata: { name: "scaledobjects.keda.sh" },
    spec: { group: "keda.sh", scope: "Namespaced", names, versions: [version] },
  });
}

describe.concurrent("with another autoscaler on the same target", () => {
  it("an Autoscaler is rejected with the rival's name, except in DryRun", async ({ sandbox }) => {
    await sandbox.deployments({ web: 2 });
    await sandbox.create(hpas, hpa);
    await eventually(async () => {
      expect(await refusal(sandbox, autoscaler("web"))).toContain(
        "spec.scaleTargetRef: HorizontalPodAutoscaler old scales Deployment web already; delete it first, or write mode: DryRun",
      );
    });
    expect(await refusal(sandbox, autoscaler("web", { mode: "DryRun" }))).toBe("accepted");
  });

  it("a target is handed over from an HPA and back, with one writer at a time", async ({
    sandbox,
  }) => {
    await sandbox.deployments({ web: 2 });
    await sandbox.create(hpas, hpa);
    await sandbox.create(autoscalers, autoscaler("web", { mode: "DryRun" }));
    await becomes(sandbox, ready);
    expect(await sandbox.replicas("web")).toBe(2);
    await sandbox.delete(hpas, "old");
    await eventually(() => sandbox.patch(autoscalers, "web", { spec: { mode: "Active" } }));
    await replicasAre(sandbox, 3);
    // And back: an HPA wins even if it is created later.
    await sandbox.create(hpas, { ...hpa, spec: { ...hpa.spec, minReplicas: 4 } });
    await becomes(sandbox, stalled);
    const written = await scaleWritesTo(sandbox, "web");
    await replicasAre(sandbox, 4);
    await sandbox.patch(autoscalers, "web", { spec: { mode: "DryRun" } });
    await becomes(sandbox, ready);
    expect(await sandbox.replicas("web")).toBe(4);
    expect(await scaleWritesTo(sandbox, "web")).toBe(written);
  });

  it("the younger of two objects that were created without the webhook writes nothing", async ({
    sandbox,
  }) => {
    await sandbox.deployments({ web: 1 });
    await unguarded(sandbox, () => sandbox.create(autoscalers, autoscaler("older")));
    await replicasAre(sandbox, 3);
    await unguarded(sandbox, () =>
      sandbox.create(autoscalers, autoscaler("web", { minReplicas: 5 })),
    );
    await becomes(sandbox, stalled);
    expect(await sandbox.replicas("web")).toBe(3);
    await sandbox.delete(autoscalers, "older");
    await replicasAre(sandbox, 5);
  });
});

it("KEDA's objects take precedence while KEDA is installed", async ({ sandbox }) => {
  await sandbox.deployments({ web: 1 });
  await sandbox.create(autoscalers, autoscaler("web"));
  await replicasAre(sandbox, 3);
  await installKeda(sandbox);
  await eventually(() => sandbox.create(scaledObjects, scaledObject));
  await becomes(sandbox, stalled);
  const { cluster } = sandbox;
  await mustRequest(cluster, "DELETE", `${crds}/scaledobjects.keda.sh`);
  await becomes(sandbox, ready);
});

/** What KEDA does when an object is paused or deleted. Its HPA is one of the real controller. */
async function playKeda(sandbox: Sandbox, name: string): Promise<void> {
  const { code, body } = await apiRequest(
    ...[sandbox.cluster, "GET", sandbox.path(scaledObjects, name)],
  );
  if (code !== 200) return;
  const { annotations = {}, deletionTimestamp } = body.metadata ?? {};
  if (annotations["autoscaling.keda.sh/paused"] === "true") {
    await apiRequest(sandbox.cluster, "DELETE", sandbox.path(hpas, `keda-hpa-${name}`));
  }
  if (deletionTimestamp !== undefined) {
    await sandbox.patch(scaledObjects, name, { metadata: { finalizers: null } });
  }
}

inWorkloads(
  "trimtab convert --takeover hands over what KEDA scales, and back",
  async ({ workloads }) => {
    await eventually(() => installKeda(workloads));
    const manifest = {
      ...{ apiVersion: "keda.sh/v1alpha1", kind: "ScaledObject" },
      metadata: { name: "web", namespace: workloads.namespace },
      spec: {
        ...{ scaleTargetRef: { name: "web" }, maxReplicaCount: 5 },
        triggers: [{ type: "cpu", metricType: "Utilization", metadata: { value: "60" } }],
      },
    };
    const status = { hpaName: "keda-hpa-web" };
    const finalizers = ["finalizer.keda.sh"];
    await workloads.run("web", { replicas: 2, usage: { cpu: "60m" } });
    const created = await eventually(() =>
      workloads.create(scaledObjects, {
        ...{ ...manifest, metadata: { ...manifest.metadata, finalizers }, status },
      }),
    );
    const { uid } = created.metadata ?? {};
    const owner = { apiVersion: "keda.sh/v1alpha1", kind: "ScaledObject", name: "web", uid };
    await workloads.create(hpas, {
      ...{ apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler" },
      metadata: { name: "keda-hpa-web", ownerReferences: [{ ...owner, controller: true }] },
      spec: { scaleTargetRef: web, maxReplicas: 5, metrics: [utilization("cpu", 60)] },
    });
    const keda = setInterval(() => void playKeda(workloads, "web").catch(() => undefined), 500);
    try {
      const step = await takeoverOf(workloads, manifest);
      expect(await step("try")).toMatchObject({ code: 0 });
      await eventually(async () => {
        expect(await step("compare")).toMatchObject({ code: 0 });
      });
      const before = await generationOf(workloads);
      expect(await step("switch")).toMatchObject({ code: 0 });
      expect(await modeOf(workloads)).toBe("Active");
      await expect(workloads.get(hpas, "keda-hpa-web")).rejects.toThrow();
      await expect(workloads.get(scaledObjects, "web")).rejects.toThrow();
      expect(await step("back")).toMatchObject({ code: 0 });
      const back = await workloads.get(scaledObjects, "web");
      expect(back).toMatchObject({ spec: manifest.spec });
      expect(back.metadata?.annotations).not.toHaveProperty("autoscaling.keda.sh/paused");
      expect([await modeOf(workloads), await generationOf(workloads)]).toEqual(["DryRun", before]);
    } finally {
      clearInterval(keda);
      await mustRequest(workloads.cluster, "DELETE", `${crds}/scaledobjects.keda.sh`);
    }
  },
);
