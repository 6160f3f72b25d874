import { apiRequest, mustRequest, untilServed, type ApiTarget } from "../api.ts";

/** An API group that the API server forwards to a port of this machine. */
export interface ForwardedApi {
  readonly group: string;
  readonly version: string;
  /** The name of its Service. */
  readonly service: string;
  /** Returns 200 once it is served. */
  readonly probe: string;
}

const group = "metrics.k8s.io";
const version = "v1beta1";
export const groupVersion = `${group}/${version}`;
export const metricsApi: ForwardedApi = {
  ...{ group, version, service: "test-metrics" },
  probe: `/apis/${groupVersion}/namespaces/default/pods`,
};

const namespace = "kube-system";
const services = `/api/v1/namespaces/${namespace}/services`;
const apiServices = "/apis/apiregistration.k8s.io/v1/apiservices";
const nameOf = (api: ForwardedApi): string => `${api.version}.${api.group}`;

/** Makes the API server forward the API group to a port of this machine, until a test ends it. */
export async function register(cluster: ApiTarget, api: ForwardedApi, port: number) {
  const begin = () => beginServing(cluster, api, port);
  const end = async () => {
    await apiRequest(cluster, "DELETE", `${apiServices}/${nameOf(api)}`);
    await apiRequest(cluster, "DELETE", `${services}/${api.service}`);
  };
  await begin();
  return { begin, end };
}

async function beginServing(cluster: ApiTarget, api: ForwardedApi, port: number): Promise<void> {
  await mustRequest(cluster, "POST", services, {
    metadata: { name: api.service },
    spec: { type: "ExternalName", externalName: "localhost", ports: [{ port }] },
  });
  await mustRequest(cluster, "POST", apiServices, {
    metadata: { name: nameOf(api) },
    spec: {
      ...{ group: api.group, version: api.version },
      ...{ groupPriorityMinimum: 100, versionPriority: 100 },
      insecureSkipTLSVerify: true,
      service: { namespace, name: api.service, port },
    },
  });
  await untilServed(cluster, api.probe);
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
