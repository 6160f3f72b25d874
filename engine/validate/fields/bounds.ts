// engine/validate/fields/: the rules for single fields of a spec.
// engine/validate/ imports it.

import type { FieldReader } from "../field-reader.ts";

/** For bounds that are valid individually; undefined: absent or invalid. */
export function checkBoundsAgree(
  bounds: FieldReader,
  min: number | undefined,
  max: number | undefined,
): void {
  if (min === undefined || max === undefined || max >= min) return;
  bounds.report("maxReplicas", {
    code: "MaxBelowMin",
    message: `maxReplicas ${max} is less than minReplicas ${min}`,
    remedy: `write maxReplicas: ${min} or more, or lower minReplicas`,
  });
}
