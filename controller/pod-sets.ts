import type { Pod } from "../engine/observation/pod.ts";
import { parseSelector } from "../engine/observation/selector-text.ts";
import type { LabelPredicate } from "../engine/observation/label-selector.ts";

/** The pods of one selector, by name. */
interface PodSet {
  /** Null: it cannot be read, which is told of where decisions are made, and so has no pods. */
  readonly matches: LabelPredicate | null;
  readonly pods: Map<string, Pod>;
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

  set(pod: Pod): void {
    this.#pods.set(pod.name, pod);
    for (const { matches, pods } of this.#sets.values()) {
      if (matches?.(pod.labels)) pods.set(pod.name, pod);
      else pods.delete(pod.name);
    }
  }

  delete(name: string): void {
    this.#pods.delete(name);
    for (const { pods } of this.#sets.values()) pods.delete(name);
  }

  /** The list is about to be told anew. */
  clear(): void {
    this.#pods.clear();
    for (const { pods } of this.#sets.values()) pods.clear();
  }

  forget(selector: string): void {
    this.#sets.delete(selector);
  }

  /** The first one who asks pays for one walk over the namespace. */
  #set(selector: string): PodSet {
    const known = this.#sets.get(selector);
    if (known) return known;
    const parsed = parseSelector(selector);
    const matches = parsed.ok && selector !== "" ? parsed.value : null;
    const pods = new Map([...this.#pods].filter(([, pod]) => matches?.(pod.labels)));
    const set = { matches, pods };
    this.#sets.set(selector, set);
    return set;
  }
}
