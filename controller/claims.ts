import type { ScaleTargetRef } from "../crds/generated/cluster-proportional-autoscaler.ts";
import { objectKey, type KubeObject } from "../kube/object.ts";
import type { Change } from "../kube/reflector.ts";

/** An object that wants to write a target's count. */
export interface Claim {
  readonly kind: string;
  /** An HPA, or a KEDA ScaledObject: they know nothing of us, and so they always come first. */
  readonly isForeign: boolean;
  readonly name: string;
  readonly uid: string;
  readonly createdAt: string;
}

interface Held {
  readonly claim: Claim;
  readonly things: readonly string[];
}

const nobody: ReadonlyMap<string, Claim> = new Map();

/**
 * Which objects claim which target, whatever their kinds. Of two of ours the older one writes (by
 * creation, then by uid), and none beside a foreign one: there is never more than one writer.
 */
export class Claims {
  readonly #byThing = new Map<string, Map<string, Claim>>();
  readonly #byHolder = new Map<string, Held>();
  readonly #onChange: (thing: string) => void;

  constructor(onChange: (thing: string) => void) {
    this.#onChange = onChange;
  }

  /** The name under which a target's claims are announced. Versions of one group are one object. */
  thing(namespace: string, { apiVersion, kind, name }: ScaleTargetRef): string {
    const slash = apiVersion.indexOf("/");
    const group = slash < 0 ? "" : apiVersion.slice(0, slash);
    return `claim/${group}/${kind}/${objectKey({ namespace, name })}`;
  }

  /** Takes note of what changed among the objects of a kind of ours. */
  update<Kept extends KubeObject>(
    kind: string,
    changes: readonly Change<Kept>[],
    refsOf: (object: Kept) => readonly ScaleTargetRef[],
  ): void {
    this.#update({ kind, isForeign: false }, changes, refsOf);
  }

  /** The same for a kind of somebody else's. */
  updateForeign<Kept extends KubeObject>(
    kind: string,
    changes: readonly Change<Kept>[],
    refsOf: (object: Kept) => readonly ScaleTargetRef[],
  ): void {
    this.#update({ kind, isForeign: true }, changes, refsOf);
  }

  /** Who comes before the holder of this uid; null: nobody. */
  olderThan(uid: string, namespace: string, ref: ScaleTargetRef): Claim | null {
    const claims = this.#byThing.get(this.thing(namespace, ref)) ?? nobody;
    const first = [...claims.values()].reduce<Claim | null>(firstOf, null);
    return first?.uid === uid ? null : first;
  }

  /** Who claims a target beside the holder of this uid, and comes before all others; null: nobody. */
  besides(uid: string | undefined, namespace: string, ref: ScaleTargetRef): Claim | null {
    const claims = this.#byThing.get(this.thing(namespace, ref)) ?? nobody;
    return [...claims.values()]
      .filter(claim => claim.uid !== uid)
      .reduce<Claim | null>(firstOf, null);
  }

  #update<Kept extends KubeObject>(
    about: Pick<Claim, "kind" | "isForeign">,
    changes: readonly Change<Kept>[],
    refsOf: (object: Kept) => readonly ScaleTargetRef[],
  ): void {
    for (const { key, current } of changes) {
      // What is being deleted scales nothing any more, however long a finalizer keeps it; HPAs do.
      const holds = current && (about.isForeign || !current.metadata.deletionTimestamp);
      const held = holds ? this.#heldBy(about, current, refsOf(current)) : null;
      this.#set(`${about.kind}/${key}`, held);
    }
  }

  #heldBy(
    about: Pick<Claim, "kind" | "isForeign">,
    { metadata }: KubeObject,
    refs: readonly ScaleTargetRef[],
  ): Held {
    const { name, namespace = "", uid, creationTimestamp = "" } = metadata;
    return {
      claim: { ...about, name, uid, createdAt: creationTimestamp },
      things: refs.map(ref => this.thing(namespace, ref)),
    };
  }

  #set(holder: string, next: Held | null): void {
    const before = this.#byHolder.get(holder)?.things ?? [];
    const things = next?.things ?? [];
    for (const thing of before) this.#leave(thing, holder);
    if (next) this.#byHolder.set(holder, next);
    else this.#byHolder.delete(holder);
    if (next) for (const thing of things) this.#enter(thing, holder, next.claim);
    for (const thing of new Set([...before, ...things])) this.#onChange(thing);
  }

  #enter(thing: string, holder: string, claim: Claim): void {
    const claims = this.#byThing.get(thing) ?? new Map<string, Claim>();
    this.#byThing.set(thing, claims.set(holder, claim));
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
