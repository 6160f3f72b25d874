import { compile, type JSONSchema } from "json-schema-to-typescript";
import { parse } from "yaml";

import { listDemanded } from "./demanded.ts";
import { acceptedOf } from "../refused.ts";
import { type Parts, sharedParts } from "./shared-parts.ts";

/** The part of a CustomResourceDefinition that the types are generated from. */
interface CustomResourceDefinition {
  readonly spec: {
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly schema: { readonly openAPIV3Schema: JSONSchema } }[];
  };
}

/** The metadata fields that the programs read. A CRD must not specify them, so they are specified here. */
const objectMeta: JSONSchema = {
  title: "ObjectMeta",
  description: "The metadata that every Kubernetes object has, as far as it is read here.",
  type: "object",
  properties: {
    name: { type: "string" },
    namespace: { type: "string" },
    uid: { type: "string" },
    resourceVersion: { type: "string" },
    generation: { type: "integer" },
    creationTimestamp: { type: "string" },
    deletionTimestamp: { type: "string" },
    labels: { type: "object", additionalProperties: { type: "string" } },
    annotations: { type: "object", additionalProperties: { type: "string" } },
  },
};

/** A CRD's newest version, prepared for the generation of types. */
function schemaOf(crdYaml: string): JSONSchema {
  const { spec } = parse(crdYaml) as CustomResourceDefinition;
  const { kind } = spec.names;
  const schema = spec.versions.at(-1)?.schema.openAPIV3Schema;
  if (schema?.properties === undefined) throw new Error(`${kind}: has no schema with properties`);
  listDemanded(schema);
  const properties = { ...withQuantities(schema).properties, metadata: objectMeta };
  return { ...schema, title: kind, properties };
}

interface CrdFile {
  readonly path: string;
  readonly yaml: string;
}

/**
 * TypeScript interfaces for the newest version of two CRDs, one interface for each schema that has a `title`: the
 * text of a file for each CRD, and of one for the interfaces that both have. Dates stay strings, as in JSON.
 * Deterministic.
 *
 * json-schema-to-typescript stays on 15.x: 16.0 adds a second prettier.
 */
export async function crdTypes(
  crds: readonly [CrdFile, CrdFile],
): Promise<{ readonly shared: string; readonly own: readonly string[] }> {
  const [one, other] = crds.map(({ yaml }) => schemaOf(yaml)) as [JSONSchema, JSONSchema];
  const parts = sharedParts(one, other);
  const interfaces = await Promise.all(
    Array.from(parts, async ([title, part]) => {
      const text = await typesOf(withReferences(part, parts, title), title, "");
      return text.trim();
    }),
  );
  const paths = crds.map(({ path }) => path);
  const own = [one, other].map(async (schema, index) => {
    const types = await typesOf(withReferences(schema, parts), "", banner(paths[index] ?? ""));
    const names = [...parts.keys()].filter(name => new RegExp(`\\b${name}\\b`).test(types));
    const sharedImport = `import type { ${names.join(", ")} } from "./shared.ts";`;
    return types.replace(/\n\n/, `\n\n${sharedImport}\n\n`);
  });
  return {
    shared: `${[banner("crds/*.yaml"), historyImport, ...interfaces].join("\n\n")}\n`,
    own: await Promise.all(own),
  };
}

/**
 * Refers to shared parts by name, except for `own`. The description of such a part becomes that of the field. Parts
 * that occur several times stay one object, and so one interface.
 */
function withReferences(
  schema: JSONSchema,
  shared: Parts,
  own?: string,
  done = new Map<JSONSchema, JSONSchema>(),
): JSONSchema {
  const before = done.get(schema);
  if (before) return before;
  const { title, description, properties, items } = schema;
  const isShared = title !== undefined && title !== own && shared.has(title);
  const after: JSONSchema = isShared
    ? { ...(description && { description }), tsType: title }
    : { ...schema };
  done.set(schema, after);
  if (isShared) return after;
  const fields = Object.entries(properties ?? {}).map(
    ([name, field]) => [name, withReferences(field, shared, own, done)] as const,
  );
  if (properties) after.properties = Object.fromEntries(fields);
  if (items) after.items = withReferences(items, shared, own, done);
  return after;
}

/** The CRDs keep any history. This is what a release finds there unless another one has written it. */
const historyImport = `import type { SerializedHistory } from "../../engine/model/generated/history.ts";`;

const banner = (path: string): string =>
  `// Generated from ${path} by hack/generate/generate.ts; edit that and run it again.`;

/** The same for a CRD that shares nothing with the others. */
export const ownTypes = ({ path, yaml }: CrdFile): Promise<string> =>
  typesOf(schemaOf(yaml), "", banner(path));

/** The same for another schema, which needs a `title` of its own. */
export function schemaTypes(schemaYaml: string, schemaPath: string): Promise<string> {
  const schema = parse(schemaYaml) as JSONSchema;
  return typesOf(schema, schema.title ?? "", banner(schemaPath));
}

async function typesOf(schema: JSONSchema, name: string, bannerComment: string): Promise<string> {
  const text = await compile(schema, name, {
    additionalProperties: false,
    bannerComment,
    ignoreMinAndMaxItems: true,
    style: { printWidth: 100 },
  });
  return text.replaceAll(/^( *\* )(.+)$/gm, wrapComment);
}

/**
 * A field without a type is a quantity: a number, or text with a unit. The rest of its schema concerns JSON
 * that is not a quantity. A shared part of the schema stays shared, because it becomes one interface.
 */
function withQuantities(schema: JSONSchema, done = new Map<JSONSchema, JSONSchema>()): JSONSchema {
  const before = done.get(schema);
  if (before) return before;
  const { description, properties, items, ...rest } = schema;
  const after: JSONSchema = schema.type
    ? { ...rest, ...(description && { description }), ...nullable(schema) }
    : { ...(description && { description }), type: ["number", "string"] };
  done.set(schema, after);
  if (schema.title === "TargetHistory") after.tsType = "Partial<SerializedHistory>";
  else if (properties) {
    after.properties = Object.fromEntries(
      Object.entries(acceptedOf(properties)).map(([name, field]) => [
        name,
        withQuantities(field, done),
      ]),
    );
  }
  if (items) after.items = withQuantities(items, done);
  return after;
}

/** Map values that may be null: OpenAPI states this next to the type, JSON Schema within it. */
function nullable({ additionalProperties: values }: JSONSchema): JSONSchema {
  if (typeof values !== "object" || values["nullable"] !== true) return {};
  return { additionalProperties: { ...values, type: [values.type as "string", "null"] } };
}

/** Wraps a line of a doc comment at 100 columns: a description is one long line. */
function wrapComment(_line: string, margin: string, words: string): string {
  const room = 100 - margin.length;
  const fitting = new RegExp(`(\\S.{0,${room - 1}})(?:\\s+|$)`, "g");
  return words.replaceAll(fitting, (_, line: string) => `${margin}${line}\n`).trimEnd();
}
