// cli/convert/kinds/: how to convert one kind of autoscaler, one file each.
// cli/convert/ imports it.

import type { Algorithm } from "../../../engine/spec/autoscaler-spec.ts";
import type { Fields } from "../../../engine/validate/field-reader.ts";
import type { Conversion } from "../conversion.ts";

export interface Context {
  /** All objects of the input: a Deployment's flags name a ConfigMap. */
  readonly objects: readonly Fields[];
  readonly algorithm: Algorithm;
}

export interface SourceKind {
  readonly name: string;
  matches(object: Fields): boolean;
  convert(object: Fields, context: Context): Conversion;
}
