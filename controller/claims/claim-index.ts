// controller/claims/: which object scales which target, so that each target has one writer.

import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import {
  compileSelector,
  neededLabels,
  type Label,
  type LabelPredicate,
} from "../../engine/model/selectors/label-selector.ts";
import { groupOf, type KubeObject } from "../../kube/watch/object.ts";
import type { Change } from "../../kube/watch/object-cache.ts";
import { type Claim, firstOf, NamedClaims, SelectorClaims } from "./named-claims.ts";
import type { ObjectsSelector } from "../targets/label-index.ts";
import { topicOf, type Topic } from "../workqueue/subscriptions.ts";

/** One object, or all objects that a selector matches. */
export type Claimed = ScaleTargetRef | ObjectsSelector;

type KindRef = Pick<ScaleTargetRef, "apiVersion" | "kind">;

/** The labels of an object; null: the object is not known. */
type LabelsOf = (namespace: string, ref: ScaleTargetRef) => Readonly<Record<string, string>> | null;

/** What one claim covers: an object by name (selector is null), or all that a selector matches. */
interface Entry {
  readonly topic: Topic;
  /** All names announced when the claim is added or removed. */
  readonly topics: readonly Topic[];
  readonly selector: { readonly matches: LabelPredicate; readonly needs: readonly Label[] } | null;
}

interface Held {
  readonly claim: Claim;
  readonly entries: readonly Entry[];
}

/**
 * Which objects claim which target, by name or by labels, across all kinds. Of two Trimtab objects the older
 * one writes (by creation time, then by uid), and neither writes if an HPA or a ScaledObject claims the
 * target: there is never more than one writer. `firstOf` (named-claims.ts) is that order.
 *
 * - Admission (`checkRivals` in capabilities/admission/) rejects an object if there is any other claim.
 * - Each pass (`reasonToSkip` in reconcile/) leaves the target to the winner.
 * - Before its first write, an object reads the claims from the API server (`findRivals`).
 */
export class ClaimIndex {
  readonly #named = new NamedClaims();
  readonly #selecting = new Map<string, SelectorClaims>();
  readonly #byHolder = new Map<string, Held>();
  readonly #onChange: (topic: Topic) => void;
  readonly #labelsOf: LabelsOf;

  constructor(onChange: (topic: Topic) => void, labelsOf: LabelsOf = () => null) {
    this.#onChange = onChange;
    this.#labelsOf = labelsOf;
  }

  /** The name under which claims on a target are announced. All API versions of a group share it. */
  topic(namespace: string, { apiVersion, kind, name }: ScaleTargetRef): Topic {
    return topicOf("claim", groupOf(apiVersion), kind, namespace, name);
  }

  /** The same for selector claims on objects of a kind. */
  selectorClaimsTopic(namespace: string, { apiVersion, kind }: KindRef): Topic {
    return topicOf("claims", groupOf(apiVersion), kind, namespace);
  }

  /** The same for claims by name on any object of a kind. Objects with selectors depend on this one. */
  nameClaimsTopic(namespace: string, { apiVersion, kind }: KindRef): Topic {
    return topicOf("claims-by-name", groupOf(apiVersion), kind, namespace);
  }

  update<Kept extends KubeObject>(
    about: Pick<Claim, "kind" | "isForeign">,
    changes: readonly Change<Kept>[],
    claimedBy: (object: Kept) => readonly Claimed[],
  ): void {
    const { kind, isForeign } = about;
    for (const { key, current } of changes) {
      // An object of ours that is being deleted no longer scales, however long a finalizer keeps it. HPAs do.
      if (!current || (!isForeign && current.metadata.deletionTimestamp)) {
        this.#set(`${kind}/${key}`, null);
        continue;
      }
      const { name, namespace = "", uid, creationTimestamp: createdAt = "" } = current.metadata;
      const entries = claimedBy(current).map(each => this.#entryOf(namespace, each));
      this.#set(`${kind}/${key}`, { claim: { kind, isForeign, name, uid, createdAt }, entries });
    }
  }

  /** The claim that takes precedence over the holder of this uid; null: none. */
  winnerOver(uid: string, namespace: string, ref: ScaleTargetRef): Claim | null {
    const first = this.firstOther(undefined, namespace, ref);
    return first?.uid === uid ? null : first;
  }

  /** Whether the holder of this uid claims a target, and no other claim takes precedence. */
  isFirst(uid: string, namespace: string, ref: ScaleTargetRef): boolean {
    return this.firstOther(undefined, namespace, ref)?.uid === uid;
  }

  /** Of all claims on a target but those of this uid, the one that takes precedence; null: none. */
  firstOther(uid: string | undefined, namespace: string, ref: ScaleTargetRef): Claim | null {
    const named = this.#named.firstOther(this.topic(namespace, ref), uid);
    const selecting = this.#selecting.get(this.selectorClaimsTopic(namespace, ref));
    const labels = selecting ? this.#labelsOf(namespace, ref) : null;
    return firstOf(named, labels && (selecting?.firstOther(uid, labels) ?? null));
  }

  #entryOf(namespace: string, claimed: Claimed): Entry {
    if ("name" in claimed) {
      const topic = this.topic(namespace, claimed);
      return { topic, topics: [topic, this.nameClaimsTopic(namespace, claimed)], selector: null };
    }
    const { selector: labels = {} } = claimed;
    const compiled = compileSelector(labels);
    const matches = compiled.ok ? compiled.value : () => false;
    const selector = { matches, needs: neededLabels(labels) };
    const topic = this.selectorClaimsTopic(namespace, claimed);
    return { topic, topics: [topic], selector };
  }

  #set(holder: string, next: Held | null): void {
    const held = this.#byHolder.get(holder);
    const [before, entries] = [held?.entries ?? [], next?.entries ?? []];
    if (held) for (const entry of before) this.#leave(entry, holder, held.claim);
    // Most objects claim something, but few monitor anything.
    if (next && entries.length > 0) this.#byHolder.set(holder, next);
    else this.#byHolder.delete(holder);
    if (next) for (const entry of entries) this.#enter(entry, holder, next.claim);
    const changed = [...before, ...entries].flatMap(({ topics }) => topics);
    for (const topic of new Set(changed)) this.#onChange(topic);
  }

  #enter({ topic, selector }: Entry, holder: string, claim: Claim): void {
    if (!selector) {
      this.#named.add(topic, claim);
      return;
    }
    const claims = this.#selecting.get(topic) ?? new SelectorClaims();
    this.#selecting.set(topic, claims);
    claims.add(holder, claim, selector);
  }

  #leave({ topic, selector }: Entry, holder: string, claim: Claim): void {
    if (!selector) {
      this.#named.delete(topic, claim);
      return;
    }
    const claims = this.#selecting.get(topic);
    claims?.delete(holder);
    if (claims?.size === 0) this.#selecting.delete(topic);
  }
}
