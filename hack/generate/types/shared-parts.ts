import { isDeepStrictEqual } from "node:util";

import type { JSONSchema } from "json-schema-to-typescript";

/** The parts of a schema that have a title, by title. */
export type Parts = ReadonlyMap<string, JSONSchema>;

/** The keywords that determine a type. */
const structural = ["title", "type", "required", "enum", "additionalProperties", "tsType"] as const;

/**
 * The parts that both schemas have with the same structure. Their descriptions, limits and the like stay as far as
 * they are equal. In the status, which only the operator writes, a part may also have fields that only one of the two
 * schemas has. In the spec, such a field would let a sample or a test of the other kind have it.
 */
export function sharedParts(one: JSONSchema, other: JSONSchema): Parts {
  const inOther = partsOf(other);
  const shared = Array.from(partsOf(one), ([title, part]) => {
    const twin = inOther.get(title);
    return [title, twin && merged(part.schema, twin.schema, part.isStatus)] as const;
  });
  return new Map(shared.flatMap(([title, schema]) => (schema ? [[title, schema]] : [])));
}

interface Part {
  readonly schema: JSONSchema;
  readonly isStatus: boolean;
}

function partsOf(
  schema: JSONSchema,
  isStatus = false,
  found = new Map<string, Part>(),
): ReadonlyMap<string, Part> {
  if (schema.title !== undefined) found.set(schema.title, { schema, isStatus });
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    partsOf(field, isStatus || name === "status", found);
  }
  if (schema.items) partsOf(schema.items, isStatus, found);
  return found;
}

/** undefined: they differ in structure. */
function merged(one: JSONSchema, other: JSONSchema, isStatus: boolean): JSONSchema | undefined {
  if (structural.some(keyword => !isDeepStrictEqual(one[keyword], other[keyword])))
    return undefined;
  const { properties, items, ...rest } = one;
  const common = Object.fromEntries(
    Object.entries(rest).filter(([keyword, value]) => isDeepStrictEqual(value, other[keyword])),
  );
  const fields = mergedFields(properties, other.properties, isStatus);
  const entries = mergedItems(items, other.items, isStatus);
  if (fields === undefined || entries === undefined) return undefined;
  return { ...common, ...fields, ...entries };
}

type Fields = JSONSchema["properties"];

function mergedFields(one: Fields, other: Fields, isStatus: boolean) {
  if (one === undefined || other === undefined) return one === other ? {} : undefined;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const properties: Record<string, JSONSchema> = {};
  for (const name of names) {
    const [field, twin] = [one[name], other[name]];
    const both = field && twin ? merged(field, twin, isStatus) : isStatus && (field ?? twin);
    if (!both) return undefined;
    properties[name] = both;
  }
  return { properties };
}

function mergedItems(
  one: JSONSchema | undefined,
  other: JSONSchema | undefined,
  isStatus: boolean,
) {
  if (one === undefined || other === undefined) return one === other ? {} : undefined;
  const items = merged(one, other, isStatus);
  return items && { items };
}
