import { forEachConcurrently, mustRequest, type ApiObject, type ApiTarget } from "./api.ts";

export interface NodeOptions {
  /** Either these names, */
  readonly names?: readonly string[];
  /** or this number of nodes: node-0, node-1, ... */
  readonly count?: number;
  readonly prefix?: string;
  /** Quantities of the capacity, all of it allocatable. */
  readonly cpu?: string;
  readonly memory?: string;
  readonly pods?: string;
  /** Extended resources, such as nvidia.com/gpu. Default: none. */
  readonly extended?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  /** Images that its status lists, as kubelets do: most of the size of a node. Default: none. */
  readonly images?: number;
}

/**
 * Creates Nodes that kwok keeps ready, and returns their names.
 *
 * `kwokctl scale node` is no option: it assigns addresses outside this machine, and metrics-server calls
 * them.
 */
export async function createNodes(cluster: ApiTarget, options: NodeOptions): Promise<string[]> {
  const names = nodeNames(options);
  await forEachConcurrently(names, name =>
    mustRequest(cluster, "POST", "/api/v1/nodes", nodeNamed(name, options)),
  );
  return names;
}

export async function deleteNodes(cluster: ApiTarget, names: readonly string[]): Promise<void> {
  await forEachConcurrently(names, name => mustRequest(cluster, "DELETE", `/api/v1/nodes/${name}`));
}

export function isNodeReady({ status }: ApiObject): boolean {
  const { conditions = [] } = (status ?? {}) as { conditions?: { type: string; status: string }[] };
  return conditions.some(({ type, status: is }) => type === "Ready" && is === "True");
}

export function nodeNames({ names, count = 1, prefix = "node-" }: NodeOptions): string[] {
  return names ? [...names] : Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}

/** No addresses: kwok sets the Hostname `localhost`, where it serves the path below. */
export function nodeNamed(name: string, options: NodeOptions): object {
  const { cpu = "4", memory = "16Gi", pods = "110", labels = {}, images = 0, extended } = options;
  const capacity = { cpu, memory, pods, ...extended };
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      labels: { "kubernetes.io/hostname": name, "kubernetes.io/os": "linux", ...labels },
      annotations: {
        "kwok.x-k8s.io/node": "fake",
        "metrics.k8s.io/resource-metrics-path": `/metrics/nodes/${name}/metrics/resource`,
      },
    },
    status: { capacity, allocatable: capacity, ...(images > 0 && { images: imagesOf(images) }) },
  };
}

const imagesOf = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => {
    const name = `registry.example.invalid/team/service-${index}`;
    const names = [`${name}@sha256:${String(index).padStart(64, "0")}`, `${name}:1.${index}.0`];
    return { names, sizeBytes: 100_000_000 + index };
  });
