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

/** Whether a path equals the other one or leads to a part of it. */
export const isWithin = (outer: Path, inner: Path): boolean =>
  outer.every((name, index) => inner[index] === name);

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

interface Copying {
  /** Drops fields that the schema does not know, as the API server does. */
  readonly isPruned?: boolean;
  /** Copies one entry more than the schema allows: that already makes the list or map invalid. */
  readonly isCut?: boolean;
  /** Stops after this number of values. */
  readonly mostValues?: number;
}

/**
 * A copy in which, as in the API server, a null field is absent unless the schema makes it nullable.
 * Values that the schema does not describe are not copied: YAML anchors can form a cycle. null: the
 * object has too many values.
 */
export function copyOf(
  object: unknown,
  schema: ObjectSchema,
  { isPruned = false, isCut = false, mostValues = Infinity }: Copying = {},
): { readonly copy: unknown } | null {
  let count = 0;
  const isLeftOut = (field: unknown, its: ObjectSchema | undefined, part: ObjectSchema): boolean =>
    isAbsent(field, its) || (isPruned && its === undefined && part.additionalProperties === false);
  const copied = (value: unknown, part: ObjectSchema | undefined): unknown => {
    count += 1;
    const isLeaf = typeof value !== "object" || value === null || part === undefined;
    if (isLeaf || count > mostValues) return value;
    const limit = isCut ? mostCopied(part) : Infinity;
    if (Array.isArray(value)) return value.slice(0, limit).map(item => copied(item, part.items));
    const fields: [string, unknown][] = [];
    for (const key of Object.keys(value)) {
      if (fields.length >= limit || count > mostValues) break;
      const field = (value as Readonly<Record<string, unknown>>)[key];
      const its = schemaOf(part, key);
      if (!isLeftOut(field, its, part)) fields.push([key, copied(field, its)]);
    }
    return Object.fromEntries(fields);
  };
  const copy = copied(object, schema);
  return count > mostValues ? null : { copy };
}

const isAbsent = (field: unknown, schema: ObjectSchema | undefined): boolean =>
  field === undefined || (field === null && schema !== undefined && schema["nullable"] !== true);

const mostCopied = (schema: ObjectSchema): number =>
  Number(schema["maxItems"] ?? schema["maxProperties"] ?? Infinity) + 1;

/** All places in the schema that accept a field of this name: `spec.behavior.scaleUp.policies[].type`. */
export function placesOf(name: string, schema: ObjectSchema, at = ""): string[] {
  const fields = Object.entries(schema.properties ?? {});
  const values = schema.additionalProperties;
  return [
    ...fields.flatMap(([key, field]) => [
      ...(key === name && field["refused"] === undefined ? [at] : []),
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
