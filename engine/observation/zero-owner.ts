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
 * Whose a target's count is; null: it does not say. The operator writes nothing but counts, and
 * those through `/scale`, so that what it owns there is the count, whatever its field is called. A
 * count that somebody else owns as well is theirs.
 */
export function countOwner(entries: readonly ManagedFields[] = []): ZeroOwner | null {
  if (entries.length === 0) return null;
  const isOurs = ({ manager, subresource }: ManagedFields): boolean =>
    manager === FIELD_MANAGER && subresource === "scale";
  const ours = entries.find(isOurs)?.fieldsV1;
  if (!ours) return "Other";
  const isShared = entries.some(entry => !isOurs(entry) && overlap(ours, entry.fieldsV1 ?? {}));
  return isShared ? "Other" : "Operator";
}

const overlap = (some: Fields, others: Fields): boolean =>
  Object.entries(some).some(([field, below]) => {
    const other = others[field];
    return other !== undefined && (Object.keys(below).length === 0 || overlap(below, other));
  });
