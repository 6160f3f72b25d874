import type { ScaleTargetRef } from "../crds/generated/cluster-proportional-autoscaler.ts";
import { compileSelector, type LabelPredicate } from "../engine/observation/label-selector.ts";
import { groupOf, objectKey, type KubeObject } from "../kube/object.ts";
import type { Change } from "../kube/reflector.ts";
import type { ObjectsSelector } from "./label-index.ts";

/** An object that wants to write a target's count. */
export interface Claim {
  readonly kind: string;
  /** An HPA, or a KEDA ScaledObject: they know nothing of us, and so they always come first. */
  readonly isForeign: boolean;
  readonly name: string;
  readonly uid: string;
  readonly createdAt: string;
}

/** One object, or all that a selector matches. */
export type Claimed = ScaleTargetRef | ObjectsSelector;

/** The labels of an object; null: nobody knows of it. */
type LabelsOf = (namespace: string, ref: ScaleTargetRef) => Readonly<Record<string, string>> | null;

/** One claim, and in the case of a selector what it is on. */
interface Entry {
  readonly thing: string;
  readonly matches: LabelPredicate | null;
}

interface Held {
  readonly claim: Claim;
  readonly entries: readonly Entry[];
}

interface Holding {
  readonly claim: Claim;
  readonly matches: LabelPredicate | null;
}

/**
 * Which objects claim which target, whatever their kinds, by its name or by its labels. Of two of ours the older one writes (by
 * creation, then by uid), and none beside a foreign one: there is never more than one writer.
 */
export class Claims {
  readonly #byThing = new Map<string, Map<string, Holding>>();
  readonly #byHolder = new Map<string, Held>();
  readonly #onChange: (thing: string) => void;
  readonly #labelsOf: LabelsOf;

  constructor(onChange: (thing: string) => void, labelsOf: LabelsOf = () => null) {
    this.#onChange = onChange;
    this.#labelsOf = labelsOf;
  }

  /** The name under which a target's claims are announced. Versions of one group are one object. */
  thing(namespace: string, { apiVersion, kind, name }: ScaleTargetRef): string {
    return `claim/${groupOf(apiVersion)}/${kind}/${objectKey({ namespace, name })}`;
  }

  /** The same for the claims of selectors on the objects of a kind. */
  selectorsThing(
    namespace: string,
    { apiVersion, kind }: Pick<ScaleTargetRef, "apiVersion" | "kind">,
  ): string {
    return `claims/${groupOf(apiVersion)}/${kind}/${namespace}`;
  }

  /** Takes note of what changed among the objects of a kind of ours. */
  update<Kept extends KubeObject>(
    kind: string,
    changes: readonly Change<Kept>[],
    claimedBy: (object: Kept) => readonly Claimed[],
  ): void {
    this.#update({ kind, isForeign: false }, changes, claimedBy);
  }

  /** The same for a kind of somebody else's. */
  updateForeign<Kept extends KubeObject>(
    kind: string,
    changes: readonly Change<Kept>[],
    claimedBy: (object: Kept) => readonly Claimed[],
  ): void {
    this.#update({ kind, isForeign: true }, changes, claimedBy);
  }

  /** Who comes before the holder of this uid; null: nobody. */
  olderThan(uid: string, namespace: string, ref: ScaleTargetRef): Claim | null {
    const first = this.#on(namespace, ref).reduce<Claim | null>(firstOf, null);
    return first?.uid === uid ? null : first;
  }

  /** Whether the holder of this uid claims a target, and nobody comes before it. */
  isFirst(uid: string, namespace: string, ref: ScaleTargetRef): boolean {
    return this.#on(namespace, ref).reduce<Claim | null>(firstOf, null)?.uid === uid;
  }

  /** Who claims a target beside the holder of this uid, and comes before all others; null: nobody. */
  besides(uid: string | undefined, namespace: string, ref: ScaleTargetRef): Claim | null {
    return this.#on(namespace, ref)
      .filter(claim => claim.uid !== uid)
      .reduce<Claim | null>(firstOf, null);
  }

  /** By name, and by labels. */
  #on(namespace: string, ref: ScaleTargetRef): Claim[] {
    const named = [...(this.#byThing.get(this.thing(namespace, ref))?.values() ?? [])];
    const selecting = this.#byThing.get(this.selectorsThing(namespace, ref));
    const labels = selecting ? this.#labelsOf(namespace, ref) : null;
    const matching = [...(selecting?.values() ?? [])].filter(
      ({ matches }) => labels !== null && matches?.(labels) === true,
    );
    return [...named, ...matching].map(({ claim }) => claim);
  }

  #update<Kept extends KubeObject>(
    about: Pick<Claim, "kind" | "isForeign">,
    changes: readonly Change<Kept>[],
    claimedBy: (object: Kept) => readonly Claimed[],
  ): void {
    for (const { key, current } of changes) {
      // What is being deleted scales nothing any more, however long a finalizer keeps it; HPAs do.
      const holds = current && (about.isForeign || !current.metadata.deletionTimestamp);
      const held = holds ? this.#heldBy(about, current, claimedBy(current)) : null;
      this.#set(`${about.kind}/${key}`, held);
    }
  }

  #heldBy(
    about: Pick<Claim, "kind" | "isForeign">,
    { metadata }: KubeObject,
    claimed: readonly Claimed[],
  ): Held {
    const { name, namespace = "", uid, creationTimestamp = "" } = metadata;
    return {
      claim: { ...about, name, uid, createdAt: creationTimestamp },
      entries: claimed.map(each => this.#entryOf(namespace, each)),
    };
  }

  #entryOf(namespace: string, claimed: Claimed): Entry {
    if ("name" in claimed) return { thing: this.thing(namespace, claimed), matches: null };
    const compiled = compileSelector(claimed);
    const matches = compiled.ok ? compiled.value : () => false;
    return { thing: this.selectorsThing(namespace, claimed), matches };
  }

  #set(holder: string, next: Held | null): void {
    const before = this.#byHolder.get(holder)?.entries ?? [];
    const entries = next?.entries ?? [];
    for (const { thing } of before) this.#leave(thing, holder);
    if (next) this.#byHolder.set(holder, next);
    else this.#byHolder.delete(holder);
    if (next) for (const entry of entries) this.#enter(entry, holder, next.claim);
    const things = [...before, ...entries].map(({ thing }) => thing);
    for (const thing of new Set(things)) this.#onChange(thing);
  }

  #enter({ thing, matches }: Entry, holder: string, claim: Claim): void {
    const claims = this.#byThing.get(thing) ?? new Map<string, Holding>();
    this.#byThing.set(thing, claims.set(holder, { claim, matches }));
  }

  #leave(thing: string, holder: string): void {
    const claims = this.#byThing.get(thing);
    claims?.delete(holder);
    if (claims?.size === 0) this.#byThing.delete(thing);
  }
}

function firstOf(first: Claim | null, claim: Claim): Claim {
  if (!first) return claim;
  if (claim.isForeign !== first.isForeign) return claim.isForeign ? claim : first;
  if (claim.createdAt < first.createdAt) return claim;
  return claim.createdAt === first.createdAt && claim.uid < first.uid ? claim : first;
}
