import { get } from "node:http";

import { mustRequest, untilServed } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { burner, burnerNamed } from "../../hack/node/burner.ts";

/** A Deployment that uses CPU, with a Service and an Autoscaler. */
export interface Shop {
  readonly cluster: Cluster;
  readonly namespace: string;
  /** The Service's. */
  readonly address: string;
}

const autoscaler = (maxReplicas: number) => ({
  ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler" },
  metadata: { name: burner },
  spec: {
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: burner },
    ...{ minReplicas: 1, maxReplicas, syncPeriodSeconds: 5 },
    metrics: [
      {
        type: "Resource",
        resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } },
      },
    ],
    behavior: { scaleDown: { stabilizationWindowSeconds: 20 } },
  },
});

/** @param maxReplicas of the Autoscaler */
export async function createShop(
  cluster: Cluster,
  {
    maxReplicas,
    namespace = "shop",
  }: { readonly maxReplicas: number; readonly namespace?: string },
): Promise<Shop> {
  const restricted = { "pod-security.kubernetes.io/enforce": "restricted" };
  await mustRequest(cluster, "POST", "/api/v1/namespaces", {
    metadata: { name: namespace, labels: restricted },
  });
  // Before, pods are refused.
  await untilServed(cluster, `/api/v1/namespaces/${namespace}/serviceaccounts/default`);
  const create = (path: string, body: object) =>
    mustRequest(cluster, "POST", path.replace("{}", `namespaces/${namespace}`), body);
  const { deployment, service } = burnerNamed(burner);
  await create("/apis/apps/v1/{}/deployments", deployment);
  await create("/apis/autoscaling.trimtab.dev/v1alpha1/{}/autoscalers", autoscaler(maxReplicas));
  const { spec } = await create("/api/v1/{}/services", service);
  return { cluster, namespace, address: (spec as { clusterIP: string }).clusterIP };
}

/** What the Autoscaler wants, which it has written to the Deployment. */
export async function desiredReplicas({ cluster, namespace }: Shop): Promise<number> {
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments/${burner}`;
  const { spec } = await mustRequest(cluster, "GET", path);
  return (spec as { replicas: number }).replicas;
}

/** One pod holds so much memory until it ends. */
export const holdMemory = ({ address }: Shop, mebibytes: number): Promise<void> =>
  new Promise(resolve => {
    const request = get(`http://${address}/hold?mib=${mebibytes}`, { agent: false }, response => {
      response.resume().once("close", resolve);
    });
    request.once("error", () => resolve());
  });
