import { describe, expect } from "vitest";

import { apiRequest } from "../../hack/cluster/api.ts";
import { requestsOfOperator } from "./cluster/audit.ts";
import { eventually } from "./eventually.ts";
import { scaleTarget } from "./cluster/objects.ts";
import { it, type Sandbox } from "./cluster/sandbox.ts";
import { unguarded } from "./cluster/unguarded.ts";

const perNode = { linear: { nodesPerReplica: 1 } };
const dryRun = "?dryRun=All";

const unknown = scaleTarget("Deploymnet", "dns");

/** The message of a rejection without the API server's preamble. */
async function refusal(sandbox: Sandbox, kind: string, apiVersion?: string): Promise<string> {
  const scaleTargetRefs = [scaleTarget(kind, "dns", apiVersion)];
  const { code, body } = await sandbox.tryAutoscaler("dns", { ...perNode, scaleTargetRefs });
  expect(code).toBe(422);
  return (body.message ?? "").replace(/^.*denied the request: /, "");
}

describe.concurrent("admission rejects", () => {
  // prettier-ignore
  it.for([
    { what: "a misspelt kind",            kind: "Deploymnet", apiVersion: "apps/v1",
      says: "spec.scaleTargetRefs[0].kind: the API server serves no kind Deploymnet in apps/v1; correct apiVersion and kind, install that kind first, or write mode: Paused until then" },
    { what: "a removed version",          kind: "Deployment", apiVersion: "extensions/v1beta1",
      says: "spec.scaleTargetRefs[0].kind: the API server serves no kind Deployment in extensions/v1beta1; correct apiVersion and kind, install that kind first, or write mode: Paused until then" },
    { what: "a kind without /scale",      kind: "DaemonSet",  apiVersion: "apps/v1",
      says: "spec.scaleTargetRefs[0].kind: DaemonSet in apps/v1 has no scale subresource; name a kind that has one, such as Deployment" },
    { what: "a Job, without /scale",      kind: "Job",        apiVersion: "batch/v1",
      says: "spec.scaleTargetRefs[0].kind: Job in batch/v1 has no scale subresource; name a kind that has one, such as Deployment" },
    { what: "a cluster-scoped kind",      kind: "StorageClass", apiVersion: "storage.k8s.io/v1",
      says: "spec.scaleTargetRefs[0].kind: StorageClass in storage.k8s.io/v1 has no scale subresource; name a kind that has one, such as Deployment" },
  ])("$what", async ({ kind, apiVersion, says }, { sandbox }) => {
    expect(await refusal(sandbox, kind, apiVersion)).toBe(says);
  });

  it.for(["Pod", "ConfigMap"])(
    "a %s by a rule, before it reaches the webhook",
    async (kind, { sandbox }) => {
      expect(await refusal(sandbox, kind, "v1")).toContain(
        `apiVersion v1 has no ${kind} that can be scaled; write group/version, such as apps/v1`,
      );
    },
  );

  it("all mistakes at once, each with its remedy", async ({ sandbox }) => {
    const scaleTargetRefs = [
      unknown,
      scaleTarget("Deployment", "a"),
      scaleTarget("DaemonSet", "b"),
    ];
    const { code, text } = await sandbox.tryAutoscaler("dns", { ...perNode, scaleTargetRefs });
    expect(code).toBe(422);
    expect(text).toContain("spec.scaleTargetRefs[0].kind: ");
    expect(text).not.toContain("spec.scaleTargetRefs[1]");
    expect(text).toContain("spec.scaleTargetRefs[2].kind: ");
  });

  it("an edit with a mistake, and keeps the previous object", async ({ sandbox }) => {
    await sandbox.autoscaler("dns", perNode);
    const edit = { spec: { scaleTargetRefs: [unknown] } };
    expect((await sandbox.tryEdit("dns", edit)).code).toBe(422);
    const corrected = { spec: { scaleTargetRefs: [scaleTarget("Deployment", "other")] } };
    expect((await sandbox.tryEdit("dns", corrected)).code).toBe(200);
  });

  it("the same objects in kube-system, which contains the cluster DNS", async ({ sandbox }) => {
    const { cluster } = sandbox;
    const path = "/apis/autoscaling.trimtab.dev/v1alpha1/namespaces/kube-system";
    const post = (kind: string) => {
      const object = sandbox.autoscalerObject("dns", {
        scaleTargetRefs: [scaleTarget(kind, "dns")],
        ...perNode,
      });
      const metadata = { name: sandbox.namespace, namespace: "kube-system" };
      const query = `${path}/clusterproportionalautoscalers${dryRun}`;
      return apiRequest(cluster, "POST", query, { ...object, metadata });
    };
    expect((await post("Deploymnet")).code).toBe(422);
    expect((await post("Deployment")).code).toBe(201);
  });
});

