import type { Autoscaler } from "../../crds/generated/autoscaler.ts";
import * as autoscaler from "../../crds/generated/autoscaler.validator.js";
import type { ClusterProportionalAutoscaler } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import * as proportional from "../../crds/generated/cluster-proportional-autoscaler.validator.js";
import { type ObjectSchema, schemaAt } from "../../engine/schema/object-schema.ts";
import { type Structure, wellTyped } from "../../engine/schema/structure.ts";
import { cleanText } from "../terminal/printable.ts";

/**
 * One of Trimtab's objects from an API server or a file, as its CRD describes it: without other
 * fields and values of another type, each text safe on a terminal. A required field that is missing
 * is empty. Only the types are certain: any text may stand in place of an enum value.
 */
export const readAutoscaler = (raw: unknown): Autoscaler => read(autoscaler, raw) as Autoscaler;

export const readProportional = (raw: unknown): ClusterProportionalAutoscaler =>
  read(proportional, raw) as ClusterProportionalAutoscaler;

const read = (structure: Structure, raw: unknown): unknown =>
  cleaned(wellTyped(structure, raw), structure.schema) ?? emptyOf(structure.schema);

/** A value without a schema stays as it is: YAML anchors can form a cycle. */
function cleaned(value: unknown, schema: ObjectSchema | undefined): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value !== "object" || value === null || schema === undefined) return value;
  if (Array.isArray(value)) {
    return value.filter(item => item !== undefined).map(item => cleaned(item, schema.items));
  }
  const { required = [], properties } = schema;
  const given = Object.entries(value).map(([key, field]: [string, unknown]) => {
    return [cleanText(key), cleaned(field, schemaAt(schema, [key]))] as const;
  });
  return Object.fromEntries([
    ...required.map(key => [key, emptyOf(properties?.[key])] as const),
    // An empty text of a field is an absent one, unlike a label's.
    ...given.filter(
      ([key, field]) => !properties || (Object.hasOwn(properties, key) && (field ?? "") !== ""),
    ),
  ]);
}

function emptyOf(schema: ObjectSchema | undefined): unknown {
  if (schema?.type === "object") return cleaned({}, schema);
  if (schema?.type === "array") return [];
  return schema?.type === "integer" ? 0 : "";
}
