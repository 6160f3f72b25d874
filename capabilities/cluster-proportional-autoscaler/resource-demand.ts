import type { Topic } from "../../controller/workqueue/topic.ts";

/**
 * Whether the cache of nodes keeps the allocatable resources of each node, because an object has counted one. It
 * then keeps all of them until the process ends: which resources the objects name, and how often they are edited,
 * never causes a second list of the nodes.
 */
export class ResourceDemand {
  readonly #waiting = new Set<Topic>();
  readonly #refresh: () => Promise<void>;
  readonly #onComplete: (topic: Topic) => void;
  #state: "Unwanted" | "Listing" | "Complete" = "Unwanted";

  constructor(refresh: () => Promise<void>, onComplete: (topic: Topic) => void) {
    this.#refresh = refresh;
    this.#onComplete = onComplete;
  }

  /** Whether to keep the resources of a node. */
  get isWanted(): boolean {
    return this.#state !== "Unwanted";
  }

  /** Whether the cached nodes have their resources. If not, they are listed again, and the end is announced. */
  isKept(topic: Topic): boolean {
    if (this.#state === "Complete") return true;
    this.#waiting.add(topic);
    if (this.#state === "Unwanted") void this.#list();
    return false;
  }

  release(topic: Topic): void {
    this.#waiting.delete(topic);
  }

  async #list(): Promise<void> {
    this.#state = "Listing";
    await this.#refresh();
    this.#state = "Complete";
    for (const topic of this.#waiting) this.#onComplete(topic);
    this.#waiting.clear();
  }
}
