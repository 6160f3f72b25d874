import type { Intermediate } from "../../engine/model/observation/pod.ts";
import { oncePerObject } from "../memoize-by-object.ts";
import { topicOf, type Topic } from "../workqueue/subscriptions.ts";

/** One use of a selector: which pods are wanted, and for which target. */
export interface SelectorUse {
  readonly namespace: string;
  readonly selector: string;
  readonly target: {
    readonly uid: string;
    /** Display name, such as "Deployment web". */
    readonly name: string;
    /** Whether these pods determine the target's count. In a dry run they do not. */
    readonly isScaled: boolean;
  };
  /** Only pods that the target controls, itself or through these kinds, are wanted; absent: all. */
  readonly ownedThrough?: readonly Intermediate[];
}

/** In place of a target's uid: any reader of the pods, whether it scales or not. */
const anyReader = "";

/** Which selectors are in use in which namespace, and which targets are scaled by them. */
export class SelectorUsers {
  /** Target names by namespace, selector and uid. */
  readonly #users = new Map<string, Map<string, Map<string, string>>>();

  get namespaces(): number {
    return this.#users.size;
  }

  has(namespace: string): boolean {
    return this.#users.has(namespace);
  }

  isUsed(namespace: string, selector: string): boolean {
    return this.#users.get(namespace)?.has(selector) === true;
  }

  /** All names in use in a namespace; null: in every namespace. */
  topicsIn(namespace: string | null): Topic[] {
    return [...this.#users]
      .filter(([used]) => namespace === null || used === namespace)
      .flatMap(([used, selectors]) =>
        [...selectors].flatMap(([selector, users]) =>
          [...users.keys()].map(uid => topicOf("pods", used, uid, selector)),
        ),
      );
  }

  add({ namespace, selector, target }: SelectorUse): void {
    const selectors = this.#users.get(namespace) ?? new Map<string, Map<string, string>>();
    const users = selectors.get(selector) ?? new Map<string, string>();
    users.set(anyReader, "");
    if (target.isScaled) users.set(target.uid, target.name);
    this.#users.set(namespace, selectors.set(selector, users));
  }

  /** Removes one use of a selector and returns what is left; null: there was no such use. */
  remove(topic: Topic) {
    // A selector may contain slashes.
    const [, namespace = "", uid = "", ...rest] = topic.split("/");
    const selector = rest.join("/");
    const selectors = this.#users.get(namespace);
    const users = selectors?.get(selector);
    if (!selectors || !users?.delete(uid)) return null;
    if (users.size === 0) selectors.delete(selector);
    if (selectors.size === 0) this.#users.delete(namespace);
    // Whether another target is scaled by its pods.
    const isScaling = users.size > (users.has(anyReader) ? 1 : 0);
    return { namespace, selector, isUsed: users.size > 0, isScaling };
  }

  /** Another target that is scaled by one of these selectors; null: none. */
  otherTargetOf({ namespace, target }: SelectorUse, selectors: Iterable<string>): string | null {
    for (const selector of selectors) {
      for (const [uid, name] of this.#users.get(namespace)?.get(selector) ?? []) {
        if (uid !== anyReader && uid !== target.uid) return name;
      }
    }
    return null;
  }
}

/** The names for one use: its pods, and its target's use of them, which a dry run drops. */
export const topicsOf = oncePerObject(({ namespace, selector, target }: SelectorUse): Topic[] =>
  [anyReader, ...(target.isScaled ? [target.uid] : [])].map(uid =>
    topicOf("pods", namespace, uid, selector),
  ),
);
