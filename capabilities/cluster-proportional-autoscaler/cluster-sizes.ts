import {
  compileSelector,
  selectorKey,
  type LabelSelector,
} from "../../engine/observation/selectors/label-selector.ts";
import { NodeTally } from "../../engine/observation/node-tally.ts";
import {
  sameNode,
  trimNode,
  type RawNode,
  type TrimmedNode,
} from "../../engine/observation/node.ts";
import { ok, type Result } from "../../engine/result.ts";
import { resourcePath, type KubeObject } from "../../kube/watch/object.ts";
import type { Change, Reflector } from "../../kube/watch/reflector.ts";
import type { Reflectors } from "../../kube/watch/reflectors.ts";
import type { Tracker } from "../../controller/workqueue/subscriptions.ts";
import type { Topic } from "../../controller/workqueue/topic.ts";

/**
 * The size of the cluster for each node selector in use, updated node by node: the cost of a decision does
 * not grow with the cluster, and a heartbeat causes no decision.
 */
export class ClusterSizes {
  readonly name = "nodes";
  readonly #nodes: Reflector<RawNode & KubeObject, TrimmedNode>;
  readonly #tallies = new Map<Topic, NodeTally>();
  readonly #onChange: (topic: Topic) => void;

  constructor(reflectors: Reflectors, onChange: (topic: Topic) => void) {
    this.#onChange = onChange;
    this.#nodes = reflectors.open<RawNode & KubeObject, TrimmedNode>({
      path: resourcePath({ group: "", version: "v1", plural: "nodes" }),
      trim: trimNode,
      same: sameNode,
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

  /** The name under which changes for a selector are announced. */
  topic(selector: LabelSelector): Topic {
    return `nodes/${selectorKey(selector)}`;
  }

  /** The tally for a selector. The first use walks over all nodes once. */
  tally(selector: LabelSelector, tracker: Tracker): Result<NodeTally, string> {
    const topic = this.topic(selector);
    tracker.add(topic);
    const known = this.#tallies.get(topic);
    if (known) return ok(known);
    const matches = compileSelector(selector);
    if (!matches.ok) return matches;
    const tally = new NodeTally(matches.value);
    for (const [, node] of this.#nodes.entries()) tally.set(node);
    this.#tallies.set(topic, tally);
    return ok(tally);
  }

  /** Whether there are nodes, but a selector matches none. Keeps no state. */
  matchesNone(selector: LabelSelector): boolean {
    const matches = compileSelector(selector);
    if (!matches.ok || !this.synced || this.#nodes.size === 0) return false;
    for (const [, { labels }] of this.#nodes.entries()) if (matches.value(labels)) return false;
    return true;
  }

  release(topic: Topic): void {
    this.#tallies.delete(topic);
  }

  #count(changes: readonly Change<TrimmedNode>[]): void {
    for (const [topic, tally] of this.#tallies) {
      const moved = changes.filter(({ key, current }) =>
        current ? tally.set(current) : tally.delete(key),
      );
      if (moved.length > 0) this.#onChange(topic);
    }
  }
}
