import type { Label, LabelPredicate } from "../../engine/model/selectors/label-selector.ts";
import type { Pod, PodOwner } from "../../engine/model/observation/pod.ts";
import { readSelector } from "../../engine/model/selectors/selector-text.ts";
import { SelectorIndex } from "../claims/selector-index.ts";
import { SetsByKey } from "../sets-by-key.ts";
import { OwnerIndex } from "./owner-index.ts";

interface PodSet {
  readonly selector: string;
  /** Null: the selector is invalid and matches no pods. Decisions report the error. */
  readonly matches: LabelPredicate | null;
  readonly pods: Map<string, Pod>;
  /** Whether a target is scaled by these pods. */
  isScaling: boolean;
}

/** How many pods a new selector may look at before another label is indexed. */
const fewPods = 10;
/** Each indexed label costs memory for every pod that has it. */
const mostKeys = 8;

/**
 * The pods of one namespace, and those of each selector in use. Overlaps are not stored as pairs of
 * selectors, of which there may be too many. Instead, each pod knows the selectors that match it and scale
 * targets.
 */
export class NamespacePods {
  readonly #pods = new Map<string, Pod>();
  readonly #sets = new Map<string, PodSet>();
  readonly #index = new SelectorIndex<PodSet>();
  /** Names of pods by label, for new selectors: by the keys that they need, then by value. */
  readonly #byLabel = new Map<string, SetsByKey<string, string>>();
  /** By pod: the sets that contain it and scale a target. */
  readonly #scaling = new SetsByKey<string, PodSet>();
  /** Null: no object has asked for owners. */
  #owners: OwnerIndex | null = null;

  get size(): number {
    return this.#pods.size;
  }

  pods(selector: string): ReadonlyMap<string, Pod> {
    return this.#set(selector).pods;
  }

  /** Whether the selector is valid. The API server would reject any other. */
  isReadable(selector: string): boolean {
    return this.#set(selector).matches !== null;
  }

  setScaling(selector: string, isScaling: boolean): void {
    const set = this.#set(selector);
    if (set.isScaling === isScaling) return;
    set.isScaling = isScaling;
    for (const name of set.pods.keys()) {
      if (isScaling) this.#scaling.add(name, set);
      else this.#scaling.delete(name, set);
    }
  }

  /**
   * Other selectors that scale targets and match some of the same pods. Yields them one by one, some
   * repeatedly: a caller that looks for one can stop at the first.
   */
  *overlapping(selector: string): Iterable<string> {
    const set = this.#set(selector);
    for (const name of set.pods.keys()) {
      for (const other of this.#scaling.of(name)) if (other !== set) yield other.selector;
    }
  }

  /** The pods by their controllers. The first call looks at all of them once. */
  owners(isKnown: (uid: string) => boolean): OwnerIndex {
    if (this.#owners) return this.#owners;
    this.#owners = new OwnerIndex(isKnown);
    for (const { name, owner } of this.#pods.values()) this.#owners.place(name, null, owner);
    return this.#owners;
  }

  /** An object that may control some of these pods is new, or gone. */
  noteOwner(owner: PodOwner): void {
    this.#owners?.note(owner);
  }

  set(pod: Pod): void {
    const before = this.#pods.get(pod.name);
    this.#pods.set(pod.name, pod);
    this.#place(pod.name, before, pod);
  }

  delete(name: string): void {
    const before = this.#pods.get(name);
    this.#pods.delete(name);
    this.#place(name, before, undefined);
  }

  /** A new list follows. */
  clear(): void {
    this.#pods.clear();
    this.#byLabel.clear();
    this.#scaling.clear();
    this.#owners?.clear();
    for (const { pods } of this.#sets.values()) pods.clear();
  }

  forget(selector: string): void {
    const set = this.#sets.get(selector);
    if (!set) return;
    this.setScaling(selector, false);
    this.#sets.delete(selector);
    this.#index.delete(set);
  }

  #place(name: string, before: Pod | undefined, now: Pod | undefined): void {
    this.#reindex(name, before, now);
    for (const set of before ? this.#index.possible(before.labels) : []) {
      if (now && set.matches?.(now.labels)) continue;
      if (set.pods.delete(name)) this.#scaling.delete(name, set);
    }
    if (now) this.#put(now);
  }

  #reindex(name: string, before: Pod | undefined, now: Pod | undefined): void {
    this.#owners?.place(name, before?.owner ?? null, now?.owner ?? null);
    if (before?.labels === now?.labels) return;
    for (const [key, names] of this.#byLabel) {
      const [was, is] = [valueOf(before, key), valueOf(now, key)];
      if (was !== undefined) names.delete(was, name);
      if (is !== undefined) names.add(is, name);
    }
  }

  #put(pod: Pod): void {
    for (const set of this.#index.possible(pod.labels)) {
      if (!set.matches?.(pod.labels)) continue;
      set.pods.set(pod.name, pod);
      if (set.isScaling) this.#scaling.add(pod.name, set);
    }
  }

  #set(selector: string): PodSet {
    const known = this.#sets.get(selector);
    if (known) return known;
    const read = readSelector(selector);
    const matches = read.ok && selector !== "" ? read.value.matches : null;
    const needs = read.ok ? read.value.needs : [];
    const pods = new Map<string, Pod>();
    for (const name of matches ? this.#candidates(needs) : []) {
      const pod = this.#pods.get(name);
      if (pod && matches?.(pod.labels)) pods.set(name, pod);
    }
    const set = { selector, matches, pods, isScaling: false };
    this.#sets.set(selector, set);
    this.#index.add(set, needs);
    return set;
  }

  /** All pods that a selector may match: those with the rarest label that it needs. Without one, all pods. */
  #candidates(needs: readonly Label[]): Iterable<string> {
    let [names, count] = [this.#pods.keys() as Iterable<string>, this.#pods.size];
    for (const [key, value] of needs) {
      if (count <= fewPods) break;
      const byValue = this.#indexOf(key);
      const having = byValue?.count(value) ?? Infinity;
      if (byValue && having < count) [names, count] = [byValue.of(value), having];
    }
    return names;
  }

  /** Null: enough other keys have an index. */
  #indexOf(key: string): SetsByKey<string, string> | null {
    const known = this.#byLabel.get(key);
    if (known || this.#byLabel.size === mostKeys) return known ?? null;
    const names = new SetsByKey<string, string>();
    for (const pod of this.#pods.values()) {
      const value = valueOf(pod, key);
      if (value !== undefined) names.add(value, pod.name);
    }
    this.#byLabel.set(key, names);
    return names;
  }
}

const valueOf = (pod: Pod | undefined, key: string): string | undefined =>
  pod && Object.hasOwn(pod.labels, key) ? pod.labels[key] : undefined;
