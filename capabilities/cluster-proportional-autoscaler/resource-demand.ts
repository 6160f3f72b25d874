import type { Topic } from "../../controller/workqueue/topic.ts";

/** Whether the cached nodes have a resource: not before the list that was requested for it is complete. */
interface Kept {
  isComplete: boolean;
}

/**
 * Which allocatable resources of the nodes are kept, because an object counts them. A new one costs one list of
 * the nodes, however many objects ask for it.
 */
export class ResourceDemand {
  /** By the tally that sums them up. */
  readonly #wanted = new Map<Topic, readonly string[]>();
  readonly #kept = new Map<string, Kept>();
  readonly #refresh: () => Promise<void>;
  readonly #onComplete: (topic: Topic) => void;
  #names: readonly string[] = [];

  constructor(refresh: () => Promise<void>, onComplete: (topic: Topic) => void) {
    this.#refresh = refresh;
    this.#onComplete = onComplete;
  }

  /** What to keep of a node. */
  get names(): readonly string[] {
    return this.#names;
  }

  /** Whether the cached nodes have these resources. If not, they are listed again, and the end is announced. */
  isKept(topic: Topic, resources: readonly string[]): boolean {
    if (resources.length === 0) return true;
    this.#wanted.set(topic, resources);
    const missing = resources.filter(name => !this.#kept.has(name));
    if (missing.length > 0) void this.#keep(missing);
    return resources.every(name => this.#kept.get(name)?.isComplete);
  }

  release(topic: Topic): void {
    if (!this.#wanted.delete(topic)) return;
    const left = new Set([...this.#wanted.values()].flat());
    for (const name of this.#kept.keys()) if (!left.has(name)) this.#kept.delete(name);
    this.#names = [...this.#kept.keys()];
  }

  async #keep(names: readonly string[]): Promise<void> {
    const added = names.map((name): [string, Kept] => [name, { isComplete: false }]);
    for (const [name, kept] of added) this.#kept.set(name, kept);
    this.#names = [...this.#kept.keys()];
    await this.#refresh();
    for (const [, kept] of added) kept.isComplete = true;
    for (const [topic, resources] of this.#wanted) {
      if (resources.some(name => names.includes(name))) this.#onComplete(topic);
    }
  }
}
