/** What the chart's policies let operators and others do, beyond statuses: status-policy.integration.test.ts. */
import { describe, expect, it as plain } from "vitest";

import { actingFor, apiRequest, mustRequest, type ApiTarget } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { operatorNamespace, operatorUser, renderChart } from "../../hack/cluster/operator/chart.ts";
import { pathOf } from "../../hack/cluster/operator/install.ts";
import { eventually } from "./eventually.ts";
import { bind, bindOperator } from "./bind-operator.ts";
import { it, type Sandbox } from "./cluster/sandbox.ts";
import { sharedCluster } from "./cluster/shared-cluster.ts";

const leases = "apis/coordination.k8s.io/v1/leases";
const apiVersion = "coordination.k8s.io/v1";
const forAll = { "autoscaling.trimtab.dev/namespaces": "*" };

const lease = (name = "trimtab-namespace", annotations: object = {}) => ({
  ...{ apiVersion, kind: "Lease", metadata: { name, annotations } },
  spec: { holderIdentity: "theirs/trimtab", leaseDurationSeconds: 3_600 },
});

type Way = "create" | "replace" | "patch" | "apply" | "delete" | "delete all";
const all: readonly Way[] = ["create", "replace", "patch", "apply", "delete", "delete all"];

async function send(sandbox: Sandbox, person: ApiTarget, way: Way, object = lease()) {
  const path = sandbox.path(leases, object.metadata.name);
  const stored = sandbox.path(leases);
  switch (way) {
    case "create":
      return apiRequest(person, "POST", `${stored}?dryRun=All`, object);
    case "replace": {
      const { metadata } = await sandbox.get(leases, object.metadata.name);
      return apiRequest(person, "PUT", path, { ...object, metadata });
    }
    case "patch":
      return apiRequest(person, "PATCH", path, { spec: object.spec });
    case "apply": {
      const forced = `${path}?fieldManager=person&force=true`;
      return apiRequest(person, "PATCH", forced, object, "application/apply-patch+yaml");
    }
    case "delete":
      return apiRequest(person, "DELETE", path);
    case "delete all":
      return apiRequest(person, "DELETE", stored);
  }
}

// prettier-ignore
const others = [
  { who: "an editor of the namespace",                    user: "ed",  role: "edit" },
  { who: "a tenant who may do everything in the namespace", user: "tom", role: "cluster-admin" },
  { who: "an administrator",                              user: "",    role: "" },
];

describe("the Lease that marks a namespace", () => {
  it.for(others)("cannot be written or deleted by $who", async ({ user, role }, { sandbox }) => {
    const { cluster } = sandbox;
    if (role !== "") await bind(sandbox, user, "ClusterRole", role);
    await bindOperator(sandbox, "rival");
    const rival = actingFor(cluster, { user: "rival" });
    const person = user === "" ? cluster : actingFor(cluster, { user });
    await eventually(async () => {
      expect(await send(sandbox, rival, "apply")).toMatchObject({ code: 201 });
    });
    for (const way of all) {
      // An editor may not delete collections in all releases of Kubernetes.
      await eventually(async () => {
        const { code, text } = await send(sandbox, person, way);
        expect([way, code]).toEqual([way, 403]);
        if (way !== "delete all" || user !== "ed") {
          expect(text).toContain("may not write or delete the Lease trimtab-namespace");
        }
      });
    }
    const { spec } = await sandbox.get(leases, "trimtab-namespace");
    expect(spec).toEqual(lease().spec);
    // Other Leases are none of our business.
    await eventually(async () => {
      expect((await send(sandbox, person, "apply", lease("mine"))).code).toBeLessThan(300);
    });
    expect((await send(sandbox, person, "delete", lease("mine"))).code).toBe(200);
    // The namespace controller may delete all, with the namespace.
    await mustRequest(cluster, "DELETE", `/api/v1/namespaces/${sandbox.namespace}`);
    await eventually(async () => {
      const { code } = await apiRequest(cluster, "GET", sandbox.path(leases, "trimtab-namespace"));
      expect(code).toBe(404);
    });
  });

  it("can be written and deleted by an account that is an operator there, but not for all namespaces", async ({
    sandbox,
  }) => {
    await bindOperator(sandbox, "rival");
    const rival = actingFor(sandbox.cluster, { user: "rival" });
    for (const way of ["apply", "patch", "delete", "apply", "delete all"] as const) {
      await eventually(async () => {
        const { code, text } = await send(sandbox, rival, way);
        expect(code, text).toBeLessThan(300);
      });
    }
    const { code, text } = await send(sandbox, rival, "apply", lease("trimtab-namespace", forAll));
    expect([code, text]).toEqual([403, expect.stringContaining("in all namespaces may")]);
  });

  it("can be written for all namespaces by the operator's account", async ({ sandbox }) => {
    const path = `/apis/${apiVersion}/namespaces/${operatorNamespace}/leases`;
    const operator = actingFor(sandbox.cluster, { user: operatorUser });
    const { metadata, spec } = await mustRequest(operator, "GET", `${path}/trimtab-namespace`);
    expect(metadata?.annotations).toEqual(forAll);
    const { name, resourceVersion } = metadata ?? {};
    const same = { metadata: { name, resourceVersion, annotations: forAll }, spec };
    const { code } = await apiRequest(
      operator,
      "PUT",
      `${path}/trimtab-namespace?dryRun=All`,
      same,
    );
    // 409: the operator has just renewed it.
    expect([200, 409]).toContain(code);
  });
});

