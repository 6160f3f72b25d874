import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { kubeError, type KubeAnswer, type KubeError } from "../../kube/transport/errors.ts";
import type { ByteStream, KubeRequest } from "../../kube/transport/kube-request.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";

/** What a synthetic cluster has. */
export interface Counts {
  /** Deployments with an Autoscaler. */
  readonly objects: number;
  /** Pods of each of them. */
  readonly pods: number;
  /** Deployments without an Autoscaler. */
  readonly others: number;
  readonly nodes: number;
  /** What the one ClusterProportionalAutoscaler counts; absent: nodes. */
  readonly counted?: object;
}

const time = "2026-01-01T00:00:00Z";
const namespaces = 10;
const learned = "learned-uid";
const none = new Set(["leases", "horizontalpodautoscalers", "customresourcedefinitions"]);
/** What the operator asks for, by the end of the path. */
const served: Readonly<Record<string, object>> = {
  "/apis/apps/v1": {
    resources: [
      { name: "deployments", kind: "Deployment", namespaced: true },
      { name: "deployments/scale", kind: "Scale", namespaced: true },
    ],
  },
};

/**
 * An API server with any number of objects as real ones are when the operator restarts, statuses included. It
 * accepts all writes. Objects arrive as JSON, because the strings of a parsed text are what stays in memory.
 */
export class SyntheticCluster extends ScriptedTransport {
  readonly #counts: Counts;
  readonly #status: string | null;
  readonly #closed = new AbortController();
  /** The first status that the operator writes, as JSON. */
  written: string | null = null;

  /** @param status  of all objects, as another cluster learned it; null: they have none yet */
  constructor(counts: Counts, status: string | null) {
    super(() => ok({}));
    this.#counts = counts;
    this.#status = status;
  }

