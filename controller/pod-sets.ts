import type { Pod } from "../engine/observation/pod.ts";
import { parseSelector } from "../engine/observation/selector-text.ts";
import type { LabelPredicate } from "../engine/observation/label-selector.ts";

/** The pods of one selector, by name. */
interface PodSet {
  readonly selector: string;
  /** Null: it cannot be read, which is told of where decisions are made, and so has no pods. */
  readonly matches: LabelPredicate | null;
  readonly pods: Map<string, Pod>;
  /** How many of them another selector in use matches as well, by that one; normally none does. */
  readonly overlaps: Map<string, number>;
}

/** The pods of one namespace, and those of each selector in use. */
export class NamespacePods {
  readonly #pods = new Map<string, Pod>();
  readonly #sets = new Map<string, PodSet>();

  get size(): number {
    return this.#pods.size;
  }

  pods(selector: string): ReadonlyMap<string, Pod> {
    return this.#set(selector).pods;
  }

  /** No API server would take one that cannot be read for a selector. */
  isReadable(selector: string): boolean {
    return this.#set(selector).matches !== null;
  }

  /** The other selectors in use that match some of the same pods. */
  overlapping(selector: string): Iterable<string> {
    return this.#set(selector).overlaps.keys();
  }

  set(pod: Pod): void {
    this.#pods.set(pod.name, pod);
    this.#place(pod.name, pod);
  }

  delete(name: string): void {
    this.#pods.delete(name);
    this.#place(name, null);
  }

  /** The list is about to be told anew. */
  clear(): void {
    this.#pods.clear();
    for (const { pods, overlaps } of this.#sets.values()) {
      pods.clear();
      overlaps.clear();
    }
  }

  forget(selector: string): void {
    const others = this.#sets.get(selector)?.overlaps.keys() ?? [];
    this.#sets.delete(selector);
    for (const other of others) this.#sets.get(other)?.overlaps.delete(selector);
  }

  #place(name: string, pod: Pod | null): void {
    const before: PodSet[] = [];
    const after: PodSet[] = [];
    for (const set of this.#sets.values()) {
      if (set.pods.has(name)) before.push(set);
      if (pod && set.matches?.(pod.labels)) {
        set.pods.set(name, pod);
        after.push(set);
      } else set.pods.delete(name);
    }
    countOverlaps(before, -1);
    countOverlaps(after, 1);
  }

  /** The first one who asks pays for one walk over the namespace. */
  #set(selector: string): PodSet {
    const known = this.#sets.get(selector);
    if (known) return known;
    const parsed = parseSelector(selector);
    const matches = parsed.ok && selector !== "" ? parsed.value : null;
    const pods = new Map([...this.#pods].filter(([, pod]) => matches?.(pod.labels)));
    const set = { selector, matches, pods, overlaps: new Map<string, number>() };
    for (const other of this.#sets.values()) {
      const common = [...pods.keys()].filter(name => other.pods.has(name)).length;
      if (common > 0) addOverlap(set, other, common);
    }
    this.#sets.set(selector, set);
    return set;
  }
}

/** One pod is in all of these sets, or (-1) no longer. */
function countOverlaps(sets: readonly PodSet[], by: 1 | -1): void {
  for (const [index, set] of sets.entries()) {
    for (const other of sets.slice(index + 1)) addOverlap(set, other, by);
  }
}

function addOverlap(a: PodSet, b: PodSet, by: number): void {
  const common = (a.overlaps.get(b.selector) ?? 0) + by;
  for (const [set, other] of [
    [a, b],
    [b, a],
  ] as const) {
    if (common > 0) set.overlaps.set(other.selector, common);
    else set.overlaps.delete(other.selector);
  }
}
