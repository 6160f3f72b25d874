import type { FieldError } from "../field-error.ts";

/**
 * Whether the fields that define an object's claim are valid, whatever its other errors. An object
 * stored by another release must not lose its target to another autoscaler because of a newer rule.
 */
export const isClaimReadable = (
  errors: readonly FieldError[],
  fields: readonly string[],
): boolean =>
  // `spec.scaleTargetRefs[0].name` is in `scaleTargetRefs`.
  !errors.some(({ path }) => path === "spec" || fields.includes(path.split(/[.[]/)[1] ?? ""));
