/** Who wrote a target's count of 0 last. */
export type ZeroOwner = "Operator" | "Other";

type Fields = Readonly<{ [field: string]: Fields }>;

/** An entry of metadata.managedFields. */
export interface ManagedFields {
  readonly manager?: string;
  readonly subresource?: string;
  readonly fieldsV1?: Fields;
}

/** The name under which the operator writes. */
export const FIELD_MANAGER = "trimtab";

/**
 * Whose a target's count of 0 is; null: it does not say. A count that somebody else owns, too, is
 * theirs. Whoever patches `/scale` to 0 owns nothing (a 0 is left out there, and what is absent has no
 * owner), so that the operator applies its own: a 0 without an owner is not ours.
 *
 * @param isApplied whether the operator could, as it can where the kind is built in
 */
export function zeroOwner(
  entries: readonly ManagedFields[] = [],
  isApplied: boolean,
): ZeroOwner | null {
  if (entries.length === 0) return null;
  const owners = entries.filter(({ fieldsV1 }) => fieldsV1?.["f:spec"]?.["f:replicas"]);
  if (owners.length === 0) return isApplied ? "Other" : null;
  return owners.every(isOurs) ? "Operator" : "Other";
}

const isOurs = ({ manager, subresource }: ManagedFields): boolean =>
  manager === FIELD_MANAGER && subresource === "scale";
