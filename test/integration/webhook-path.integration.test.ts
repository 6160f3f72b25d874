import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { apiRequest, mustRequest, type ApiObject } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/types.ts";
import { tokenFor } from "../../hack/cluster/token.ts";
import { startOperator, type Operator } from "../../hack/cluster/operator/operator.ts";
import { eventually } from "./eventually.ts";
import { ask } from "./probe.ts";
import { sharedCluster } from "./cluster/shared-cluster.ts";

const name = "webhook-path";
const rbac = "/apis/rbac.authorization.k8s.io/v1";
const configurations = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
const configurationPath = `${configurations}/${name}`;
const secretPath = `/api/v1/namespaces/${name}/secrets/${name}`;

/** Like the chart's: without caBundle and path. No request matches it. */
const configuration = {
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingWebhookConfiguration",
  metadata: { name },
  webhooks: [
    {
      name: "validate.autoscaling.trimtab.dev",
      ...{ admissionReviewVersions: ["v1"], sideEffects: "None", failurePolicy: "Fail" },
      clientConfig: { service: { name, namespace: name, port: 443 } },
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "none" } },
      rules: [
        {
          ...{ apiGroups: ["autoscaling.trimtab.dev"], apiVersions: ["v1alpha1"] },
          ...{ operations: ["CREATE"], resources: ["autoscalers"] },
        },
      ],
    },
  ],
};

interface Configuration extends ApiObject {
  readonly webhooks: readonly [
    { readonly clientConfig: { readonly caBundle?: string; readonly service: { path?: string } } },
  ];
}

let cluster: Cluster;
/** It manages its certificate and its path, and sees no objects. */
let operator: Operator;

/** It has only the chart's permissions for the certificate. */
async function grant(): Promise<void> {
  await apiRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name } });
  await apiRequest(cluster, "POST", `/api/v1/namespaces/${name}/serviceaccounts`, {
    metadata: { name },
  });
  const subjects = [{ kind: "ServiceAccount", name, namespace: name }];
  const apiGroup = "rbac.authorization.k8s.io";
  const grants = [
    {
      ...{ at: rbac, role: "clusterroles", binding: "clusterrolebindings", kind: "ClusterRole" },
      rule: {
        ...{ apiGroups: ["admissionregistration.k8s.io"] },
        ...{ resources: ["validatingwebhookconfigurations"], verbs: ["list", "watch", "patch"] },
      },
    },
    {
      ...{ at: `${rbac}/namespaces/${name}`, role: "roles", binding: "rolebindings", kind: "Role" },
      rule: {
        ...{ apiGroups: [""], resources: ["secrets"] },
        verbs: ["list", "watch", "patch"],
      },
    },
  ];
  for (const { at, role, binding, kind, rule } of grants) {
    await apiRequest(cluster, "POST", `${at}/${role}`, { metadata: { name }, rules: [rule] });
    const roleRef = { apiGroup, kind, name };
    await apiRequest(cluster, "POST", `${at}/${binding}`, {
      ...{ metadata: { name }, roleRef, subjects },
    });
  }
}

beforeAll(async () => {
  cluster = await sharedCluster();
  await grant();
  // Empty, like the chart's.
  await apiRequest(cluster, "POST", `/api/v1/namespaces/${name}/secrets`, { metadata: { name } });
  await mustRequest(cluster, "POST", configurations, configuration);
  operator = await startOperator(cluster, {
    ...{ replica: name, webhook: false, readyWithinMs: 0, managesCertificate: true },
    token: await tokenFor(cluster, name, name),
    // API servers have five seconds to see a change: a twelfth of the certificate's lifetime.
    args: [
      ...["--webhook-path=", `--webhook-name=${name}`, `--tls-secret-name=${name}`],
      ...[`--namespace=${name}`, "--tls-lifetime-seconds=60"],
    ],
  });
});

afterAll(async () => {
  await operator.stop();
  await apiRequest(cluster, "DELETE", configurationPath);
});

const carried = async (): Promise<{ path: string; isTrusted: boolean }> => {
  const { webhooks } = (await mustRequest(cluster, "GET", configurationPath)) as Configuration;
  const { service, caBundle } = webhooks[0].clientConfig;
  return { path: service.path ?? "", isTrusted: caBundle !== undefined };
};

/** 400: the path is open, and the body is invalid. */
const codeAt = async (path: string): Promise<number> =>
  (await ask(`${operator.url}${path}`, { method: "POST", body: "{}" })).code;

describe("the path of a webhook with a managed certificate", () => {
  it("is unguessable, and the same in the Secret and in the configuration", async () => {
    const path = await eventually(async () => {
      const { path: found, isTrusted } = await carried();
      expect([found, isTrusted]).toEqual([
        expect.stringMatching(/^\/validate\/[0-9a-f]{32}$/),
        true,
      ]);
      return found;
    });
    const { data } = (await mustRequest(cluster, "GET", secretPath)) as ApiObject & {
      data: Readonly<Record<string, string>>;
    };
    expect(Buffer.from(data["webhook.path"] ?? "", "base64").toString()).toBe(path);
    expect(await codeAt(path)).toBe(400);
  });

  it("is the only open one as soon as API servers use it", async () => {
    const { path } = await carried();
    await eventually(async () => {
      expect(await codeAt("/validate")).toBe(404);
    });
    const wrong = `/validate/${"0".repeat(32)}`;
    expect(await Promise.all([path, wrong, "/", `${path}0`].map(codeAt))).toEqual([
      ...[400, 404],
      ...[404, 404],
    ]);
  });

  it("survives an upgrade and a reapply of the webhook", async () => {
    const before = await carried();
    const apply = `${configurationPath}?fieldManager=gitops&force=true`;
    await mustRequest(cluster, "PATCH", apply, configuration, "application/apply-patch+yaml");
    expect(await carried()).toEqual(before);
  });

  it("is restored unchanged after its removal, and stays open", async () => {
    const { path } = await carried();
    const url = `${configurationPath}?fieldManager=somebody`;
    const patch = [{ op: "remove", path: "/webhooks/0/clientConfig/service/path" }];
    await mustRequest(cluster, "PATCH", url, patch, "application/json-patch+json");
    expect(await codeAt(path)).toBe(400);
    await eventually(async () => {
      expect((await carried()).path).toBe(path);
    });
  });
});
