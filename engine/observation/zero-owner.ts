/** The last author of a target's count of 0. */
export type ZeroOwner = "Operator" | "Other";

type Fields = Readonly<{ [field: string]: Fields }>;

/** An entry of metadata.managedFields. */
export interface ManagedFields {
  readonly manager?: string;
  readonly subresource?: string;
  readonly time?: string;
  readonly fieldsV1?: Fields;
}

export const FIELD_MANAGER = "trimtab";

/**
 * The author of a target's count of 0 by its managedFields; null: unknown. If another manager
 * co-owns the count, that manager is the author. A patch of `/scale` to 0 records no owner, because
 * the API omits a 0 and an omitted field has no owner. The operator therefore applies its own zeros,
 * so that a 0 without an owner has another author.
 *
 * @param isApplied whether the operator could apply its zero, as it can for built-in kinds
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
