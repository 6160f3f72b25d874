import { expect } from "vitest";

import { eventually } from "./eventually.ts";
import { it, type Sandbox } from "./cluster/sandbox.ts";

const group = "autoscaling.trimtab.dev";
const rbac = "apis/rbac.authorization.k8s.io/v1";
const apiVersion = `${group}/v1alpha1`;
const plurals = ["autoscalers", "clusterproportionalautoscalers"] as const;
const kinds = {
  autoscalers: "Autoscaler",
  clusterproportionalautoscalers: "ClusterProportionalAutoscaler",
};
const forged = {
  autoscalers: { observedGeneration: 1, lastScaleTime: "2026-01-01T00:00:00Z" },
  clusterproportionalautoscalers: {
    observedGeneration: 1,
    parameters: { source: "ConfigMap", configMapName: "sizes", linear: { nodesPerReplica: 0.001 } },
  },
};

/** Ann has all permissions for Trimtab's objects there, including their status. */
async function allowAll(sandbox: Sandbox): Promise<void> {
  const apiGroup = "rbac.authorization.k8s.io";
  const rules = [{ apiGroups: [group], resources: ["*"], verbs: ["*"] }];
  await sandbox.create(`${rbac}/roles`, { metadata: { name: "ours" }, rules });
  await sandbox.create(`${rbac}/rolebindings`, {
    metadata: { name: "ours" },
    roleRef: { apiGroup, kind: "Role", name: "ours" },
    subjects: [{ apiGroup, kind: "User", name: "ann" }],
  });
}

const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const specs = {
  autoscalers: { scaleTargetRef, maxReplicas: 3, mode: "Paused" },
  clusterproportionalautoscalers: {
    ...{ scaleTargetRefs: [{ ...scaleTargetRef, name: "dns" }], mode: "Paused" },
    configMapRef: { name: "sizes" },
  },
};

const people = [
  { who: "a user who may do everything with the objects", as: ["--as=ann"], user: "ann" },
  { who: "an administrator", as: [], user: "" },
];
const writes = ["patch", "replace", "apply"] as const;

/** Tries to write a status in one of the possible ways; returns the response. */
async function write(
  { cluster, namespace }: Sandbox,
  how: (typeof writes)[number],
  plural: (typeof plurals)[number],
  as: readonly string[],
): Promise<string> {
  const where = [`--namespace=${namespace}`, "--subresource=status", ...as];
  const resource = `${plural}.${group}`;
  if (how === "patch") {
    const patch = `--patch=${JSON.stringify({ status: forged[plural] })}`;
    return (await cluster.kubectl(["patch", resource, "one", "--type=merge", patch, ...where]))
      .stderr;
  }
  const stored = await cluster.kubectl([
    ...["get", resource, "one", "--output=json", `--namespace=${namespace}`],
  ]);
  const { metadata, spec } = JSON.parse(stored.stdout) as Record<string, object>;
  const { name, resourceVersion } = metadata as Record<string, string>;
  const object = {
    ...{ apiVersion, kind: kinds[plural], spec, status: forged[plural] },
    metadata: { name, namespace, ...(how === "replace" ? { resourceVersion } : {}) },
  };
  const verb = how === "apply" ? ["apply", "--server-side", "--force-conflicts"] : ["replace"];
  return (await cluster.kubectl([...verb, "--filename=-", ...where], JSON.stringify(object)))
    .stderr;
}

it.for(people)("$who cannot write a status, with any verb", async ({ as, user }, { sandbox }) => {
  await sandbox.deployments({ web: 1, dns: 1 });
  await allowAll(sandbox);
  for (const plural of plurals) {
    const collection = `apis/${apiVersion}/${plural}`;
    const made = { apiVersion, kind: kinds[plural], metadata: { name: "one" } };
    await sandbox.create(collection, { ...made, spec: specs[plural] });
    // The operator still writes it.
    const observed = () =>
      eventually(async () => {
        const { status, metadata } = await sandbox.get(collection, "one");
        expect(status).toMatchObject({ observedGeneration: metadata?.generation });
        // By then, the operator has seen all of the object's targets.
        expect(JSON.stringify(status)).toMatch(/"currentReplicas":\d/);
        return status;
      });
    const before = await observed();
    for (const how of writes) {
      await eventually(async () => {
        const answer = await write(sandbox, how, plural, as);
        expect(answer).toContain("ValidatingAdmissionPolicy 'trimtab-status'");
        expect(answer).toContain(`${user} may not write the status, which only`);
      });
    }
    expect((await sandbox.get(collection, "one")).status).toEqual(before);
    // A whole object from a backup is accepted, without its status.
    const { metadata, ...object } = await sandbox.get(collection, "one");
    const { name, namespace, resourceVersion } = metadata ?? {};
    const restored = {
      ...{ ...object, status: forged[plural] },
      metadata: { name, namespace, resourceVersion, labels: { restored: "" } },
    };
    const { stderr, code } = await sandbox.cluster.kubectl(
      ["replace", "--filename=-", ...as],
      JSON.stringify(restored),
    );
    expect(code, stderr).toBe(0);
    expect((await sandbox.get(collection, "one")).status).toEqual(before);
  }
});