  override request<T>(request: KubeRequest): Promise<Result<T, KubeError>> {
    return Promise.resolve(this.#answer(request) as Result<T, KubeError>);
  }

  /** A watch without events. */
  override stream(_: KubeRequest, __: number, signal: AbortSignal): KubeAnswer<ByteStream> {
    const ended = AbortSignal.any([signal, this.#closed.signal]);
    const chunks = (async function* (): AsyncGenerator<Uint8Array> {
      await new Promise(resolve => {
        ended.addEventListener("abort", resolve);
      });
      yield Buffer.alloc(0);
    })();
    return Promise.resolve(ok({ chunks, close: () => undefined }));
  }

  #answer(request: KubeRequest): Result<unknown, KubeError> {
    const { method, path, body } = request;
    if (method === "PATCH" && path.endsWith("/status")) {
      const [name = ""] = path.split("/").slice(-2);
      this.written ??= JSON.stringify((body as { value?: unknown }[]).at(-1)?.value).replaceAll(
        uidOf("deployment", name),
        learned,
      );
      return ok({ metadata: { uid: uidOf("autoscaler", name), resourceVersion: "1" } });
    }
    if (method !== "GET") return ok(body ?? {});
    const known = served[path];
    const items = known ? [] : this.#items(path);
    if (known) return ok(known);
    return items === null
      ? err(kubeError("NotFound", { request: path, message: "not synthetic" }))
      : ok(JSON.parse(`{"metadata":{"resourceVersion":"1"},"items":[${items.join()}]}`));
  }

  #items(path: string): string[] | null {
    const { objects, pods, others, nodes } = this.#counts;
    const [, within] = /\/namespaces\/ns-(\d+)\//.exec(path) ?? [];
    const workloads = numbers(objects).filter(
      index => within === undefined || index % namespaces === Number(within),
    );
    const all = workloads.flatMap(index => numbers(pods).map(pod => ({ index, pod })));
    if (path.includes("metrics.k8s.io")) return all.map(usageOf);
    const plural = path.split("/").at(-1) ?? "";
    switch (plural) {
      case "pods":
        return all.map(podOf);
      case "deployments":
        return [
          ...workloads.map(index => deploymentOf(index, "web", pods)),
          ...numbers(others).map(index => deploymentOf(index, "other", 2)),
        ];
      case "autoscalers":
        return workloads.map(index => this.#autoscalerOf(index, pods));
      case "nodes":
        return numbers(nodes).map(nodeOf);
      case "clusterproportionalautoscalers":
        return [proportionalBy(this.#counts.counted ?? { nodesPerReplica: 16 })];
      default:
        return none.has(plural) ? [] : null;
    }
  }

  #autoscalerOf(index: number, pods: number): string {
    const name = `web-${index}`;
    const metric = {
      type: "Resource",
      resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
    };
    const spec = {
      ...{ minReplicas: 1, maxReplicas: 2 * pods, mode: "Active", syncPeriodSeconds: 15 },
      ...{ algorithm: "Trimtab-1", metrics: [metric], scaleTargetRef: deployment(name) },
    };
    const status = this.#status?.replaceAll(learned, uidOf("deployment", name)) ?? "{}";
    const metadata = metadataOf("autoscaler", name, index);
    return `{"metadata":${JSON.stringify(metadata)},"spec":${JSON.stringify(spec)},"status":${status}}`;
  }

  override close(): Promise<void> {
    this.#closed.abort();
    return Promise.resolve();
  }
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const deployment = (name: string) => ({ apiVersion: "apps/v1", kind: "Deployment", name });

/** As long as a real one. */
const uidOf = (kind: string, name: string): string => `${kind}-${name}`.padEnd(36, "-");

const metadataOf = (kind: string, name: string, index: number) => ({
  ...{ name, namespace: `ns-${index % namespaces}`, uid: uidOf(kind, name) },
  ...{ resourceVersion: "1", generation: 1, creationTimestamp: time },
});

function podOf({ index, pod }: { index: number; pod: number }): string {
  const generateName = `web-${index}-7d9c5b8f6d-`;
  const conditions = [{ type: "Ready", status: "True", lastTransitionTime: time }];
  const owner = { apiVersion: "apps/v1", kind: "ReplicaSet", name: generateName.slice(0, -1) };
  const uid = uidOf("replicaset", owner.name);
  const containerStatuses = [
    { name: "main", ready: true, state: { running: { startedAt: time } } },
  ];
  return JSON.stringify({
    metadata: {
      ...metadataOf("pod", `${generateName}${pod}`, index),
      ...{ generateName, labels: { app: `web-${index}`, "pod-template-hash": "7d9c5b8f6d" } },
      ownerReferences: [{ ...owner, uid, controller: true }],
    },
    spec: { containers: [{ name: "main", resources: { requests: { cpu: "100m" } } }] },
    status: { phase: "Running", startTime: time, conditions, containerStatuses },
  });
}

const usageOf = ({ index, pod }: { index: number; pod: number }): string =>
  JSON.stringify({
    metadata: { name: `web-${index}-7d9c5b8f6d-${pod}`, namespace: `ns-${index % namespaces}` },
    ...{ timestamp: new Date().toISOString(), window: "15s" },
    containers: [{ name: "main", usage: { cpu: "49123456n", memory: "65536Ki" } }],
  });

function deploymentOf(index: number, prefix: string, replicas: number): string {
  const name = `${prefix}-${index}`;
  const labels = { app: name };
  const counts = { replicas, updatedReplicas: replicas, availableReplicas: replicas };
  return JSON.stringify({
    metadata: { ...metadataOf("deployment", name, index), labels },
    spec: { replicas, selector: { matchLabels: labels } },
    status: { observedGeneration: 1, ...counts },
  });
}

function nodeOf(index: number): string {
  const name = `node-${index}.example.internal`;
  const conditions = [{ type: "Ready", status: "True", lastTransitionTime: time }];
  return JSON.stringify({
    metadata: {
      ...{ name, uid: uidOf("node", name), resourceVersion: "1", creationTimestamp: time },
      labels: {
        "beta.kubernetes.io/arch": "amd64",
        "beta.kubernetes.io/instance-type": "m7i.4xlarge",
        "beta.kubernetes.io/os": "linux",
        "failure-domain.beta.kubernetes.io/region": "eu-central-1",
        "failure-domain.beta.kubernetes.io/zone": `eu-central-1${"abc"[index % 3] ?? ""}`,
        "kubernetes.io/arch": "amd64",
        "kubernetes.io/hostname": name,
        "kubernetes.io/os": "linux",
        "node.kubernetes.io/instance-type": "m7i.4xlarge",
        "topology.kubernetes.io/region": "eu-central-1",
        "topology.kubernetes.io/zone": `eu-central-1${"abc"[index % 3] ?? ""}`,
      },
    },
    status: { allocatable: { cpu: "15890m", memory: "60Gi", pods: "110" }, conditions },
  });
}

/** Has a tally of all nodes. */
const proportionalBy = (linear: object): string =>
  JSON.stringify({
    metadata: metadataOf("proportional", "dns", 0),
    spec: { scaleTargetRefs: [deployment("dns")], mode: "Active", linear },
  });
