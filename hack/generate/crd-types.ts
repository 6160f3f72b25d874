import { compile, type JSONSchema } from "json-schema-to-typescript";
import { parse } from "yaml";

import { listDemanded } from "./demanded.ts";
import { acceptedOf } from "./refused.ts";

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

/**
 * TypeScript interfaces for a CRD's newest version, one for each schema that has a `title`. Dates stay
 * strings, as in JSON. Deterministic.
 *
 * json-schema-to-typescript stays on 15.x: 16.0 adds a second prettier.
 */
export async function crdTypes(crdYaml: string, crdPath: string): Promise<string> {
  const crd = parse(crdYaml) as CustomResourceDefinition;
  const schema = crd.spec.versions.at(-1)?.schema.openAPIV3Schema;
  if (schema?.properties === undefined)
    throw new Error(`${crdPath}: has no schema with properties`);
  listDemanded(schema);

  const properties = { ...withQuantities(schema).properties, metadata: objectMeta };
  const types = await typesOf({ ...schema, properties }, crd.spec.names.kind, crdPath);
  return types.replace(/\n\n/, `\n\n${historyImport}\n\n`);
}

/** The CRDs keep any history. This is what a release finds there unless another one has written it. */
const historyImport = `import type { SerializedHistory } from "../../engine/history/generated/history.ts";`;

/** The same for another schema, which needs a `title` of its own. */
export function schemaTypes(schemaYaml: string, schemaPath: string): Promise<string> {
  const schema = parse(schemaYaml) as JSONSchema;
  return typesOf(schema, schema.title ?? "", schemaPath);
}

async function typesOf(schema: JSONSchema, name: string, path: string): Promise<string> {
  const text = await compile(schema, name, {
    additionalProperties: false,
    bannerComment: `// Generated from ${path} by hack/generate/generate.ts; edit that and run it again.`,
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
