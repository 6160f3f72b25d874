import { expect } from "vitest";

import { actingFor, apiRequest, mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { CustomMetrics } from "../../hack/cluster/metrics/custom-metrics.ts";
import { operatorNamespace } from "../../hack/cluster/operator/chart.ts";
import { removeWebhook } from "../../hack/cluster/operator/install.ts";
import type { MetricsAnswers, MetricsApi } from "../../hack/cluster/operator/metrics-api.ts";
import { startOperator, type Operator } from "../../hack/cluster/operator/operator.ts";
import { eventually } from "../integration/eventually.ts";
import { Sandbox } from "../integration/cluster/sandbox.ts";
import { allowUnguarded } from "../integration/cluster/unguarded.ts";
import { Workloads } from "../integration/cluster/workloads.ts";

export const leasePath = `/apis/coordination.k8s.io/v1/namespaces/${operatorNamespace}/leases/trimtab`;
/** The Leases by which installations keep out of each other's namespaces. */
export const claimPath = (namespace: string): string =>
  `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/trimtab-namespace`;
export const secretPath = `/api/v1/namespaces/${operatorNamespace}/secrets/trimtab-webhook-certificate`;
export const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
export const kedaCrd = "scaledobjects.keda.sh";

/** An operator that has just started, and the objects for its checks. */
export interface Scene {
  readonly cluster: Cluster;
  readonly operator: Operator;
  /** Exempt from admission, which has separate checks. */
  readonly free: Workloads;
  readonly guarded: Sandbox;
  /** Of the pods in `free`. */
  readonly usage: MetricsAnswers;
  readonly custom: CustomMetrics;
  /** When the Lease of all namespaces was last renewed before the operator started. */
  readonly claimedAt: string;
  /** Repeats the assertions until they hold or all checks' time is up. */
  readonly until: (assertions: () => Promise<void>) => Promise<void>;
}

/** The Lease is so long that within the time of a check only a watch shows its release. */
export const values = {
  leaderElection: { leaseDurationSeconds: 60 },
  // It would reject in place of the webhook.
  scaleAccessPolicy: { enabled: false },
  rbac: { configMaps: true, objectCounts: true, scaleDownOrder: true },
};

const readyWithinMs = 4_000;
let serial = 0;

/** @param checkedWithinMs  how long the checks of this scene may take to come true */
export async function openScene(cluster: Cluster, metrics: MetricsApi, checkedWithinMs: number) {
  const free = new Workloads(cluster);
  const guarded = new Sandbox(cluster);
  await free.open();
  await free.label({ "trimtab.test/unguarded": "" });
  const { namespace } = guarded;
  await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  const claimedAt = await claim(cluster, operatorNamespace, "trimtab-system/trimtab");
  await claim(cluster, free.namespace, "elsewhere/trimtab");
  const operator = await startOperator(cluster, {
    ...{ replica: `rights-${++serial}`, values, managesCertificate: true, elects: true },
    readyWithinMs: 0,
  });
  await allowUnguarded(cluster);
  const isReady = () => eventually(() => untilReady(operator), readyWithinMs);
  // Later objects arrive through a watch.
  await isReady().catch(() => undefined);
  const end = performance.now() + checkedWithinMs;
  const scene: Scene = {
    ...{ cluster, operator, free, guarded, claimedAt },
    usage: metrics.in(free.namespace),
    custom: new CustomMetrics(cluster),
    until: assertions => eventually(assertions, end - performance.now()),
  };
  const close = async () => {
    await removeWebhook(cluster);
    await operator.stop();
    await Promise.all([free.remove(), guarded.remove()]);
    const left = [leasePath, `${crds}/${kedaCrd}`];
    for (const path of left) await apiRequest(cluster, "DELETE", path);
    // Like the chart's.
    await mustRequest(cluster, "PATCH", secretPath, { data: null });
    await eventually(async () => {
      expect((await apiRequest(cluster, "GET", `${crds}/${kedaCrd}`)).code).toBe(404);
    });
  };
  return { scene, close };
}

const installer = "other-installation";

/** An account that the policy about these Leases takes for an operator: an administrator may not write them. */
export async function bindInstaller(cluster: Cluster): Promise<void> {
  const rbac = "/apis/rbac.authorization.k8s.io/v1";
  const apiGroup = "rbac.authorization.k8s.io";
  const status = { apiGroups: ["autoscaling.trimtab.dev"], resources: ["autoscalers/status"] };
  const leases = { apiGroups: ["coordination.k8s.io"], resources: ["leases"] };
  await mustRequest(cluster, "POST", `${rbac}/clusterroles`, {
    metadata: { name: installer },
    rules: [
      { ...status, verbs: ["operate"] },
      { ...leases, verbs: ["create", "patch"] },
    ],
  });
  await mustRequest(cluster, "POST", `${rbac}/clusterrolebindings`, {
    metadata: { name: installer },
    roleRef: { apiGroup, kind: "ClusterRole", name: installer },
    subjects: [{ apiGroup, kind: "User", name: installer }],
  });
}

/** As an installation would: it leads already, and goes on when another one appears. */
async function claim(cluster: Cluster, namespace: string, holderIdentity: string): Promise<string> {
  const now = new Date().toISOString().replace("Z", "000Z");
  const times = { renewTime: now, leaseDurationSeconds: 240 };
  const lease = {
    ...{ apiVersion: "coordination.k8s.io/v1", kind: "Lease" },
    metadata: { name: "trimtab-namespace", namespace },
    spec: { holderIdentity, ...times },
  };
  const path = `${claimPath(namespace)}?fieldManager=hack&force=true`;
  const operator = actingFor(cluster, { user: installer });
  await eventually(() =>
    mustRequest(operator, "PATCH", path, lease, "application/apply-patch+yaml"),
  );
  return now;
}

export async function untilReady({ get }: Operator): Promise<void> {
  expect((await get("/readyz")).code).toBe(200);
}
