import { expect } from "vitest";

import type { AutoscalerSpec, AutoscalerStatus } from "../../../crds/generated/autoscaler.ts";
import {
  apiRequest,
  mustRequest,
  type ApiObject,
  type ApiTarget,
} from "../../../hack/cluster/api.ts";
import { createNodes, isNodeReady } from "../../../hack/cluster/nodes.ts";
import { eventually } from "../../integration/eventually.ts";
import { deploymentPath, makePlace, type Place } from "./fault-cluster.ts";
import type { Cluster } from "../../../hack/cluster/cluster.ts";

/** A place whose Deployments have running pods, on its own node. */
export async function makeBusyPlace(cluster: Cluster): Promise<Place> {
  const place = await makePlace(cluster);
  const { namespace: name, labels } = place;
  await createNodes(cluster, { names: [name], labels, cpu: "512", pods: "2000" });
  place.nodes.push(name);
  await untilNodeReady(cluster, name);
  await untilPodsMayBe(place);
  return place;
}

/** Waits until kwok knows a node: it leaves a pod alone that was on the node before. */
export const untilNodeReady = (cluster: ApiTarget, name: string): Promise<void> =>
  eventually(async () => {
    const node = await mustRequest(cluster, "GET", `/api/v1/nodes/${name}`);
    expect(isNodeReady(node)).toBe(true);
  });

/** Pods need the default service account, which exists a moment after its namespace. */
async function untilPodsMayBe({ cluster, namespace }: Place): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/default`;
  await eventually(async () => {
    expect((await apiRequest(cluster, "GET", path)).code).toBe(200);
  }, 60_000);
}

export const scalerPath = ({ namespace }: Place, name = ""): string =>
  `/apis/autoscaling.trimtab.dev/v1alpha1/namespaces/${namespace}/autoscalers/${name}`;

/** A Deployment whose pods run on the place's node and request 100m of cpu. */
export function createBusy(
  place: Place,
  name: string,
  ...[replicas, podSpec = {}]: [replicas: number, podSpec?: object]
): Promise<unknown> {
  const labels = { app: name };
  const resources = { requests: { cpu: "100m" } };
  const spec = {
    nodeSelector: place.labels,
    containers: [{ name: "main", image: "none", resources }],
    terminationGracePeriodSeconds: 1,
    ...podSpec,
  };
  return mustRequest(place.cluster, "POST", deploymentPath(place), {
    metadata: { name },
    spec: { replicas, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  });
}

/** From 1 to 20 replicas, every three seconds, without windows; the target is half of the pods' requests. */
export function createScaler(
  place: Place,
  name: string,
  spec: Partial<AutoscalerSpec> = {},
): Promise<ApiObject> {
  return mustRequest(place.cluster, "POST", scalerPath(place), {
    apiVersion: "autoscaling.trimtab.dev/v1alpha1",
    kind: "Autoscaler",
    metadata: { name },
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name },
      maxReplicas: 20,
      syncPeriodSeconds: 3,
      metrics: [
        {
          type: "Resource",
          resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
        },
      ],
      behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
      ...spec,
    },
  });
}

export async function scalerStatus(place: Place, name: string): Promise<AutoscalerStatus> {
  const { status } = await mustRequest(place.cluster, "GET", scalerPath(place, name));
  return status ?? {};
}
