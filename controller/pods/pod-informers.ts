// controller/pods/: the pods that a selector matches, from one watch per namespace.

import type { Pod, RawPod, Intermediate } from "../../engine/model/observation/pod.ts";
import { isSameJson } from "../../engine/model/values/json-values.ts";
import { resourcePath, splitKey, type KubeObject } from "../../kube/watch/object.ts";
import type { Reflector } from "../../kube/watch/reflector.ts";
import type { Change } from "../../kube/watch/object-cache.ts";
import type { Reflectors } from "../../kube/watch/reflectors.ts";
import { NamespacePods } from "./namespace-pod-index.ts";
import { type ControlledPods, PodOwners, type Unlisted, whyUnlisted } from "./pod-owners.ts";
import { PodSiblings } from "./pod-siblings.ts";
import { SelectorUsers, type SelectorUse, topicsOf } from "./selector-users.ts";
import type { Tracker, Topic } from "../workqueue/subscriptions.ts";

/** The pods of a selector, or why they are unknown. */
export type PodsState =
  | {
      readonly kind: "known";
      readonly pods: ReadonlyMap<string, Pod>;
      /** Another target that is scaled by some of these pods; null: none. */
      readonly sharedWith: string | null;
      /** If only the target's own pods are wanted: what the selector matches besides. */
      readonly besides?: {
        readonly matching: ReadonlyMap<string, Pod>;
        /** The names of those that are in `pods` as well, because their owner is not known yet. */
        readonly unresolved: ReadonlySet<string>;
      };
    }
  | Unlisted;

type PodReflector = Reflector<RawPod & KubeObject, Pod>;

/** With more namespaces, one watch of the whole cluster costs less than a watch per namespace. */
const mostNamespaces = 20;
const everywhere = "";

/**
 * The pods of each namespace and selector in use, updated pod by pod: the cost of a decision does not grow
 * with the cluster. A few namespaces get a watch each. With many, one watch covers the whole cluster until no
 * object needs pods any more.
 */
export class PodInformers {
  readonly #reflectors: Reflectors;
  readonly #onArrival: (topic: Topic) => void;
  readonly #watched = new Map<string, PodReflector>();
  readonly #byNamespace = new Map<string, NamespacePods>();
  /** The cluster-wide watch delivers all pods from now on; watches of single namespaces lag behind it. */
  #isWhole = false;
  readonly #users = new SelectorUsers();
  readonly #siblings = new PodSiblings();
  /** What is between workloads and their pods. */
  readonly owners: PodOwners;

  readonly #most: number;

  /** @param most namespaces with a watch each; Infinity: the whole cluster may not be watched */
  constructor(reflectors: Reflectors, onArrival: (topic: Topic) => void, most = mostNamespaces) {
    this.#reflectors = reflectors;
    this.#onArrival = onArrival;
    this.#most = most;
    this.owners = new PodOwners({
      ...{ reflectors, onArrival },
      onChange: (namespace, owner) => this.#byNamespace.get(namespace)?.noteOwner(owner),
    });
  }

  /**
   * The current pods. The first read of a namespace takes a moment; only then is the arrival of the pods
   * announced, and no later change.
   */
  read(use: SelectorUse, tracker: Tracker): PodsState {
    const { namespace, selector } = use;
    for (const topic of topicsOf(use)) tracker.add(topic);
    this.#users.add(use);
    const owners = use.ownedThrough && this.owners.read(use.ownedThrough, tracker);
    const reflector = this.#reflectorFor(namespace);
    if (reflector.synced) {
      const all = this.#podsOf(namespace);
      if (use.target.isScaled) all.setScaling(selector, true);
      if (owners) return owners.kind === "known" ? this.#owned(use, all) : owners;
      const pods = all.pods(selector);
      return { kind: "known", pods, sharedWith: this.#sharedWith(use, all) };
    }
    return whyUnlisted(reflector);
  }

  /** The current pods of a selector in use; null: they are not watched. Opens no watch and keeps no selector. */
  known(namespace: string, selector: string): ReadonlyMap<string, Pod> | null {
    const all = this.#watched.get(everywhere);
    const reflector = all?.synced ? all : this.#watched.get(namespace);
    const isCurrent = reflector?.synced === true && reflector.error === null;
    if (!isCurrent || !this.#users.isUsed(namespace, selector)) return null;
    return this.#podsOf(namespace).pods(selector);
  }

  /** Of the pods in memory, those that a workload controls, itself or through these kinds. */
  controlled(
    { namespace, uid }: { readonly namespace: string; readonly uid: string },
    kinds: readonly Intermediate[],
    tracker: Tracker,
  ): ControlledPods {
    const owners = this.owners.read(kinds, tracker);
    if (owners.kind !== "known") return owners;
    const index = this.#podsOf(namespace).owners(this.owners.isKnown);
    return { kind: "known", names: new Set(index.of(this.owners.controllersOf(uid))) };
  }

  /** A pod has one controller, so no other target has the same pods. */
  #owned({ selector, target, ownedThrough = [] }: SelectorUse, all: NamespacePods): PodsState {
    const matching = all.pods(selector);
    const index = all.owners(this.owners.isKnown);
    const pods = new Map<string, Pod>();
    for (const name of index.of(this.owners.controllersOf(target.uid))) {
      const pod = matching.get(name);
      if (pod) pods.set(name, pod);
    }
    const unresolved = new Set<string>();
    for (const [name, pod] of index.unresolved(matching, ownedThrough)) {
      pods.set(name, pod);
      unresolved.add(name);
    }
    return { kind: "known", pods, sharedWith: null, besides: { matching, unresolved } };
  }

  #sharedWith(use: SelectorUse, all: NamespacePods): string | null {
    const { selector } = use;
    if (all.pods(selector).size === 0) return null;
    const other = this.#users.otherTargetOf(use, [selector]);
    return other ?? this.#users.otherTargetOf(use, all.overlapping(selector));
  }

