import type { Lease } from "../../kube/api/lease.ts";
import { objectKey, splitKey } from "../../kube/watch/object.ts";

/** On the Lease of an installation that works in all namespaces, which is in its own. */
export const scopeAnnotation = "autoscaling.trimtab.dev/namespaces";

/** Another installation works in the same namespace. */
export interface ClaimConflict {
  /** Where its Lease is. */
  readonly namespace: string;
  /** Namespace and name of the other installation. */
  readonly holder: string;
  readonly isEverywhere: boolean;
  /** Whether this installation does not lead, leaves that namespace to the other one, or works there as well. */
  readonly effect: "NotLeading" | "Left" | "BothWork";
}

export const isEverywhere = ({ metadata }: Lease): boolean =>
  metadata.annotations?.[scopeAnnotation] === "*";

export const conflictOf = (lease: Lease, effect: ClaimConflict["effect"]): ClaimConflict => ({
  namespace: placeOf(lease),
  // As long as a namespace and a name can be: logs and metrics show it, and others wrote it.
  holder: (lease.spec?.holderIdentity ?? "").slice(0, 317),
  isEverywhere: isEverywhere(lease),
  effect,
});

/**
 * The namespaces that an installation for all namespaces leaves to others, because they held a Lease there first.
 * Such a Lease takes only its own namespace: its writer may be a tenant, who must not stop the work for the
 * others.
 */
export class LeftNamespaces {
  readonly #onChange: (namespaces: readonly string[]) => void;
  #left: ReadonlySet<string> = new Set();

  /** @param onChange called with the namespaces that are left, or no longer left, from now on */
  constructor(onChange: (namespaces: readonly string[]) => void) {
    this.#onChange = onChange;
  }

  /** Whether the object is in one of them. */
  has(key: string): boolean {
    return this.#left.has(splitKey(key).namespace);
  }

  /**
   * @param others the live Leases of other installations
   * @param own null: this installation did not work before them
   */
  update(others: readonly Lease[], own: Lease | null): void {
    const before = this.#left;
    // A new leader knows only the times, which tell who was first.
    const isFirst = (lease: Lease): boolean =>
      !own || before.has(placeOf(lease)) || acquiredAt(lease) < acquiredAt(own);
    const inOne = others.filter(lease => !isEverywhere(lease));
    this.#left = new Set(inOne.filter(isFirst).map(placeOf));
    const all = new Set([...before, ...this.#left]);
    const changed = [...all].filter(each => before.has(each) !== this.#left.has(each));
    if (changed.length > 0) this.#onChange(changed);
  }

  conflictWith(lease: Lease): ClaimConflict {
    return conflictOf(lease, this.has(objectKey(lease.metadata)) ? "Left" : "BothWork");
  }
}

const placeOf = ({ metadata }: Lease): string => metadata.namespace ?? "";

/** NaN, which is before nothing, if it is not known. */
const acquiredAt = ({ spec }: Lease): number => Date.parse(spec?.acquireTime ?? "");
