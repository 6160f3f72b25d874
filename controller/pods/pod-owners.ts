import type { Intermediate, PodOwner } from "../../engine/model/observation/pod.ts";
import { formatKubeError, isTransient } from "../../kube/transport/errors.ts";
import type { Informer, Change } from "../../kube/watch/object-cache.ts";
import { splitKey, type KubeObject } from "../../kube/watch/object.ts";
import type { Reflectors } from "../../kube/watch/reflectors.ts";
import { SetsByKey } from "../sets-by-key.ts";
import { type Tracker, topicOf, type Topic } from "../workqueue/subscriptions.ts";

interface Owned {
  readonly uid: string;
  /** The uid of the object that controls it; null: none does. */
  readonly owner: string | null;
}

interface OwnersPorts {
  readonly reflectors: Reflectors;
  /** Called when the first list of a kind is complete. */
  readonly onArrival: (topic: Topic) => void;
  /** Called when an object is new, or gone, although it may still have pods. */
  readonly onChange: (namespace: string, owner: PodOwner) => void;
}

/** Why a watch has no complete list. */
export type Unlisted =
  | { readonly kind: "waiting" }
  | { readonly kind: "failed"; readonly message: string };

/** Whether the owners of all objects of some kinds are known. */
export type OwnersState = { readonly kind: "known" } | Unlisted;

/** The names of the pods in memory that a workload controls, or why they are unknown. */
export type ControlledPods =
  | { readonly kind: "known"; readonly names: ReadonlySet<string> }
  | Unlisted;

const resources = {
  ReplicaSet: { group: "apps", version: "v1", plural: "replicasets" },
  StatefulSet: { group: "apps", version: "v1", plural: "statefulsets" },
  ReplicationController: { group: "", version: "v1", plural: "replicationcontrollers" },
} as const;

const topicFor = (kind: Intermediate): Topic => topicOf("owners", kind);

/** A transient failure is only reported if it lasts longer. */
const patienceMs = 10_000;

export const whyUnlisted = ({ error, failingMs }: Pick<Informer<unknown>, "error" | "failingMs">) =>
  error === null || (isTransient(error) && failingMs < patienceMs)
    ? ({ kind: "waiting" } as const)
    : ({ kind: "failed", message: formatKubeError(error) } as const);

/**
 * Which workload has which ReplicaSets, and the like: what is between a workload and its pods. A watch of the metadata
 * of a kind runs while an object needs it, for all namespaces at once.
 */
export class PodOwners {
  readonly #ports: OwnersPorts;
  readonly #watched = new Map<Intermediate, Informer<Owned>>();
  readonly #known = new Set<string>();
  readonly #byOwner = new SetsByKey<string, string>();

  constructor(ports: OwnersPorts) {
    this.#ports = ports;
  }

  read(kinds: readonly Intermediate[], tracker: Tracker): OwnersState {
    let state: OwnersState = { kind: "known" };
    for (const kind of kinds) {
      tracker.add(topicFor(kind));
      const watched = this.#watched.get(kind) ?? this.#open(kind);
      if (watched.synced || state.kind === "failed") continue;
      state = whyUnlisted(watched);
    }
    return state;
  }

  /** Whether the owner of this object is known. */
  readonly isKnown = (uid: string): boolean => this.#known.has(uid);

  /** A workload and all that it has between itself and its pods, as far as that is watched. */
  *controllersOf(workload: string): Iterable<string> {
    yield workload;
    yield* this.#byOwner.of(workload);
  }

  release(topic: Topic): void {
    const kind = topic.slice(topic.indexOf("/") + 1) as Intermediate;
    const unused = this.#watched.get(kind);
    if (!unused) return;
    this.#watched.delete(kind);
    this.#ports.reflectors.close(unused);
    for (const [key, { uid, owner }] of unused.entries()) {
      this.#forget(uid, owner);
      this.#ports.onChange(splitKey(key).namespace, { uid, intermediate: kind });
    }
  }

  #open(kind: Intermediate): Informer<Owned> {
    const informer = this.#ports.reflectors.openNamespaced<KubeObject, Owned>({
      ...{ resource: resources[kind], metadataOnly: true },
      trim: ({ metadata: { uid, ownerReferences } }, previous) => {
        const owner = ownerReferences?.find(({ controller }) => controller === true)?.uid ?? null;
        return previous?.uid === uid && previous.owner === owner ? previous : { uid, owner };
      },
      same: (a, b) => a.uid === b.uid && a.owner === b.owner,
      onChanges: changes => this.#take(kind, changes),
    });
    this.#watched.set(kind, informer);
    informer.start();
    void informer.whenSynced().then(() => {
      if (this.#watched.get(kind) === informer) this.#ports.onArrival(topicFor(kind));
    });
    return informer;
  }

  #take(kind: Intermediate, changes: readonly Change<Owned>[]): void {
    for (const { key, current, previous } of changes) {
      const { namespace } = splitKey(key);
      if (previous) this.#forget(previous.uid, previous.owner);
      if (current) {
        this.#known.add(current.uid);
        if (current.owner !== null) this.#byOwner.add(current.owner, current.uid);
      }
      for (const uid of new Set([previous?.uid, current?.uid])) {
        if (uid !== undefined) this.#ports.onChange(namespace, { uid, intermediate: kind });
      }
    }
  }

  #forget(uid: string, owner: string | null): void {
    this.#known.delete(uid);
    if (owner !== null) this.#byOwner.delete(owner, uid);
  }
}
