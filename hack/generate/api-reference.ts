import { parse } from "yaml";

import { listDemanded } from "./types/demanded.ts";
import { acceptedOf } from "./refused.ts";

/** The parts of an OpenAPI schema that the reference shows. */
interface Schema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly format?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly "x-kubernetes-int-or-string"?: boolean;
  readonly additionalProperties?: Schema | boolean;
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

/** The reference of one CRD in Markdown: a section for each object, a row for each field. */
export function apiReference(crdYaml: string): string {
  const { spec } = parse(crdYaml) as CustomResourceDefinition;
  const version = spec.versions.at(-1);
  if (!version) throw new Error(`${spec.names.kind} has no version`);
  const root = version.schema.openAPIV3Schema;
  listDemanded(root);
  const head = [
    `## ${spec.names.kind}`,
    "",
    `\`apiVersion: ${spec.group}/${version.name}\``,
    "",
    oneLine(root.description),
  ];
  const { spec: specSchema, status } = root.properties ?? {};
  const parts = [
    ...(specSchema ? sections("spec", specSchema) : []),
    ...(status ? sections("status", status) : []),
  ];
  return [...head, ...parts].join("\n");
}

/**
 * An object's own table, then those of the objects within it, depth first. An object that several fields
 * share (an anchor in the file) appears only for the first of them.
 */
function sections(path: string, schema: Schema, shown = new Map<Schema, string>()): string[] {
  shown.set(schema, path);
  const fields = Object.entries(acceptedOf(schema.properties));
  const parts = fields.map(([name, field]) => {
    const inner = field.items ?? field;
    const at = `${path}.${name}${field.items ? "[]" : ""}`;
    const before = inner.properties && shown.get(inner);
    const nested = inner.properties && !before ? sections(at, inner, shown) : [];
    const type = [
      typeOf(field),
      ...(schema.required?.includes(name) ? ["required"] : []),
      ...(before ? [`as \`${before}\``] : []),
    ];
    return { row: `| \`${name}\` | ${type.join(", ")} | ${oneLine(field.description)} |`, nested };
  });
  const table = ["| field | type | |", "| --- | --- | --- |", ...parts.map(({ row }) => row)];
  return ["", `### ${path}`, "", ...table, ...parts.flatMap(({ nested }) => nested)];
}

function typeOf(field: Schema): string {
  if (field.items) {
    const most = field.maxItems === undefined ? "" : `, at most ${field.maxItems}`;
    return `list of ${field.items.title ?? field.items.type ?? "any"}${most}`;
  }
  if (typeof field.additionalProperties === "object") return "map of strings";
  const base = field.enum ? field.enum.map(String).join(", ") : (field.type ?? quantity(field));
  const fallback = field.default === undefined ? "" : `, default ${JSON.stringify(field.default)}`;
  return `${base}${range(field)}${fallback}`;
}

/** A field without a type is a quantity: a number, or text with a unit. */
const quantity = (field: Schema): string =>
  field["x-kubernetes-int-or-string"] ? "integer or string" : "number or string";

function range({ minimum, maximum }: Schema): string {
  if (minimum === undefined) return "";
  // The largest int32 limits every count and is no useful information.
  const bounded = maximum !== undefined && maximum < 2_147_483_647;
  return bounded ? `, ${minimum} to ${maximum}` : `, ${minimum} or more`;
}

/** A description as a table cell: one line, no pipes. */
const oneLine = (text = ""): string => text.trim().replaceAll(/\s+/g, " ").replaceAll("|", "\\|");
