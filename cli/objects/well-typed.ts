import type { Autoscaler } from "../../crds/generated/autoscaler.ts";
import * as autoscaler from "../../crds/generated/autoscaler.validator.js";
import type { ClusterProportionalAutoscaler } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import * as proportional from "../../crds/generated/cluster-proportional-autoscaler.validator.js";
import { type ObjectSchema, schemaAt } from "../../engine/validate/object-schema.ts";
import { type Structure, wellTyped } from "../../engine/validate/structure.ts";
import { cleanText } from "../terminal/printable.ts";

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

/** One of Trimtab's objects from an API server or a file. Each value has its type, each text is safe on a terminal. */
export const readAutoscaler = (raw: unknown): WellTyped<Autoscaler> => read(autoscaler, raw);

export const readProportional = (raw: unknown): WellTyped<ClusterProportionalAutoscaler> =>
  read(proportional, raw);

const read = (structure: Structure, raw: unknown): object =>
  (cleaned(wellTyped(structure, raw), structure.schema) as object | undefined) ?? {};

/**
 * Empty texts are absent. What the schema does not describe stays as it is: YAML anchors can form a
 * cycle.
 */
function cleaned(value: unknown, schema: ObjectSchema | undefined): unknown {
  if (typeof value === "string") return cleanText(value) || undefined;
  if (typeof value !== "object" || value === null || schema === undefined) return value;
  if (Array.isArray(value)) return value.map(item => cleaned(item, schema.items));
  return Object.fromEntries(
    Object.entries(value).map(([key, field]: [string, unknown]) => [
      cleanText(key),
      cleaned(field, schemaAt(schema, [key])),
    ]),
  );
}

/** The entries of a list that are not missing. */
export const present = <T>(list: readonly (T | undefined)[] = []): T[] =>
  list.filter((item): item is T => item !== undefined);
