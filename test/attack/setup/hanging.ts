import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

import { apiRequest, mustRequest, type ApiTarget } from "../../../hack/cluster/api.ts";
import { makeCertificate } from "../../../hack/cluster/operator/certificate.ts";

/** A server that lists its APIs and never answers any other request. */
export interface Hanging {
  readonly url: string;
  /** PEM */
  readonly ca: string;
  /** Number of requests received. */
  readonly asked: () => number;
  readonly stop: () => Promise<void>;
}

const service = { namespace: "kube-system", name: "attack-hanging" };
const services = `/api/v1/namespaces/${service.namespace}/services`;
const apiServices = "/apis/apiregistration.k8s.io/v1/apiservices";
const versions = [
  { group: "custom.metrics.k8s.io", version: "v1beta2", resource: "deployments.apps/load" },
  { group: "external.metrics.k8s.io", version: "v1beta1", resource: "load" },
];

/** It serves custom and external metrics through API aggregation, and it is the webhook of a CRD. */
export async function startHanging(cluster: ApiTarget): Promise<Hanging> {
  const { cert, key, ca } = await makeCertificate();
  let asked = 0;
  const server = createServer({ cert, key }, (from, to) => {
    const [path = ""] = (from.url ?? "").split("?", 1);
    const found = discovery(path);
    if (found) to.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(found));
    else if (isHanging(path)) asked += 1;
    // The API server's own requests, such as the OpenAPI document, do not count as an attacker's.
    else to.writeHead(404).end();
    // Drain the body, or the client would be busy with sending.
    from.resume();
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await mustRequest(cluster, "POST", services, {
    metadata: { name: service.name },
    spec: { type: "ExternalName", externalName: "localhost", ports: [{ port }] },
  });
  for (const { group, version } of versions) {
    await mustRequest(cluster, "POST", apiServices, {
      metadata: { name: `${version}.${group}` },
      spec: {
        ...{ group, version, groupPriorityMinimum: 100, versionPriority: 100 },
        ...{ insecureSkipTLSVerify: true, service: { ...service, port } },
      },
    });
  }
  return {
    ...{ url: `https://localhost:${port}`, ca, asked: () => asked },
    stop: async () => {
      for (const { group, version } of versions)
        await apiRequest(cluster, "DELETE", `${apiServices}/${version}.${group}`);
      await apiRequest(cluster, "DELETE", `${services}/${service.name}`);
      server.closeAllConnections();
      server.close();
    },
  };
}

const isHanging = (path: string): boolean =>
  path === "/convert" ||
  versions.some(({ group, version }) => path.startsWith(`/apis/${group}/${version}/`));

function discovery(path: string): object | undefined {
  const found = versions.find(({ group, version }) => path === `/apis/${group}/${version}`);
  if (!found) return undefined;
  const groupVersion = `${found.group}/${found.version}`;
  const resource = { name: found.resource, singularName: "", namespaced: true };
  const resources = [{ ...resource, kind: "MetricValueList", verbs: ["get"] }];
  return { kind: "APIResourceList", apiVersion: "v1", groupVersion, resources };
}
