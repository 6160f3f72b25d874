import { setTimeout as sleep } from "node:timers/promises";

import { apiRequest, mustRequest, type ApiTarget } from "../cluster/api.ts";

const group = "metrics.k8s.io";
const version = "v1beta1";
export const groupVersion = `${group}/${version}`;

const service = { namespace: "kube-system", name: "test-metrics" };
const services = `/api/v1/namespaces/${service.namespace}/services`;
const apiServices = "/apis/apiregistration.k8s.io/v1/apiservices";
const name = `${version}.${group}`;

/** Makes the API server forward the API group to a port of this machine, until a test ends it. */
export async function register(cluster: ApiTarget, port: number) {
  const begin = () => beginServing(cluster, port);
  const end = async () => {
    await apiRequest(cluster, "DELETE", `${apiServices}/${name}`);
    await apiRequest(cluster, "DELETE", `${services}/${service.name}`);
  };
  await begin();
  return { begin, end };
}

async function beginServing(cluster: ApiTarget, port: number): Promise<void> {
  await mustRequest(cluster, "POST", services, {
    metadata: { name: service.name },
    spec: { type: "ExternalName", externalName: "localhost", ports: [{ port }] },
  });
  await mustRequest(cluster, "POST", apiServices, {
    metadata: { name },
    spec: {
      ...{ group, version, groupPriorityMinimum: 100, versionPriority: 100 },
      insecureSkipTLSVerify: true,
      service: { ...service, port },
    },
  });
  const pods = `/apis/${groupVersion}/namespaces/default/pods`;
  for (let tries = 0; tries < 200; tries++) {
    if ((await apiRequest(cluster, "GET", pods)).code === 200) return;
    await sleep(50);
  }
  throw new Error(`${name} is not served after ten seconds`);
}

export const discovery = {
  kind: "APIResourceList",
  apiVersion: "v1",
  groupVersion,
  resources: [
    {
      name: "pods",
      singularName: "",
      namespaced: true,
      kind: "PodMetrics",
      verbs: ["get", "list"],
    },
  ],
};