describe.concurrent("admission accepts", () => {
  it("a missing target, with a warning", async ({ sandbox }) => {
    await sandbox.nodes.add(1);
    const object = JSON.stringify(sandbox.autoscalerObject("dns", perNode));
    await eventually(async () => {
      const create = ["create", "--dry-run=server", "--filename=-"];
      const { code, stderr } = await sandbox.cluster.kubectl(create, object);
      expect(code).toBe(0);
      expect(stderr).toBe(
        `Warning: spec.scaleTargetRefs[0]: there is no Deployment ${sandbox.namespace}/dns; create it, or correct the name\n`,
      );
    });
  });

  it("an existing target, without a warning", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(1), sandbox.deployments({ dns: 1 })]);
    const object = JSON.stringify(sandbox.autoscalerObject("dns", perNode));
    const create = ["create", "--dry-run=server", "--filename=-"];
    // The operator's watch reports the node a moment later.
    await eventually(async () => {
      const { code, stderr } = await sandbox.cluster.kubectl(create, object);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    });
  });

  it("the defaults that earlier versions stored, without a warning", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(3), sandbox.deployments({ dns: 1 })]);
    const former = { compatibility: "None", includeUnschedulableNodes: false };
    const object = sandbox.autoscalerObject("dns", { ...perNode, ...former });
    const { code, stderr } = await sandbox.cluster.kubectl(
      ["create", "--filename=-"],
      JSON.stringify(object),
    );
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("spec.compatibility")]);
    await eventually(async () => {
      expect(await sandbox.replicas("dns")).toBe(3);
    });
    const edit = await sandbox.tryEdit("dns", { spec: { includeUnschedulableNodes: true } });
    expect([edit.code, edit.text]).toEqual([
      422,
      expect.stringContaining("write nodes: {unschedulable: Count}"),
    ]);
  });

  it("a selector that no node matches, with a warning", async ({ sandbox }) => {
    await sandbox.deployments({ dns: 1 });
    const object = JSON.stringify(sandbox.autoscalerObject("dns", perNode));
    const create = ["create", "--dry-run=server", "--filename=-"];
    // On a busy API server, the operator may not read the target in time, and then warns about that.
    await eventually(async () => {
      const { code, stderr } = await sandbox.cluster.kubectl(create, object);
      expect([code, stderr]).toEqual([
        0,
        "Warning: spec.nodes.selector: no node has these labels, so there is nothing to count now; correct the labels, unless such nodes are yet to come\n",
      ]);
    });
  });

  it("edits without a new mistake, and the deletion, of an object with an invalid spec", async ({
    sandbox,
  }) => {
    const broken = { ...perNode, scaleTargetRefs: [unknown] };
    await unguarded(sandbox, () => sandbox.autoscaler("dns", broken));
    const guardedAgain = () => sandbox.tryAutoscaler("other", broken, dryRun);
    await eventually(async () => {
      expect((await guardedAgain()).code).toBe(422);
    });

    const labels = { metadata: { labels: { team: "dns" }, annotations: { note: "broken" } } };
    expect((await sandbox.tryEdit("dns", labels)).code).toBe(200);
    const worse = { spec: { scaleTargetRefs: [unknown, scaleTarget("Deplomynet", "dns")] } };
    expect((await sandbox.tryEdit("dns", worse)).code).toBe(422);
    const paused = { spec: { mode: "Paused" } };
    expect((await sandbox.tryEdit("dns", paused)).code).toBe(200);
    const resized = { spec: { linear: { nodesPerReplica: 2 } } };
    expect((await sandbox.tryEdit("dns", resized)).code).toBe(200);
    // There is no access review for a kind that is not served.
    const resumed = { spec: { mode: "Active" } };
    expect((await sandbox.tryEdit("dns", resumed)).code).toBe(422);
    const finalizers = { metadata: { finalizers: ["example.dev/wait"] } };
    expect((await sandbox.tryEdit("dns", finalizers)).code).toBe(200);
    await sandbox.deleteAutoscaler("dns");
    const letGo = { metadata: { finalizers: null } };
    expect((await sandbox.tryEdit("dns", letGo)).code).toBe(200);
    await eventually(async () => {
      await expect(sandbox.getAutoscaler("dns")).rejects.toThrow("404");
    });
  });

  it("a dry run, without lasting effects", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ dns: 1 })]);
    expect((await sandbox.tryAutoscaler("dns", perNode, dryRun)).code).toBe(201);
    // A later real request has been processed.
    await sandbox.autoscaler("other", perNode);
    await eventually(async () => {
      expect(await sandbox.conditions("other")).toHaveProperty("Ready");
    });
    await expect(sandbox.getAutoscaler("dns")).rejects.toThrow("404");
    expect(await sandbox.replicas("dns")).toBe(1);
    expect(await sandbox.events("dns")).toEqual([]);
    const requests = await requestsOfOperator(sandbox.cluster, sandbox.namespace);
    const aboutDns = requests.filter(({ objectRef }) => objectRef?.name === "dns");
    // Admission reads the target unless a watch has it.
    expect(aboutDns.filter(({ verb }) => verb !== "get")).toEqual([]);
  });
});