  /**
   * The number of known pods of a selector in use, or of a namespace (null). An invalid selector has
   * infinitely many, so that no API server is asked about it.
   */
  count(namespace: string, selector: string | null): number {
    const pods = this.#byNamespace.get(namespace);
    if (!pods) return 0;
    if (selector === null) return pods.size;
    return pods.isReadable(selector) ? pods.pods(selector).size : Infinity;
  }

  /** The number of pods in the cluster; null: they are not all in memory. */
  get total(): number | null {
    const all = this.#watched.get(everywhere);
    if (!all?.synced || all.error !== null) return null;
    return [...this.#byNamespace.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * How many namespaces have pods in memory: those in use and, with the cluster-wide watch, all with pods.
   */
  get namespaces(): number {
    return this.#byNamespace.size;
  }

  release(topic: Topic): void {
    const left = this.#users.remove(topic);
    if (!left) return;
    const { namespace, selector, isUsed, isScaling } = left;
    const pods = this.#byNamespace.get(namespace);
    if (!isScaling) pods?.setScaling(selector, false);
    if (isUsed) return;
    pods?.forget(selector);
    if (this.#users.has(namespace)) return;
    if (pods?.size === 0) this.#byNamespace.delete(namespace);
    if (this.#users.namespaces === 0) this.#close(everywhere);
    this.#close(namespace);
  }

  #reflectorFor(namespace: string): PodReflector {
    const all = this.#watched.get(everywhere);
    if (all?.synced) return all;
    // While the cluster-wide list is running, an existing watch of the namespace keeps serving.
    const own = this.#watched.get(namespace);
    if (own) return own;
    if (all) return all;
    return this.#open(this.#users.namespaces > this.#most ? everywhere : namespace);
  }

  #open(namespace: string): PodReflector {
    const reflector = this.#reflectors.open<RawPod & KubeObject, Pod>({
      path: resourcePath({ group: "", version: "v1", plural: "pods", namespace }),
      trim: (raw, previous) => this.#siblings.trim(raw, previous),
      same: isSameJson,
      onChanges: changes => this.#take(namespace, changes),
    });
    this.#watched.set(namespace, reflector);
    reflector.start();
    void reflector.whenSynced().then(() => this.#arrived(namespace, reflector));
    return reflector;
  }

  #arrived(namespace: string, reflector: PodReflector): void {
    if (this.#watched.get(namespace) !== reflector) return;
    if (namespace === everywhere) {
      for (const other of [...this.#watched.keys()]) if (other !== everywhere) this.#stop(other);
    }
    const topics = this.#users.topicsIn(namespace === everywhere ? null : namespace);
    for (const topic of topics) this.#onArrival(topic);
  }

  #take(from: string, changes: readonly Change<Pod>[]): void {
    if (from !== everywhere && this.#isWhole) return;
    if (from === everywhere && !this.#isWhole) {
      this.#isWhole = true;
      for (const pods of this.#byNamespace.values()) pods.clear();
    }
    for (const { key, current } of changes) {
      const { namespace, name } = splitKey(key);
      const pods = this.#podsOf(namespace);
      if (current) pods.set(current);
      else pods.delete(name);
      if (pods.size === 0 && !this.#users.has(namespace)) this.#byNamespace.delete(namespace);
    }
  }

  #podsOf(namespace: string): NamespacePods {
    const pods = this.#byNamespace.get(namespace) ?? new NamespacePods();
    this.#byNamespace.set(namespace, pods);
    return pods;
  }

  #close(namespace: string): void {
    if (!this.#stop(namespace)) return;
    if (namespace !== everywhere) {
      this.#byNamespace.delete(namespace);
      return;
    }
    this.#byNamespace.clear();
    this.#isWhole = false;
  }

  /** False: the namespace has no watch. */
  #stop(namespace: string): boolean {
    const reflector = this.#watched.get(namespace);
    if (reflector) this.#reflectors.close(reflector);
    return this.#watched.delete(namespace);
  }
}
