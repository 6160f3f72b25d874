import {
  compileSelector,
  neededLabels,
  selectorKey,
  type LabelPredicate,
  type LabelSelector,
} from "../engine/observation/label-selector.ts";
import { splitKey } from "../kube/object.ts";
import { SelectorIndex } from "./selector-index.ts";

/** Objects of one kind, by their labels. */
export interface ObjectsSelector extends LabelSelector {
  readonly apiVersion: string;
  readonly kind: string;
}

type Labels = Readonly<Record<string, string>>;

/** What one selector matches in one namespace. */
interface Selected {
  readonly thing: string;
  readonly matches: LabelPredicate;
  count: number;
  /** Null: they are by far too many to be kept. */
  keys: Set<string> | null;
}

/**
 * As many objects as one selector may match. Each selector keeps what it matches: with all selectors and
 * all objects of a namespace there is no room for every pair of them.
 */
export const mostMatches = 200;
/** Twice as many are kept: at the limit itself one object more or less costs no walk over all of them. */
const mostKept = 2 * mostMatches;

/** All that is selected in one namespace, by thing and by labels. */
class SelectedHere {
  readonly byThing = new Map<string, Selected>();
  readonly index = new SelectorIndex<Selected>();
}

const prefix = "selected/";

/** The name under which it is announced that something a selector matches, or matched, has changed. */
export const selectedThing = (namespace: string, selector: ObjectsSelector): string =>
  `${prefix}${selector.apiVersion}/${selector.kind}/${namespace}/${selectorKey(selector)}`;

/**
 * Which objects of one kind each selector in use matches, kept up to date object by object: what a
 * look costs does not grow with the cluster.
 */
export class LabelIndex {
  readonly #onChange: (thing: string) => void;
  readonly #labels = new Map<string, Map<string, Labels>>();
  readonly #selected = new Map<string, SelectedHere>();

  constructor(onChange: (thing: string) => void) {
    this.#onChange = onChange;
  }

  /** Takes note of an object as it is now; null: it is gone. */
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
    if (Math.min(had, selected.count) <= mostMatches) this.#onChange(selected.thing);
  }

  /**
   * Null: it matches too many. The first one who asks pays for one walk over the namespace.
   *
   * @param isLasting  somebody depends on the selector's thing, and is told of what changes
   */
  keys(
    namespace: string,
    selector: ObjectsSelector,
    isLasting: boolean,
  ): ReadonlySet<string> | null {
    const thing = selectedThing(namespace, selector);
    const here = this.#selected.get(namespace) ?? new SelectedHere();
    const known = here.byThing.get(thing);
    if (known) return known.count > mostMatches ? null : known.keys;
    const compiled = compileSelector(selector);
    // Validation lets none pass that cannot be read; it would match nothing.
    const matches = compiled.ok ? compiled.value : () => false;
    const found = this.#matching(namespace, matches);
    if (isLasting) {
      const keys = found.size > mostKept ? null : found;
      const selected = { thing, matches, keys, count: found.size };
      this.#selected.set(namespace, here);
      here.byThing.set(thing, selected);
      here.index.add(selected, neededLabels(selector));
    }
    return found.size > mostMatches ? null : found;
  }

  /** Nobody depends on this thing any more. */
  release(thing: string): void {
    if (!thing.startsWith(prefix)) return;
    for (const [namespace, here] of this.#selected) {
      const unused = here.byThing.get(thing);
      if (!unused) continue;
      here.byThing.delete(thing);
      here.index.delete(unused);
      if (here.byThing.size === 0) this.#selected.delete(namespace);
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
