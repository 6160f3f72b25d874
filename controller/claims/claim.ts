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
export const firstOther = (claims: Iterable<Claim>, uid: string | undefined): Claim | null => {
  let first: Claim | null = null;
  for (const claim of claims) if (claim.uid !== uid) first = firstOf(first, claim);
  return first;
};
