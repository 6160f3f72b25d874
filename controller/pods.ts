import { samePod, trimPod, type Pod, type RawPod } from "../engine/observation/pod.ts";
import { formatKubeError, isTransient } from "../kube/errors.ts";
import { resourcePath, splitKey, type KubeObject } from "../kube/object.ts";
import type { Change, Reflector } from "../kube/reflector.ts";
import type { Reflectors } from "../kube/reflectors.ts";
import { NamespacePods } from "./pod-sets.ts";
import { PodUsers, type PodsQuestion, thingsOf } from "./pod-users.ts";

/** The pods of a selector, or why they are not known. */
export type PodsState =
  | {
      readonly kind: "known";
      readonly pods: ReadonlyMap<string, Pod>;
      /** Another target that is scaled by some of these pods, too; null: there is none. */
      readonly sharedWith: string | null;
    }
  | { readonly kind: "waiting" }
  | { readonly kind: "failed"; readonly message: string };

type PodReflector = Reflector<RawPod & KubeObject, Pod>;

/** One watch of the whole cluster then costs less than as many watches of single namespaces. */
const mostNamespaces = 20;
const everywhere = "";
/** A fault of the moment is not worth a word, but nobody is left in the dark for longer. */
const patienceMs = 10_000;

/**
 * The pods of each namespace and selector in use, kept up to date pod by pod: what a decision costs
 * does not grow with the cluster. Namespaces are watched one by one where they are few; with many
 * the whole cluster is, until nobody asks for pods any more.
 */
export class Pods {
  readonly #reflectors: Reflectors;
  readonly #onArrival: (thing: string) => void;
  /** The watches by namespace. */
  readonly #watched = new Map<string, PodReflector>();
  readonly #byNamespace = new Map<string, NamespacePods>();
  /** The cluster's own watch tells of all pods from now on; those of single namespaces lag behind it. */
  #isWhole = false;
  readonly #users = new PodUsers();

  constructor(reflectors: Reflectors, onArrival: (thing: string) => void) {
    this.#reflectors = reflectors;
    this.#onArrival = onArrival;
  }

  /** The names under which the arrival of a selector's pods is announced; their changes are not. */
  things(question: PodsQuestion): string[] {
    return thingsOf(question);
  }

  /** As they are now; the first look into a namespace takes a moment. */
  read(question: PodsQuestion): PodsState {
    const { namespace, selector } = question;
    this.#users.add(question);
    const reflector = this.#reflectorFor(namespace);
    if (reflector.synced) {
      const all = this.#podsOf(namespace);
      if (question.target.isScaled) all.setScaling(selector, true);
      return { kind: "known", pods: all.pods(selector), sharedWith: this.#rivalOf(question, all) };
    }
    const { error, failingMs } = reflector;
    return error === null || (isTransient(error) && failingMs < patienceMs)
      ? { kind: "waiting" }
      : { kind: "failed", message: formatKubeError(error) };
  }

  #rivalOf(question: PodsQuestion, all: NamespacePods): string | null {
    const { selector } = question;
    if (all.pods(selector).size === 0) return null;
    const rival = this.#users.rivalOf(question, [selector]);
    return rival ?? this.#users.rivalOf(question, all.overlapping(selector));
  }

  /**
   * How many pods a selector in use has, or a namespace (null), as far as they are known. A selector
   * that cannot be read is none that anybody should be asked about.
   */
  count(namespace: string, selector: string | null): number {
    const pods = this.#byNamespace.get(namespace);
    if (!pods) return 0;
    if (selector === null) return pods.size;
    return pods.isReadable(selector) ? pods.pods(selector).size : Infinity;
  }

  /** How many namespaces pods are kept of: those in use, and with the whole cluster all that have any. */
  get namespaces(): number {
    return this.#byNamespace.size;
  }

  /** Nobody depends on this thing any more. */
  release(thing: string): void {
    const left = this.#users.remove(thing);
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
    // While the cluster is being read, a namespace that is there already goes on serving.
    const own = this.#watched.get(namespace);
    if (own) return own;
    if (all) return all;
    return this.#open(this.#users.namespaces > mostNamespaces ? everywhere : namespace);
  }

  #open(namespace: string): PodReflector {
    const reflector = this.#reflectors.open<RawPod & KubeObject, Pod>({
      path: resourcePath({ group: "", version: "v1", plural: "pods", namespace }),
      trim: trimPod,
      same: samePod,
      onChanges: changes => {
        this.#take(namespace, changes);
      },
    });
    this.#watched.set(namespace, reflector);
    reflector.start();
    void reflector.whenSynced().then(() => {
      this.#arrived(namespace, reflector);
    });
    return reflector;
  }

  #arrived(namespace: string, reflector: PodReflector): void {
    if (this.#watched.get(namespace) !== reflector) return;
    if (namespace === everywhere) {
      for (const other of [...this.#watched.keys()]) if (other !== everywhere) this.#stop(other);
    }
    const things = this.#users.thingsIn(namespace === everywhere ? null : namespace);
    for (const thing of things) this.#onArrival(thing);
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
    const known = this.#byNamespace.get(namespace);
    if (known) return known;
    const fresh = new NamespacePods();
    this.#byNamespace.set(namespace, fresh);
    return fresh;
  }

  #close(namespace: string): void {
    const reflector = this.#watched.get(namespace);
    if (!reflector) return;
    this.#stop(namespace);
    if (namespace !== everywhere) {
      this.#byNamespace.delete(namespace);
      return;
    }
    this.#byNamespace.clear();
    this.#isWhole = false;
  }

  #stop(namespace: string): void {
    const reflector = this.#watched.get(namespace);
    if (!reflector) return;
    this.#watched.delete(namespace);
    this.#reflectors.close(reflector);
  }
}
