import {
  compileNodeFilter,
  nodeFilterKey,
  type NodeFilter,
  trimNode,
  type RawNode,
  type TrimmedNode,
} from "../../engine/model/observation/node.ts";
import { NodeTally } from "../../engine/model/observation/node-tally.ts";
import { isSameJson } from "../../engine/model/values/json-values.ts";
import { ok } from "../../engine/model/values/result.ts";
import { resourcePath, type KubeObject } from "../../kube/watch/object.ts";
import type { Reflector } from "../../kube/watch/reflector.ts";
import type { Change } from "../../kube/watch/object-cache.ts";
import type { Reflectors } from "../../kube/watch/reflectors.ts";
import { coalesce } from "../../controller/workqueue/event-loop-turn.ts";
import type { Tracker, Topic } from "../../controller/workqueue/subscriptions.ts";

/** While nodes come and go all the time, the decisions about them take at most a third of the CPU time. */
const perObjectMs = 1;

/**
 * The size of the cluster for each filter of nodes in use, updated node by node: the cost of a decision does
 * not grow with the cluster, and a change of nodes that leaves the size as it is causes no decision.
 */
export class ClusterSizes {
  readonly name = "nodes";
  readonly #nodes: Reflector<RawNode & KubeObject, TrimmedNode>;
  readonly #tallies = new Map<Topic, { tally: NodeTally; announce: () => void }>();
  readonly #resources: ResourceDemand;
  readonly #onChange: (topic: Topic) => number;

  /** @param onChange returns how many objects it has woken */
  constructor(reflectors: Reflectors, onChange: (topic: Topic) => number) {
    this.#onChange = onChange;
    this.#resources = new ResourceDemand(() => this.#nodes.refresh(), onChange);
    this.#nodes = reflectors.open<RawNode & KubeObject, TrimmedNode>({
      path: resourcePath({ group: "", version: "v1", plural: "nodes" }),
      trim: (raw, previous) => trimNode(raw, previous, this.#resources.isWanted),
      same: isSameJson,
      onChanges: changes => this.#count(changes),
    });
  }

  start(): void {
    this.#nodes.start();
  }

  get synced(): boolean {
    return this.#nodes.synced;
  }

  whenSynced(): Promise<void> {
    return this.#nodes.whenSynced();
  }

  /**
   * The name under which changes for a filter are announced.
   *
   * @param resources what counts besides cores, sorted
   */
  topic(filter: NodeFilter, resources: readonly string[] = []): Topic {
    const key = `nodes/${nodeFilterKey(filter)}` as const;
    return resources.length > 0 ? `${key}#${resources.join()}` : key;
  }

  /**
   * The tally for a filter; null: the nodes are listed again, because they were kept without resources. The
   * first use walks over all nodes once.
   */
  tally(filter: NodeFilter, resources: readonly string[], tracker: Tracker) {
    const topic = this.topic(filter, resources);
    tracker.add(topic);
    const known = this.#tallies.get(topic);
    if (known) return ok(known.tally);
    const matches = compileNodeFilter(filter);
    if (!matches.ok) return matches;
    if (resources.length > 0 && !this.#resources.isKept(topic)) return null;
    const tally = new NodeTally(matches.value, resources);
    for (const [, node] of this.#nodes.entries()) tally.set(node);
    const announce = coalesce(() => perObjectMs * this.#onChange(topic));
    this.#tallies.set(topic, { tally, announce });
    return ok(tally);
  }

  /** Whether there are nodes, but a filter accepts none. Keeps no state. */
  matchesNone(filter: NodeFilter): boolean {
    const matches = compileNodeFilter(filter);
    if (!matches.ok || !this.synced || this.#nodes.size === 0) return false;
    for (const [, node] of this.#nodes.entries()) if (matches.value(node)) return false;
    return true;
  }

  release(topic: Topic): void {
    this.#tallies.delete(topic);
    this.#resources.release(topic);
  }

  #count(changes: readonly Change<TrimmedNode>[]): void {
    for (const { tally, announce } of this.#tallies.values()) {
      const before = tally.fingerprint();
      for (const { key, current } of changes) {
        if (current) tally.set(current);
        else tally.delete(key);
      }
      if (tally.fingerprint() !== before) announce();
    }
  }
}

/**
 * Whether the cache of nodes keeps the allocatable resources of each node, because an object has counted one. It
 * then keeps all of them until the process ends: which resources the objects name, and how often they are edited,
 * never causes a second list of the nodes.
 */
export class ResourceDemand {
  readonly #waiting = new Set<Topic>();
  readonly #refresh: () => Promise<void>;
  readonly #onComplete: (topic: Topic) => void;
  #state: "Unwanted" | "Listing" | "Complete" = "Unwanted";

  constructor(refresh: () => Promise<void>, onComplete: (topic: Topic) => void) {
    this.#refresh = refresh;
    this.#onComplete = onComplete;
  }

  /** Whether to keep the resources of a node. */
  get isWanted(): boolean {
    return this.#state !== "Unwanted";
  }

  /** Whether the cached nodes have their resources. If not, they are listed again, and the end is announced. */
  isKept(topic: Topic): boolean {
    if (this.#state === "Complete") return true;
    this.#waiting.add(topic);
    if (this.#state === "Unwanted") void this.#list();
    return false;
  }

  release(topic: Topic): void {
    this.#waiting.delete(topic);
  }

  async #list(): Promise<void> {
    this.#state = "Listing";
    await this.#refresh();
    this.#state = "Complete";
    for (const topic of this.#waiting) this.#onComplete(topic);
    this.#waiting.clear();
  }
}
