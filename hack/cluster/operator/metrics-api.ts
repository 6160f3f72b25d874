import { createServer } from "node:https";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { mustRequest, type ApiTarget } from "../api.ts";
import { makeCertificate } from "./certificate.ts";
import { discovery, groupVersion, metricsApi, register } from "./metrics-registration.ts";

/** A running pod, with the fields that determine its usage. */
export interface UsedPod {
  readonly namespace: string;
  readonly name: string;
  /** The value of its label `app`. */
  readonly app: string;
  /** Number of pods with a sample in that Deployment: they share a load. */
  readonly siblings: number;
}

/** Millicores; null: no sample of this pod. */
export type UsageOf = (pod: UsedPod) => number | null;

/**
 * The response instead: an HTTP status; 0: none, ever; an object: this one, with status 200; null: the normal
 * response.
 */
export type MetricsFault = () => Instead | Promise<Instead>;
type Instead = number | object | null;

/** Responses that a test controls, and a counter for it. */
export interface MetricsAnswers {
  usageOf: UsageOf;
  /** Null: no fault. Discovery keeps working, so that the API stays available. */
  fault: MetricsFault | null;
  /** The age of samples in a response, in seconds. */
  sampleAgeSeconds: number;
  /** Number of pod lists requested so far. */
  lists: number;
}

/**
 * A metrics.k8s.io whose responses a test controls, behind the real API server's aggregation. The real
 * metrics-server can neither be made to fail nor measure a change within a second.
 */
export interface MetricsApi extends MetricsAnswers {
  /**
   * Overrides for one namespace, or for lists of the whole cluster (""); the general settings apply to everything
   * else. A list of the cluster fails if it fails for any namespace.
   */
  in(namespace: string): MetricsAnswers;
  /** Like `kubectl delete apiservice`: the API does not exist. */
  unregister(): Promise<void>;
  register(): Promise<void>;
  stop(): Promise<void>;
}

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
  const { cert, key } = await makeCertificate();
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
    // Settings of one namespace override those of all.
    const answers = Object.create(everywhere, { lists: { value: 0, writable: true } }) as object;
    byNamespace.set(namespace, answers as MetricsAnswers);
    return answers as MetricsAnswers;
  };
  const server = createServer({ cert, key }, (from, to) => {
    void answer(new URL(from.url ?? "/", "https://localhost"), to).catch(() => to.destroy());
  });

  async function answer(url: URL, to: ServerResponse): Promise<void> {
    const list = /(?:\/namespaces\/([^/]+))?\/pods$/.exec(url.pathname);
    if (!list) {
      write(to, 200, discovery);
      return;
    }
    const namespace = list[1] ?? "";
    const answers = answersIn(namespace);
    for (const counted of [everywhere, answers]) counted.lists += 1;
    // The state at the time of the request: a test may change several settings at once.
    const settings = new Map([...byNamespace].map(([name, its]) => [name, settingsOf(its)]));
    const concerned = namespace === "" ? [...settings.values()] : [settingsOf(answers)];
    const instead = (await concerned.find(({ fault }) => fault)?.fault?.()) ?? null;
    if (instead !== null) {
      writeInstead(to, instead);
      return;
    }
    const path = `/api/v1/${list[1] ? `namespaces/${namespace}/` : ""}pods${url.search}`;
    const { items = [] } = await mustRequest(cluster, "GET", path);
    const general = settingsOf(everywhere);
    const usage = [...byNamespaceOf(items as readonly RunningPod[])].map(([name, pods]) =>
      usageIn(pods, settings.get(name) ?? general),
    );
    write(to, 200, listOf(usage.flat()));
  }

  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const registration = await register(cluster, metricsApi, port);
  return Object.assign(everywhere, {
    in: answersIn,
    register: registration.begin,
    unregister: registration.end,
    stop: async () => {
      await registration.end();
      server.closeAllConnections();
      server.close();
    },
  });
}

function byNamespaceOf(pods: readonly RunningPod[]): Map<string, RunningPod[]> {
  const all = new Map<string, RunningPod[]>();
  for (const pod of pods) {
    const namespace = pod.metadata?.namespace ?? "";
    const here = all.get(namespace) ?? [];
    here.push(pod);
    all.set(namespace, here);
  }
  return all;
}

/** A copy. */
const settingsOf = ({ fault, usageOf, sampleAgeSeconds }: MetricsAnswers) => ({
  ...{ fault, usageOf, sampleAgeSeconds },
});

const failure = (code: number): object => ({
  kind: "Status",
  apiVersion: "v1",
  status: "Failure",
  code,
  message: "a fault",
});

function writeInstead(to: ServerResponse, instead: Instead): void {
  if (instead === 0 || instead === null) return;
  if (typeof instead === "object") write(to, 200, instead);
  else write(to, instead, failure(instead));
}

function write(to: ServerResponse, code: number, body: object): void {
  to.writeHead(code, { "content-type": "application/json" });
  to.end(JSON.stringify(body));
}

const listOf = (items: readonly object[]): object => ({
  ...{ kind: "PodMetricsList", apiVersion: groupVersion, metadata: {}, items },
});

/** The running pods of a namespace, in the format of metrics-server. */
function usageIn(
  pods: readonly RunningPod[],
  { usageOf, sampleAgeSeconds }: Pick<MetricsAnswers, "usageOf" | "sampleAgeSeconds">,
): object[] {
  const running = pods.filter(
    ({ metadata, status }) => status?.phase === "Running" && !metadata?.deletionTimestamp,
  );
  const timestamp = new Date(Date.now() - sampleAgeSeconds * 1000).toISOString();
  const appOf = ({ metadata }: RunningPod): string => metadata?.labels?.["app"] ?? "";
  return running.flatMap(pod => {
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
}
