import type { Pod, Intermediate, PodOwner } from "../../engine/model/observation/pod.ts";
import { SetsByKey } from "../sets-by-key.ts";

/**
 * The pods of a namespace by the object that controls them, so that the pods of one workload are found without a
 * look at those of the others: any number of workloads may share labels.
 */
export class OwnerIndex {
  readonly #names = new SetsByKey<string, string>();
  /** The controllers with pods of which it is not known which workload has them. Mostly none. */
  readonly #unresolved = new Map<Intermediate, Set<string>>();
  readonly #isKnown: (uid: string) => boolean;

  /** @param isKnown whether it is known which workload has this object */
  constructor(isKnown: (uid: string) => boolean) {
    this.#isKnown = isKnown;
  }

  place(name: string, before: PodOwner | null, now: PodOwner | null): void {
    if (before?.uid === now?.uid) return;
    if (before) this.#names.delete(before.uid, name);
    if (now) this.#names.add(now.uid, name);
    for (const owner of [before, now]) if (owner?.intermediate) this.note(owner);
  }

  /** Looks again whether it is known which workload has this object. */
  note({ uid, intermediate }: PodOwner): void {
    if (intermediate === null) return;
    const uids = this.#unresolved.get(intermediate) ?? new Set();
    if (this.#names.count(uid) === 0 || this.#isKnown(uid)) uids.delete(uid);
    else this.#unresolved.set(intermediate, uids.add(uid));
  }

  /** The names of the pods that these objects control. */
  *of(uids: Iterable<string>): Iterable<string> {
    for (const uid of uids) yield* this.#names.of(uid);
  }

  /** Of some pods, those that a workload with objects of these kinds may have, as far as is known. */
  *unresolved(
    pods: ReadonlyMap<string, Pod>,
    kinds: readonly Intermediate[],
  ): Iterable<readonly [string, Pod]> {
    for (const kind of kinds) {
      const uids = this.#unresolved.get(kind) ?? new Set();
      // While the watch of a kind is down, new controllers add up, and many objects ask about a few pods each.
      const names = pods.size < uids.size ? pods.keys() : this.of(uids);
      for (const name of names) {
        const pod = pods.get(name);
        if (pod?.owner?.intermediate === kind && uids.has(pod.owner.uid)) yield [name, pod];
      }
    }
  }

  clear(): void {
    this.#names.clear();
    this.#unresolved.clear();
  }
}
