import { createServer } from "node:https";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { apiRequest, mustRequest, type ApiTarget } from "../../hack/cluster/api.ts";
import { makeCertificate } from "../../hack/operator/certificate.ts";
import { podMetricsList, type MetricsAnswers, type RunningPod } from "./metrics-answers.ts";

/**
 * metrics.k8s.io, whose answers a test decides, behind the real API server's aggregation. The real
 * metrics-server can be made neither to fail nor to measure a change within the second.
 */
export interface MetricsApi extends MetricsAnswers {
  /** For one namespace: what is not decided there is as it is everywhere. */
  in(namespace: string): MetricsAnswers;
  /** As after `kubectl delete apiservice`: there is no such API. */
  unregister(): Promise<void>;
  register(): Promise<void>;
  stop(): Promise<void>;
}

const group = "metrics.k8s.io";
const version = "v1beta1";
const root = `/apis/${group}/${version}`;
const service = { namespace: "kube-system", name: "test-metrics" };
const servicePath = `/api/v1/namespaces/${service.namespace}/services`;
const registrations = "/apis/apiregistration.k8s.io/v1/apiservices";
const registration = `${version}.${group}`;

export async function startMetricsApi(cluster: ApiTarget): Promise<MetricsApi> {
  const { cert, key } = makeCertificate();
  const everywhere: MetricsAnswers = {
    usageOf: () => null,
    fault: null,
    sampleAgeSeconds: 0,
    lists: 0,
  };
  const byNamespace = new Map<string, MetricsAnswers>();
  const answersIn = (namespace: string): MetricsAnswers => {
    const known = byNamespace.get(namespace);
    if (known) return known;
    const answers = Object.create(everywhere, { lists: { value: 0, writable: true } }) as object;
    byNamespace.set(namespace, answers as MetricsAnswers);
    return answers as MetricsAnswers;
  };
  const server = createServer({ cert, key }, (from, to) => {
    void answer(new URL(from.url ?? "/", "https://localhost"), to).catch(() => to.destroy());
  });

  async function answer(url: URL, to: ServerResponse): Promise<void> {
    const namespace = /\/namespaces\/([^/]+)\/pods$/.exec(url.pathname)?.[1];
    if (namespace === undefined) {
      write(to, 200, discovery);
      return;
    }
    const answers = answersIn(namespace);
    for (const counted of [everywhere, answers]) counted.lists += 1;
    // As it is when the question comes: a test may change several things at once.
    const { fault, usageOf, sampleAgeSeconds } = answers;
    const instead = (await fault?.()) ?? null;
    if (instead === 0) return;
    if (instead !== null) {
      if (typeof instead === "object") write(to, 200, instead);
      else write(to, instead, failure(instead));
      return;
    }
    const path = `/api/v1/namespaces/${namespace}/pods${url.search}`;
    const { items = [] } = await mustRequest(cluster, "GET", path);
    write(to, 200, podMetricsList(items as readonly RunningPod[], { usageOf, sampleAgeSeconds }));
  }

  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await mustRequest(cluster, "POST", servicePath, {
    metadata: { name: service.name },
    spec: { type: "ExternalName", externalName: "localhost", ports: [{ port }] },
  });
  const register = () => registerApi(cluster, port);
  const unregister = async () => {
    await mustRequest(cluster, "DELETE", `${registrations}/${registration}`);
  };
  await register();
  return Object.assign(everywhere, {
    in: answersIn,
    register,
    unregister,
    stop: async () => {
      await apiRequest(cluster, "DELETE", `${registrations}/${registration}`);
      await mustRequest(cluster, "DELETE", `${servicePath}/${service.name}`);
      server.closeAllConnections();
      server.close();
    },
  });
}

async function registerApi(cluster: ApiTarget, port: number): Promise<void> {
  await mustRequest(cluster, "POST", registrations, {
    metadata: { name: registration },
    spec: {
      ...{ group, version, groupPriorityMinimum: 100, versionPriority: 100 },
      insecureSkipTLSVerify: true,
      service: { ...service, port },
    },
  });
  for (let tries = 0; tries < 200; tries++) {
    if ((await apiRequest(cluster, "GET", `${root}/namespaces/default/pods`)).code === 200) return;
    await sleep(50);
  }
  throw new Error(`${registration} is not served after ten seconds`);
}

const discovery = {
  kind: "APIResourceList",
  apiVersion: "v1",
  groupVersion: `${group}/${version}`,
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

const failure = (code: number): object => ({
  kind: "Status",
  apiVersion: "v1",
  status: "Failure",
  code,
  message: "a fault",
});

function write(to: ServerResponse, code: number, body: object): void {
  to.writeHead(code, { "content-type": "application/json" });
  to.end(JSON.stringify(body));
}
