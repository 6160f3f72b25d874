import { expect } from "vitest";

import { actingFor, apiRequest, type ApiTarget } from "../../hack/cluster/api.ts";
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
  { who: "a user who may do everything with the objects", user: "ann" },
  { who: "an administrator", user: "" },
];
const writes = ["patch", "replace", "apply"] as const;
const collectionOf = (plural: (typeof plurals)[number]) => `apis/${apiVersion}/${plural}`;

/** Tries to write a status in one of the possible ways; returns the response. */
async function write(
  sandbox: Sandbox,
  person: ApiTarget,
  how: (typeof writes)[number],
  plural: (typeof plurals)[number],
): Promise<string> {
  const { metadata, spec } = await sandbox.get(collectionOf(plural), "one");
  const { name, namespace, resourceVersion } = metadata ?? {};
  const path = `${sandbox.path(collectionOf(plural), "one")}/status`;
  const status = forged[plural];
  const object = { apiVersion, kind: kinds[plural], metadata: { name, namespace }, spec, status };
  switch (how) {
    case "patch":
      return await answerTo(person, "PATCH", path, { status });
    case "replace": {
      const stored = { ...object, metadata: { name, namespace, resourceVersion } };
      return await answerTo(person, "PUT", path, stored);
    }
    case "apply": {
      const forced = `${path}?fieldManager=person&force=true`;
      return await answerTo(person, "PATCH", forced, object, "application/apply-patch+yaml");
    }
  }
}

const answerTo = async (...request: Parameters<typeof apiRequest>): Promise<string> =>
  (await apiRequest(...request)).body.message ?? "";

it.for(people)("$who cannot write a status, with any verb", async ({ user }, { sandbox }) => {
  const { cluster } = sandbox;
  const person = user === "" ? cluster : actingFor(cluster, { user });
  await sandbox.deployments({ web: 1, dns: 1 });
  await allowAll(sandbox);
  for (const plural of plurals) {
    const collection = collectionOf(plural);
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
        const answer = await write(sandbox, person, how, plural);
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
    const path = sandbox.path(collection, "one");
    const { code, text } = await apiRequest(person, "PUT", path, restored);
    expect(code, text).toBe(200);
    expect((await sandbox.get(collection, "one")).status).toEqual(before);
  }
});
