import {
  compileSelector,
  neededLabels,
  selectorKey,
  type LabelPredicate,
  type Labels,
  type LabelSelector,
} from "../../engine/model/selectors/label-selector.ts";
import { splitKey } from "../../kube/watch/object.ts";
import { SelectorIndex } from "../claims/selector-index.ts";
import type { Topic } from "../workqueue/subscriptions.ts";

/** As in a spec. */
export interface ObjectsSelector {
  readonly apiVersion: string;
  readonly kind: string;
  /** Absent, as an empty one, matches all objects of the kind; validation rejects both. */
  readonly selector?: LabelSelector | undefined;
}

interface Selected {
  readonly topic: Topic;
  readonly matches: LabelPredicate;
  count: number;
  /** Null: far too many matches to keep. */
  keys: Set<string> | null;
}

/**
 * The most objects that one selector may match. Each selector keeps its matches, and there is not enough
 * memory for every pair of selector and object in a namespace.
 */
export const mostMatches = 200;
/** Twice the limit is kept, so that one object more or less at the limit does not cause a walk over all. */
const mostKept = 2 * mostMatches;

class SelectedHere {
  readonly byTopic = new Map<Topic, Selected>();
  readonly index = new SelectorIndex<Selected>();
}

/** The name under which changes to objects that a selector matches, or matched, are announced. */
export const selectedTopic = (
  namespace: string,
  { apiVersion, kind, selector = {} }: ObjectsSelector,
): Topic => `selected/${apiVersion}/${kind}/${namespace}/${selectorKey(selector)}`;

/**
 * Which objects of one kind each selector in use matches, updated object by object: the cost of a lookup does
 * not grow with the cluster.
 */
export class LabelIndex {
  readonly #onChange: (topic: Topic) => void;
  readonly #labels = new Map<string, Map<string, Labels>>();
  readonly #selected = new Map<string, SelectedHere>();

  constructor(onChange: (topic: Topic) => void) {
    this.#onChange = onChange;
  }

  /** Records an object's current labels; null: it is gone. */
  set(key: string, labels: Labels | null): void {
    const { namespace } = splitKey(key);
    const all = this.#labels.get(namespace) ?? new Map<string, Labels>();
    const before = all.get(key);
    if (labels) this.#labels.set(namespace, all.set(key, labels));
    else if (all.delete(key) && all.size === 0) this.#labels.delete(namespace);
    const here = this.#selected.get(namespace);
    if (!here) return;
    const concerned = [before, labels].flatMap(its => [...(its ? here.index.possible(its) : [])]);
    for (const selected of new Set(concerned)) {
      const was = before !== undefined && selected.matches(before);
      const is = labels !== null && selected.matches(labels);
      if (was || is) this.#take(selected, key, { was, is });
    }
  }

  #take(selected: Selected, key: string, { was, is }: { was: boolean; is: boolean }): void {
    const had = selected.count;
    selected.count += Number(is) - Number(was);
    if (is) selected.keys?.add(key);
    else selected.keys?.delete(key);
    if (selected.count > mostKept) selected.keys = null;
    if (selected.count <= mostMatches) {
      selected.keys ??= this.#matching(splitKey(key).namespace, selected.matches);
    }
    if (Math.min(had, selected.count) <= mostMatches) this.#onChange(selected.topic);
  }

  /**
   * Null: too many matches. The first lookup walks over the namespace once.
   *
   * @param isLasting  an object depends on the selector's name and is notified of changes
   */
  keys(namespace: string, objects: ObjectsSelector, isLasting: boolean) {
    const topic = selectedTopic(namespace, objects);
    const { selector = {} } = objects;
    const here = this.#selected.get(namespace) ?? new SelectedHere();
    const known = here.byTopic.get(topic);
    if (known) return known.count > mostMatches ? null : known.keys;
    const compiled = compileSelector(selector);
    // Validation rejects invalid selectors. One that gets here matches nothing.
    const matches = compiled.ok ? compiled.value : () => false;
    const found = this.#matching(namespace, matches);
    if (isLasting) {
      const keys = found.size > mostKept ? null : found;
      const selected = { topic, matches, keys, count: found.size };
      this.#selected.set(namespace, here);
      here.byTopic.set(topic, selected);
      here.index.add(selected, neededLabels(selector));
    }
    return found.size > mostMatches ? null : found;
  }

  release(topic: Topic): void {
    for (const [namespace, here] of this.#selected) {
      const unused = here.byTopic.get(topic);
      if (!unused) continue;
      here.byTopic.delete(topic);
      here.index.delete(unused);
      if (here.byTopic.size === 0) this.#selected.delete(namespace);
    }
  }

  #matching(namespace: string, matches: LabelPredicate): Set<string> {
    const keys = new Set<string>();
    for (const [key, labels] of this.#labels.get(namespace) ?? []) {
      if (matches(labels)) keys.add(key);
    }
    return keys;
  }
}
