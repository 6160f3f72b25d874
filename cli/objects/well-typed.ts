import type { Autoscaler } from "../../crds/generated/autoscaler.ts";
import * as autoscaler from "../../crds/generated/autoscaler.validator.js";
import type { ClusterProportionalAutoscaler } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import * as proportional from "../../crds/generated/cluster-proportional-autoscaler.validator.js";
import { wellTyped } from "../../engine/validate/structure.ts";

/**
 * A `T` of which only the types are certain: any field and list entry may be missing, and any text may stand in
 * place of an enum value.
 */
export type WellTyped<T> = T extends string
  ? string
  : T extends readonly (infer Item)[]
    ? readonly (WellTyped<Item> | undefined)[]
    : T extends object
      ? { readonly [Field in keyof T]?: WellTyped<T[Field]> | undefined }
      : T;

/** One of Trimtab's objects from an API server or a file, without the values of a wrong type. */
export const readAutoscaler = (raw: unknown): WellTyped<Autoscaler> =>
  wellTyped(autoscaler, raw) ?? {};

export const readProportional = (raw: unknown): WellTyped<ClusterProportionalAutoscaler> =>
  wellTyped(proportional, raw) ?? {};

/** The entries of a list that are not missing. */
export const present = <T>(list: readonly (T | undefined)[] = []): T[] =>
  list.filter((item): item is T => item !== undefined);