const release = "policed";
const configuration = `/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/${release}`;

/** Installs what concerns the webhook, of a release that no operator runs for. Its webhook serves no namespace. */
async function installed(cluster: Cluster) {
  const values = {
    fullnameOverride: release,
    webhook: { namespaceSelector: { matchLabels: { "trimtab.test/none": "" } } },
  };
  const names = [release, `${release}-webhook`];
  const objects = (await renderChart(values)).filter(
    ({ kind = "", metadata }) =>
      /^(ClusterRole|Validating)/.test(kind) && names.includes(metadata?.name ?? ""),
  );
  for (const object of objects) {
    const path = pathOf(object).replace(/[^/]+$/, "");
    await mustRequest(cluster, "POST", path.slice(0, -1), object);
  }
  return async () => {
    for (const object of objects) await mustRequest(cluster, "DELETE", pathOf(object));
  };
}

const hook = "/webhooks/0";
const service = `${hook}/clientConfig/service`;
const replace = (path: string, value: unknown) => [{ op: "replace", path, value }];
const add = (path: string, value: unknown) => [{ op: "add", path, value }];
const rule = { apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*/*"] };
const owner = { apiVersion: "v1", kind: "Namespace", name: "x", uid: "x" };
const url = { url: "https://attacker.example.com/" };

// prettier-ignore
const changes: readonly { what: string; patch: readonly object[] }[] = [
  { what: "the kinds that it reviews",      patch: add(`${hook}/rules/-`, rule) },
  { what: "the operations",                 patch: replace(`${hook}/rules/0/operations`, ["DELETE"]) },
  { what: "no kinds",                       patch: [{ op: "remove", path: `${hook}/rules` }] },
  { what: "one more webhook",               patch: [{ op: "copy", from: hook, path: "/webhooks/1" }, ...replace("/webhooks/1/name", "b.trimtab.dev")] },
  { what: "no webhook",                     patch: replace("/webhooks", []) },
  { what: "the name of the webhook",        patch: replace(`${hook}/name`, "other.trimtab.dev") },
  { what: "failurePolicy",                  patch: replace(`${hook}/failurePolicy`, "Ignore") },
  { what: "matchPolicy",                    patch: replace(`${hook}/matchPolicy`, "Exact") },
  { what: "namespaceSelector",              patch: replace(`${hook}/namespaceSelector`, {}) },
  { what: "objectSelector",                 patch: replace(`${hook}/objectSelector`, { matchLabels: { a: "b" } }) },
  { what: "sideEffects",                    patch: replace(`${hook}/sideEffects`, "NoneOnDryRun") },
  { what: "timeoutSeconds",                 patch: replace(`${hook}/timeoutSeconds`, 30) },
  { what: "admissionReviewVersions",        patch: replace(`${hook}/admissionReviewVersions`, ["v1", "v1beta1"]) },
  { what: "matchConditions",                patch: add(`${hook}/matchConditions`, [{ name: "never", expression: "false" }]) },
  { what: "the Service",                    patch: replace(`${service}/name`, "attacker") },
  { what: "the Service's namespace",        patch: replace(`${service}/namespace`, "default") },
  { what: "the Service's port",             patch: replace(`${service}/port`, 444) },
  { what: "a URL instead of the Service",   patch: replace(`${hook}/clientConfig`, url) },
  { what: "labels",                         patch: add("/metadata/labels/new", "") },
  { what: "no labels",                      patch: [{ op: "remove", path: "/metadata/labels" }] },
  { what: "annotations",                    patch: add("/metadata/annotations", { "cert-manager.io/inject-ca-from": "a/b" }) },
  { what: "finalizers",                     patch: add("/metadata/finalizers", ["trimtab.dev/stay"]) },
  { what: "owners",                         patch: add("/metadata/ownerReferences", [owner]) },
];

plain("the operator may change nothing of its webhook but caBundle and path", async () => {
  const cluster = await sharedCluster();
  const remove = await installed(cluster);
  try {
    const policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
    await eventually(async () => {
      const { status } = await mustRequest(cluster, "GET", `${policies}/${release}-webhook`);
      expect(status).toEqual({ observedGeneration: 1, typeChecking: {} });
    });
    const user = `system:serviceaccount:${operatorNamespace}:${release}`;
    const operator = actingFor(cluster, { user });
    const patched = (person: ApiTarget, patch: readonly object[]) =>
      apiRequest(
        person,
        "PATCH",
        `${configuration}?dryRun=All`,
        patch,
        "application/json-patch+json",
      );
    const caBundle = Buffer.from(cluster.ca ?? "").toString("base64");
    const own = [
      add(`${hook}/clientConfig/caBundle`, caBundle),
      add(`${service}/path`, "/validate/0123456789abcdef0123456789abcdef"),
    ];
    for (const { what, patch } of changes) {
      await eventually(async () => {
        const { code, text } = await patched(operator, patch);
        expect([what, code, text]).toEqual([
          ...[what, 403],
          expect.stringContaining(`ValidatingAdmissionPolicy '${release}-webhook'`),
        ]);
      });
      // Next to a change that is allowed, too.
      expect([what, (await patched(operator, [...own.flat(), ...patch])).code]).toEqual([
        what,
        403,
      ]);
      const { code, text } = await patched(cluster, patch);
      expect([what, code, text]).toEqual([what, 200, text]);
    }
    for (const patch of [...own, own.flat()]) {
      const { code, text } = await patched(operator, patch);
      expect(code, text).toBe(200);
    }
  } finally {
    await remove();
  }
});
