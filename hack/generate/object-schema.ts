import { parse } from "yaml";

import { type Refusal, refusalOf } from "./refused.ts";

/** The keywords that OpenAPI schemas and JSON Schema share, and three that differ. */
export interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly "x-kubernetes-int-or-string"?: boolean;
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
  readonly [keyword: string]: unknown;
}

interface CustomResourceDefinition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly schema: { readonly openAPIV3Schema: Schema };
    }[];
  };
}

const text = { type: "string" };
const texts = (value: Schema = text) => ({ type: "object", additionalProperties: value });
const servers = [
  "uid resourceVersion generation selfLink managedFields ownerReferences",
  "creationTimestamp deletionTimestamp deletionGracePeriodSeconds",
];

/** A CRD must not specify it. Fields that the API server writes are allowed and not validated. */
const objectMeta = {
  type: "object",
  additionalProperties: false,
  properties: {
    name: { ...text, maxLength: 253 },
    generateName: text,
    namespace: { ...text, maxLength: 63 },
    labels: texts({ ...text, maxLength: 63 }),
    annotations: texts(),
    finalizers: { type: "array", items: text },
    ...Object.fromEntries(servers.flatMap(names => names.split(" ")).map(name => [name, {}])),
  },
};

/**
 * A CRD's newest version as JSON Schema for a whole object. Unknown fields are invalid, except in the status,
 * which another release of the operator may have written. Of the CEL rules it has only those that refuse a
 * field. `example` shows how to write a required field.
 */
export function objectSchema(crdYaml: string): Schema {
  const { spec, version, root } = newestOf(crdYaml);
  return {
    type: "object",
    required: ["apiVersion", "kind", "metadata", ...(root["required"] as string[])],
    additionalProperties: false,
    properties: {
      apiVersion: { const: `${spec.group}/${version.name}` },
      kind: { const: spec.names.kind },
      metadata: objectMeta,
      spec: jsonSchema(root.properties?.["spec"] ?? {}, { isOpen: false }),
      status: jsonSchema(root.properties?.["status"] ?? {}, { isOpen: true }),
    },
  };
}

/**
 * The field `state` of a kind that the operator alone writes, without the rest of the object. Unknown fields are valid,
 * because another release of the operator may have written them.
 */
export function stateSchema(crdYaml: string): Schema {
  const state = jsonSchema(newestOf(crdYaml).root.properties?.["state"] ?? {}, { isOpen: true });
  return { type: "object", required: ["state"], properties: { state } };
}

function newestOf(crdYaml: string) {
  const { spec } = parse(crdYaml) as CustomResourceDefinition;
  const version = spec.versions.at(-1);
  if (!version) throw new Error(`${spec.names.kind} has no version`);
  return { spec, version, root: version.schema.openAPIV3Schema };
}

const forPeople = new Set(["title", "description", "default", "format"]);

/** For JSON that is not a quantity, and the form of a quantity, which a rule explains. */
const quantityForms = new Set(["pattern", "not", "maxItems", "maxProperties"]);

/** engine/validate reads `refused`. */
const refused = ({ sentence, except }: Refusal): Schema => ({
  not: except.length === 0 ? {} : { not: { enum: except } },
  refused: sentence,
});

/** @param isOpen whether unknown fields are valid */
function jsonSchema(schema: Schema, { isOpen }: { readonly isOpen: boolean }): Schema {
  const refusal = refusalOf(schema);
  if (refusal !== undefined) return refused(refusal);
  const { properties, items, additionalProperties: values, ...rest } = schema;
  const isClosed = properties && !isOpen && !rest["x-kubernetes-preserve-unknown-fields"];
  const part = (each: Schema): Schema => jsonSchema(each, { isOpen });
  // A field without a type is a quantity: a number, or text with a unit.
  const isQuantity = !rest["type"] && !rest["x-kubernetes-int-or-string"];
  return {
    ...(rest["x-kubernetes-int-or-string"] && { type: ["integer", "string"] }),
    ...(isQuantity && { type: ["number", "string"] }),
    ...Object.fromEntries(
      Object.entries(rest).filter(
        ([key]) =>
          !key.startsWith("x-") && !forPeople.has(key) && !(isQuantity && quantityForms.has(key)),
      ),
    ),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, part(field)]),
      ),
    }),
    ...(isClosed && { additionalProperties: false }),
    ...(items && { items: part(items) }),
    ...(typeof values === "object" && { additionalProperties: part(values) }),
  };
}
