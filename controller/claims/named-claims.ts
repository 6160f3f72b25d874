import type { Label, LabelPredicate, Labels } from "../../engine/model/selectors/label-selector.ts";
import { SetsByKey } from "../sets-by-key.ts";
import type { Topic } from "../workqueue/subscriptions.ts";
import { SelectorIndex } from "./selector-index.ts";

/**
 * Claims on objects by their names. Most objects have one claim. Of several, the first is cached, because
 * every claimant asks for it.
 */
export class NamedClaims {
  readonly #claims = new SetsByKey<Topic, Claim>();
  readonly #firstOfSeveral = new Map<Topic, Claim>();

  add(topic: Topic, claim: Claim): void {
    this.#claims.add(topic, claim);
    const first = this.#firstOfSeveral.get(topic);
    if (first && firstOf(first, claim) === claim) this.#firstOfSeveral.set(topic, claim);
  }

  delete(topic: Topic, claim: Claim): void {
    this.#claims.delete(topic, claim);
    const isKnown = this.#firstOfSeveral.get(topic) === claim || this.#claims.count(topic) < 2;
    if (isKnown) this.#firstOfSeveral.delete(topic);
  }

  /** The first claim of any other uid; null: none. */
  firstOther(topic: Topic, uid: string | undefined): Claim | null {
    const first = this.#firstOfSeveral.get(topic) ?? firstOther(this.#claims.of(topic), undefined);
    if (first && this.#claims.count(topic) > 1) this.#firstOfSeveral.set(topic, first);
    return first?.uid === uid ? firstOther(this.#claims.of(topic), uid) : first;
  }
}

interface SelectorClaim {
  readonly claim: Claim;
  readonly matches: LabelPredicate;
  isGone: boolean;
}

/** Recently added claims are kept up to this number plus the number of claims. */
const fewAdded = 64;

/**
 * Selector claims on the objects of one kind in a namespace. The first claim on an object is computed once
 * for its labels; later lookups only check claims that were added since.
 */
export class SelectorClaims {
  readonly #claims = new Map<string, SelectorClaim>();
  readonly #index = new SelectorIndex<SelectorClaim>();
  /** The first claim on some labels, and how many claims had been added when it was found. */
  readonly #found = new WeakMap<Labels, { first: SelectorClaim | null; added: number }>();
  #added: SelectorClaim[] = [];
  /** How many claims were added before those. */
  #forgotten = 0;

  get size(): number {
    return this.#claims.size;
  }

  /** @param needs labels that every matching object has */
  add(holder: string, claim: Claim, of: { matches: LabelPredicate; needs: readonly Label[] }) {
    this.delete(holder);
    const one = { claim, matches: of.matches, isGone: false };
    this.#claims.set(holder, one);
    this.#index.add(one, of.needs);
    this.#added.push(one);
    if (this.#added.length <= fewAdded + this.#claims.size) return;
    this.#forgotten += this.#added.length;
    this.#added = [];
  }

  delete(holder: string): void {
    const gone = this.#claims.get(holder);
    if (!gone) return;
    gone.isGone = true;
    this.#claims.delete(holder);
    this.#index.delete(gone);
  }

  #firstOn(labels: Labels): Claim | null {
    const known = this.#found.get(labels);
    const added = this.#forgotten + this.#added.length;
    const isUsable = known && known.added >= this.#forgotten && !known.first?.isGone;
    const found = isUsable ? known : { first: this.#lookFor(labels), added };
    if (found !== known) this.#found.set(labels, found);
    for (const one of this.#added.slice(found.added - this.#forgotten)) {
      if (!one.isGone && one.matches(labels)) found.first = firstSelector(found.first, one);
    }
    found.added = added;
    return found.first?.claim ?? null;
  }

  /** The first claim of any other uid; null: none. */
  firstOther(uid: string | undefined, labels: Labels): Claim | null {
    const first = this.#firstOn(labels);
    if (!first || first.uid !== uid) return first;
    const matching = [...this.#index.possible(labels)].filter(({ matches }) => matches(labels));
    return firstOther(
      matching.map(({ claim }) => claim),
      uid,
    );
  }

  #lookFor(labels: Labels): SelectorClaim | null {
    let first: SelectorClaim | null = null;
    for (const one of this.#index.possible(labels)) {
      if (one.matches(labels)) first = firstSelector(first, one);
    }
    return first;
  }
}

const firstSelector = (first: SelectorClaim | null, one: SelectorClaim): SelectorClaim =>
  first && firstOf(first.claim, one.claim) === first.claim ? first : one;

/** An object that wants to write a target's count. */
export interface Claim {
  readonly kind: string;
  /** An HPA or a KEDA ScaledObject. They do not know about Trimtab, so they always come first. */
  readonly isForeign: boolean;
  readonly name: string;
  readonly uid: string;
  readonly createdAt: string;
}

/** Of two claims on one target, the one that takes precedence. */
export function firstOf(first: Claim | null, claim: Claim | null): Claim | null {
  if (!first || !claim) return first ?? claim;
  if (claim.isForeign !== first.isForeign) return claim.isForeign ? claim : first;
  if (claim.createdAt < first.createdAt) return claim;
  return claim.createdAt === first.createdAt && claim.uid < first.uid ? claim : first;
}

/** The claim that takes precedence, ignoring claims of this uid. */
const firstOther = (claims: Iterable<Claim>, uid: string | undefined): Claim | null => {
  let first: Claim | null = null;
  for (const claim of claims) if (claim.uid !== uid) first = firstOf(first, claim);
  return first;
};
