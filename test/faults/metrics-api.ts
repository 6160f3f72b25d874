import { createServer } from "node:https";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { apiRequest, mustRequest, type ApiTarget } from "../../hack/cluster/api.ts";
import { makeCertificate } from "../../hack/operator/certificate.ts";

/** A running pod, as far as it decides what it uses. */
export interface UsedPod {
  readonly namespace: string;
  readonly name: string;
  /** Of its label `app`. */
  readonly app: string;
  /** How many pods with a sample that Deployment has: a load is shared by them. */
  readonly siblings: number;
}

/** Thousandths of a core; null: no sample of this pod. */
export type UsageOf = (pod: UsedPod) => number | null;

/** Returns the HTTP status to answer instead; 0: none at all, ever; null: goes on as if nothing was. */
export type MetricsFault = () => number | null | Promise<number | null>;

/**
 * metrics.k8s.io, whose answers a test decides, behind the real API server's aggregation. The real
 * metrics-server can be made neither to fail nor to measure a change within the second.
 */
export interface MetricsApi {
  usageOf: UsageOf;
  /** Null: none. Discovery goes on being answered, so that the API stays available. */
  fault: MetricsFault | null;
  /** Seconds that samples are old when they are told. */
  sampleAgeSeconds: number;
  /** Lists of pods that were asked for so far. */
  readonly lists: number;
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

interface RunningPod {
  readonly metadata?: {
    readonly namespace?: string;
    readonly name?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
  readonly spec?: { readonly containers?: readonly { readonly name: string }[] };
  readonly status?: { readonly phase?: string };
}

export async function startMetricsApi(cluster: ApiTarget): Promise<MetricsApi> {
  const { cert, key } = makeCertificate();
  let lists = 0;
  const api = {
    usageOf: (() => null) as UsageOf,
    fault: null as MetricsFault | null,
    sampleAgeSeconds: 0,
    get lists() {
      return lists;
    },
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
    lists += 1;
    const code = await api.fault?.();
    if (code === 0) return;
    if (code != null) {
      write(to, code, {
        kind: "Status",
        apiVersion: "v1",
        status: "Failure",
        code,
        message: "a fault",
      });
      return;
    }
    const path = `/api/v1/namespaces/${namespace}/pods${url.search}`;
    const { items = [] } = await mustRequest(cluster, "GET", path);
    write(to, 200, podMetricsList(items as readonly RunningPod[], api));
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
  return Object.assign(api, {
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

function podMetricsList(
  pods: readonly RunningPod[],
  { usageOf, sampleAgeSeconds }: Pick<MetricsApi, "usageOf" | "sampleAgeSeconds">,
): object {
  const running = pods.filter(
    ({ metadata, status }) => status?.phase === "Running" && !metadata?.deletionTimestamp,
  );
  const timestamp = new Date(Date.now() - sampleAgeSeconds * 1000).toISOString();
  const appOf = ({ metadata }: RunningPod): string => metadata?.labels?.["app"] ?? "";
  const items = running.flatMap(pod => {
    const { namespace = "", name = "" } = pod.metadata ?? {};
    const app = appOf(pod);
    const siblings = running.filter(other => appOf(other) === app).length;
    const milli = usageOf({ namespace, name, app, siblings });
    if (milli === null) return [];
    const containers = pod.spec?.containers ?? [];
    const cpu = `${Math.round((milli / containers.length) * 1_000_000)}n`;
    const usage = { cpu, memory: "10Mi" };
    return [
      {
        metadata: { namespace, name },
        timestamp,
        window: "1s",
        containers: containers.map(({ name: container }) => ({ name: container, usage })),
      },
    ];
  });
  return { kind: "PodMetricsList", apiVersion: `${group}/${version}`, metadata: {}, items };
}

function write(to: ServerResponse, code: number, body: object): void {
  to.writeHead(code, { "content-type": "application/json" });
  to.end(JSON.stringify(body));
}
