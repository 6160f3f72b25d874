import { createServer } from "node:https";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { mustRequest, type ApiTarget } from "../cluster/api.ts";
import { makeCertificate } from "./certificate.ts";
import { discovery, groupVersion, register } from "./metrics-registration.ts";

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

/**
 * What is answered instead: an HTTP status; 0: nothing, ever; an object: that, as if all was well;
 * null: goes on as if nothing was.
 */
export type MetricsFault = () => Instead | Promise<Instead>;
type Instead = number | object | null;

/** What a test decides, and what it may look at. */
export interface MetricsAnswers {
  usageOf: UsageOf;
  /** Null: none. Discovery goes on being answered, so that the API stays available. */
  fault: MetricsFault | null;
  /** Seconds that samples are old when they are told. */
  sampleAgeSeconds: number;
  /** Lists of pods that were asked for so far. */
  lists: number;
}

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
    // What is set for one namespace hides what is set for all.
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
  const registration = await register(cluster, port);
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

/** What runs, as metrics-server would tell it. */
function podMetricsList(
  pods: readonly RunningPod[],
  { usageOf, sampleAgeSeconds }: Pick<MetricsAnswers, "usageOf" | "sampleAgeSeconds">,
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
  return { kind: "PodMetricsList", apiVersion: groupVersion, metadata: {}, items };
}
