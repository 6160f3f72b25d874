import { forEachConcurrently, mustRequest, type ApiTarget } from "../../../hack/cluster/api.ts";
import { deleteNodes } from "../../../hack/cluster/nodes.ts";

const label = "trimtab.test/sandbox";
const strategicPatch = "application/strategic-merge-patch+json";

export interface NodeState {
  readonly cpu?: string;
  /** Other allocatable quantities. */
  readonly resources?: Readonly<Record<string, string>>;
  readonly ready?: "True" | "False" | "Unknown";
  /** When the node entered this state; default: now. */
  readonly since?: Date;
  /** The reason of the Ready condition. */
  readonly reason?: string;
  readonly cordoned?: boolean;
  readonly labels?: Readonly<Record<string, string>>;
}

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: "NoSchedule" | "PreferNoSchedule" | "NoExecute";
}

/** Nodes of one test: the test writes their state, because kwok leaves it alone. */
export class TestNodes {
  readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly #cluster: ApiTarget;
  readonly #owner: string;
  readonly #names = new Set<string>();

  constructor(cluster: ApiTarget, owner: string) {
    this.#cluster = cluster;
    this.#owner = owner;
    this.selector = { matchLabels: { [label]: owner } };
  }

  /** Adds nodes, by default ready ones; returns their names. */
  async add(count: number, state: NodeState = {}): Promise<string[]> {
    const first = this.#names.size;
    const names = Array.from({ length: count }, (_, index) => `${this.#owner}-${first + index}`);
    for (const name of names) this.#names.add(name);
    await forEachConcurrently(names, name =>
      mustRequest(this.#cluster, "POST", "/api/v1/nodes", this.#node(name, state)),
    );
    return names;
  }

  async delete(...names: readonly string[]): Promise<void> {
    await deleteNodes(this.#cluster, names);
  }

  async setReady(name: string, state: NodeState): Promise<void> {
    const conditions = [readiness(state)];
    await this.#patch(`${name}/status`, { status: { conditions } }, strategicPatch);
  }

  async setCpu(name: string, cpu: string): Promise<void> {
    const status = { allocatable: { cpu }, capacity: { cpu } };
    await this.#patch(`${name}/status`, { status });
  }

  async label(name: string, labels: Readonly<Record<string, string>>): Promise<void> {
    await this.#patch(name, { metadata: { labels } });
  }

  async cordon(name: string, unschedulable = true): Promise<void> {
    await this.#patch(name, { spec: { unschedulable } });
  }

  /** Replaces all its taints. */
  async taint(name: string, ...taints: readonly Taint[]): Promise<void> {
    await this.#patch(name, { spec: { taints } });
  }

  async remove(): Promise<void> {
    const path = `/api/v1/nodes?labelSelector=${label}=${this.#owner}`;
    await mustRequest(this.#cluster, "DELETE", path);
  }

  #patch(path: string, fields: object, contentType?: string) {
    return mustRequest(this.#cluster, "PATCH", `/api/v1/nodes/${path}`, fields, contentType);
  }

  #node(name: string, state: NodeState): object {
    const usual = { cpu: state.cpu ?? "4", memory: "16Gi", pods: "110" };
    const capacity = { ...usual, ...state.resources };
    return {
      metadata: {
        name,
        labels: { [label]: this.#owner, ...state.labels },
        annotations: { "kwok.x-k8s.io/status": "custom" },
      },
      spec: { unschedulable: state.cordoned ?? false },
      status: { capacity, allocatable: capacity, conditions: [readiness(state)] },
    };
  }
}

function readiness({ ready = "True", since = new Date(), reason = "Test" }: NodeState): object {
  const time = since.toISOString().replace(/\.\d+Z$/, "Z");
  const type = "Ready";
  return { type, status: ready, reason, lastTransitionTime: time, lastHeartbeatTime: time };
}
