import { DelayHeap } from "../delay-heap.ts";
import type { ProportionalProfile } from "../spec/proportional-parameters.ts";
import type { EpochMs, Result } from "../values/result.ts";
import { isSameJson } from "../values/json-values.ts";
import type { NodePredicate, TrimmedNode } from "./node.ts";

/**
 * How long a node that ceases to be ready still counts: neither a partition nor a restart of the
 * container runtimes may shrink DNS.
 */
const LOST_NODE_GRACE_MS = 300_000;

/** A running sum; cores are rounded up only when they are read. */
class Sum {
  nodes = 0;
  milliCpu = 0n;
  /** In thousandths, in the order of the names. */
  readonly resources: bigint[];
  readonly #names: readonly string[];

  constructor(names: readonly string[] = []) {
    this.#names = names;
    this.resources = names.map(() => 0n);
  }

  add(node: TrimmedNode, sign: 1 | -1): void {
    const signed = (amount: bigint): bigint => (sign === 1 ? amount : -amount);
    this.nodes += sign;
    this.milliCpu += signed(node.milliCpu);
    for (const [index, name] of this.#names.entries()) {
      this.resources[index] = this.of(index) + signed(node.resources?.[name] ?? 0n);
    }
  }

  of(index: number): bigint {
    return this.resources[index] ?? 0n;
  }
}

/**
 * The size of the part of the cluster that a filter accepts, updated node by node: reading it costs
 * the same for ten nodes and for ten thousand that are ready.
 *
 * Source  upstream k8sclient.go, GetClusterStatus: all matching nodes count; a node is schedulable
 *         if it is not cordoned and is Ready=True; CPU is summed exactly and rounded up to cores
 *         once. Under `Trimtab-1`, a node that ceases to be ready stays schedulable
 *         for five minutes after that transition, and `lost` includes it until it is ready or deleted.
 */
export class NodeTally {
  readonly #matches: NodePredicate;
  readonly #resources: readonly string[];
  readonly #nodes = new Map<string, TrimmedNode>();
  readonly #all: Sum;
  readonly #ready: Sum;
  /** Nodes that still count under `Trimtab-1`; exactly these have a time in `#expiries`. */
  readonly #lost: Sum;
  /** Nodes that ceased to be ready, whether or not they still count. */
  #ceased = 0;
  /** When a node that is not ready stops counting unless it changes before, by name. */
  readonly #expiries = new DelayHeap();

  /** @param resources what to sum up besides cpu; the nodes must have been trimmed with it */
  constructor(matches: NodePredicate, resources: readonly string[] = []) {
    this.#matches = matches;
    this.#resources = resources;
    this.#all = new Sum(resources);
    this.#ready = new Sum(resources);
    this.#lost = new Sum(resources);
  }

  set(node: TrimmedNode): void {
    const before = this.#nodes.get(node.name);
    const isCounted = this.#matches(node);
    if (before !== undefined && isCounted && isSameJson(before, node)) return;
    if (before !== undefined) this.#remove(before);
    if (isCounted) this.#insert(node);
  }

  delete(name: string): void {
    const node = this.#nodes.get(name);
    if (node !== undefined) this.#remove(node);
  }

