import type { FieldError } from "../field-error.ts";

/**
 * Whether the fields that say what an object claims can be read, whatever else is wrong with it. An object
 * that another release stored must not lose its target to a rival because a rule is newer.
 */
export const isClaimReadable = (
  errors: readonly FieldError[],
  fields: readonly string[],
): boolean => !errors.some(({ path }) => path === "spec" || fields.includes(topFieldOf(path)));

/** `spec.scaleTargetRefs[0].name` is in `scaleTargetRefs`. */
const topFieldOf = (path: string): string => path.split(/[.[]/)[1] ?? "";
