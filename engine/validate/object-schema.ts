/** The part of JSON Schema that hack/generate writes. */
export interface ObjectSchema {
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ObjectSchema>>;
  readonly items?: ObjectSchema;
  readonly additionalProperties?: ObjectSchema | boolean;
  readonly [keyword: string]: unknown;
}

/** Keys, and indices in decimal. */
export type Path = readonly string[];

/** The schema of one key or index; undefined if there is none. */
function schemaOf(schema: ObjectSchema, key: string): ObjectSchema | undefined {
  const { properties, items, additionalProperties: values } = schema;
  if (properties && Object.hasOwn(properties, key)) return properties[key];
  return items ?? (typeof values === "object" ? values : undefined);
}

export const schemaAt = (schema: ObjectSchema, path: Path): ObjectSchema | undefined =>
  path.reduce<ObjectSchema | undefined>((part, key) => part && schemaOf(part, key), schema);

/** As Kubernetes writes it: `spec.scaleTargetRefs[2].name`, `metadata.labels[app]`. */
export function pathText(path: Path, schema: ObjectSchema): string {
  let part: ObjectSchema | undefined = schema;
  let text = "";
  for (const key of path) {
    const isEntry = part?.items !== undefined || typeof part?.additionalProperties === "object";
    text += isEntry ? `[${key}]` : `${text === "" ? "" : "."}${key}`;
    part = part && schemaOf(part, key);
  }
  return text;
}

/**
 * A copy in which, as in the API server, a null field is absent unless the schema makes it nullable.
 * Values that the schema does not describe are not copied: YAML anchors can form a cycle.
 */
export function withoutNulls(value: unknown, schema: ObjectSchema | undefined): unknown {
  if (typeof value !== "object" || value === null || schema === undefined) return value;
  if (Array.isArray(value)) return value.map(item => withoutNulls(item, schema.items));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => {
      const part = schemaOf(schema, key);
      const isNull = field === null && part !== undefined && part["nullable"] !== true;
      const isAbsent = field === undefined || isNull;
      return isAbsent ? [] : [[key, withoutNulls(field, part)]];
    }),
  );
}

/** All places in the schema with a field of this name: `spec.behavior.scaleUp.policies[].type`. */
export function placesOf(name: string, schema: ObjectSchema, at = ""): string[] {
  const fields = Object.entries(schema.properties ?? {});
  const values = schema.additionalProperties;
  return [
    ...fields.flatMap(([key, field]) => [
      ...(key === name ? [at] : []),
      ...placesOf(name, field, at === "" ? key : `${at}.${key}`),
    ]),
    ...(schema.items ? placesOf(name, schema.items, `${at}[]`) : []),
    ...(typeof values === "object" ? placesOf(name, values, `${at}[]`) : []),
  ];
}

/** A value in YAML's flow style: `[{kind: Deployment, name: web}]`. */
export function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const entries = Object.entries(value).map(([key, field]) => `${key}: ${flowText(field)}`);
  return `{${entries.join(", ")}}`;
}