  /** Equal as long as every size, and the time at which it next changes by itself, are the same. */
  fingerprint(): string {
    const all = wholeCores(this.#all.milliCpu);
    const ready = wholeCores(this.#ready.milliCpu);
    const graced = wholeCores(this.#ready.milliCpu + this.#lost.milliCpu);
    const nodes = [this.#all.nodes, this.#ready.nodes, this.#lost.nodes, this.#ceased];
    const resources = [this.#all, this.#ready, this.#lost].flatMap(sum => sum.resources);
    return [...nodes, all, ready, graced, ...resources, this.#expiries.next()].join();
  }

  /** `due`: when the next node stops counting if nothing else happens; null: never. */
  size(now: EpochMs, profile: ProportionalProfile): { size: ClusterSize; due: EpochMs | null } {
    const isOurs = profile === "Trimtab-1";
    const due = isOurs ? this.#expire(now) : null;
    const grace = isOurs ? this.#lost : new Sum();
    const resources = this.#resources.map((name, index) => ({
      ...{ name, total: this.#all.of(index) },
      schedulable: this.#ready.of(index) + grace.of(index),
    }));
    const size = {
      nodes: this.#all.nodes,
      schedulableNodes: this.#ready.nodes + grace.nodes,
      cores: wholeCores(this.#all.milliCpu),
      schedulableCores: wholeCores(this.#ready.milliCpu + grace.milliCpu),
      ...(resources.length > 0 && { resources }),
      ...(isOurs &&
        this.#ceased > 0 && {
          lost: { nodes: this.#ceased, of: this.#ready.nodes + this.#ceased },
        }),
    };
    return { size, due };
  }

  #insert(node: TrimmedNode): void {
    this.#nodes.set(node.name, node);
    this.#all.add(node, 1);
    if (node.unschedulable) return;
    if (node.ready === "True") this.#ready.add(node, 1);
    else if (node.lostReadyAt !== null) this.#keep(node, node.lostReadyAt);
  }

  #keep(node: TrimmedNode, lostReadyAt: EpochMs): void {
    this.#ceased++;
    this.#lost.add(node, 1);
    this.#expiries.set(node.name, lostReadyAt + LOST_NODE_GRACE_MS);
  }

  #remove(node: TrimmedNode): void {
    this.#nodes.delete(node.name);
    this.#all.add(node, -1);
    if (!node.unschedulable && node.ready === "True") this.#ready.add(node, -1);
    else if (!node.unschedulable && node.lostReadyAt !== null) this.#ceased--;
    if (this.#expiries.delete(node.name)) this.#lost.add(node, -1);
  }

  /**
   * Removes expired nodes; returns when the next node expires. A transition in the future counts as now,
   * because the clock was set back.
   */
  #expire(now: EpochMs): EpochMs | null {
    this.#expiries.noLaterThan(now + LOST_NODE_GRACE_MS);
    for (const { key } of this.#expiries.takeDue(now)) {
      const node = this.#nodes.get(key);
      if (node) this.#lost.add(node, -1);
    }
    return this.#expiries.next();
  }
}

const wholeCores = (milliCpu: bigint): number => Number((milliCpu + 999n) / 1000n);

/**
 * The input of a ClusterProportionalAutoscaler. Cores are allocatable CPU, summed exactly and
 * rounded up once.
 *
 * pods, namespaces  how many there are, or why that is unknown; absent: not counted
 * resources         what else of the nodes is counted; absent: nothing
 * lost              how many nodes ceased to be ready, of all that are not cordoned and were ever ready; absent:
 *                   none, or the profile does not ask
 */
export interface ClusterSize {
  readonly nodes: number;
  readonly schedulableNodes: number;
  readonly cores: number;
  readonly schedulableCores: number;
  readonly pods?: ObjectCount;
  readonly namespaces?: ObjectCount;
  readonly resources?: readonly ResourceSize[];
  readonly lost?: { readonly nodes: number; readonly of: number };
}

export type ObjectCount = Result<number, string>;

/** What the nodes have of one resource, summed exactly, in thousandths. */
export interface ResourceSize {
  readonly name: string;
  readonly total: bigint;
  readonly schedulable: bigint;
}

export type CountedSize = Pick<ClusterSize, "cores" | "nodes">;

/** Source  upstream linear_controller.go and ladder_controller.go: one flag selects both dimensions. */
export function countedSize(size: ClusterSize, includeUnschedulableNodes: boolean): CountedSize {
  return includeUnschedulableNodes
    ? { cores: size.cores, nodes: size.nodes }
    : { cores: size.schedulableCores, nodes: size.schedulableNodes };
}
