// cli/convert/kinds/: how to convert one kind of autoscaler, one file each.
// cli/convert/ imports it.

import type { Fields } from "../../../engine/validate/field-reader.ts";
import type { Conversion } from "../conversion.ts";

export interface Context {
  /** All objects of the input: a Deployment's flags name a ConfigMap. */
  readonly objects: readonly Fields[];
  /** Whether the result decides as its source; otherwise as Trimtab-1. */
  readonly keepsArithmetic: boolean;
}

export interface SourceKind {
  readonly name: string;
  matches(object: Fields): boolean;
  convert(object: Fields, context: Context): Conversion;
}
