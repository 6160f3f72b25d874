import type { Intermediate, PodOwner } from "../../engine/observation/pod-owner.ts";
import { SetsByKey } from "../sets-by-key.ts";

/**
 * The pods of a namespace by the object that controls them, so that the pods of one workload are found without a
 * look at those of the others: any number of workloads may share labels.
 */
export class OwnerIndex {
  readonly #names = new SetsByKey<string, string>();
  /** Controllers with pods that belonged to no known workload when they were last looked at. Mostly none. */
  readonly #unresolved = new Map<Intermediate, Set<string>>();
  readonly #isKnown: (uid: string) => boolean;

  /** @param isKnown whether it is known which workload has this object */
  constructor(isKnown: (uid: string) => boolean) {
    this.#isKnown = isKnown;
  }

  place(name: string, before: PodOwner | null, now: PodOwner | null): void {
    if (before?.uid === now?.uid) return;
    if (before) this.#names.delete(before.uid, name);
    if (!now) return;
    this.#names.add(now.uid, name);
    if (now.intermediate !== null && !this.#isKnown(now.uid)) this.#note(now.intermediate, now.uid);
  }

  /** An object is gone. Its pods soon are, too, but until then they are not those of another workload. */
  lose(uid: string, kind: Intermediate): void {
    if (this.#names.count(uid) > 0) this.#note(kind, uid);
  }

  /** The names of the pods that these objects control. */
  *of(uids: Iterable<string>): Iterable<string> {
    for (const uid of uids) yield* this.#names.of(uid);
  }

  /** The names of the pods of controllers of these kinds that are not known yet. */
  *unresolved(kinds: readonly Intermediate[]): Iterable<string> {
    for (const kind of kinds) {
      const uids = this.#unresolved.get(kind) ?? new Set();
      for (const uid of uids) {
        if (this.#isKnown(uid) || this.#names.count(uid) === 0) uids.delete(uid);
        else yield* this.#names.of(uid);
      }
    }
  }

  clear(): void {
    this.#names.clear();
    this.#unresolved.clear();
  }

  #note(kind: Intermediate, uid: string): void {
    const uids = this.#unresolved.get(kind) ?? new Set();
    this.#unresolved.set(kind, uids.add(uid));
  }
}
