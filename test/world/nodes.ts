import { type ObjectCount, NodeTally } from "../../engine/model/observation/node-tally.ts";
import { trimNode, type TrimmedNode } from "../../engine/model/observation/node.ts";
import type { EpochMs } from "../../engine/model/values/result.ts";
import { NOON } from "./world.ts";

export type Readiness = "True" | "False" | "Unknown";

/** Nodes as the API server sends them, with what the operator keeps of each. */
export class SimulatedNodes {
  now: EpochMs = NOON;
  tally: NodeTally;
  /** Of the whole cluster; undefined: they do not count. */
  pods: ObjectCount | undefined;
  readonly #keepsResources: boolean;
  readonly #nodes = new Map<string, { readonly created: EpochMs; kept?: TrimmedNode }>();
  #last = 0;

  /** @param resources what counts of the nodes besides cores */
  constructor(resources: readonly string[] = []) {
    this.#keepsResources = resources.length > 0;
    this.tally = new NodeTally(() => true, resources);
  }

  get names(): string[] {
    return [...this.#nodes.keys()];
  }

  /** Creates nodes of four cores and 16Gi. */
  add(count: number, ready: Readiness = "True"): void {
    for (let index = 0; index < count; index++) {
      const name = `node-${this.#last++}`;
      this.#nodes.set(name, { created: this.now });
      this.#report(name, ready);
    }
  }

  /** Every node, or the first ones, changes its readiness. */
  setReady(ready: Readiness, count = this.#nodes.size): void {
    for (const name of this.names.slice(0, count)) this.#report(name, ready);
  }

  /** The first nodes take no more pods. */
  cordon(count: number): void {
    for (const name of this.names.slice(0, count)) this.#report(name, "True", true);
  }

  /** The first nodes are deleted. */
  remove(count: number): void {
    for (const name of this.names.slice(0, count)) {
      this.#nodes.delete(name);
      this.tally.delete(name);
    }
  }

  #report(name: string, status: Readiness, unschedulable = false): void {
    const node = this.#nodes.get(name);
    if (!node) return;
    const since = new Date(this.now).toISOString();
    const raw = {
      metadata: { name, creationTimestamp: new Date(node.created).toISOString() },
      spec: { unschedulable },
      status: {
        allocatable: { cpu: "4", memory: "16Gi" },
        conditions: [{ type: "Ready", status, lastTransitionTime: since }],
      },
    };
    node.kept = trimNode(raw, node.kept, this.#keepsResources);
    this.tally.set(node.kept);
  }
}
