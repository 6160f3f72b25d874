import { parse } from "yaml";

/** The part of JSON Schema that charts/trimtab/values.schema.json uses. */
interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
}

interface Value {
  readonly name: string;
  readonly fallback: string;
  readonly about: string;
}

/** Set by Helm, and of no use to readers of the table. */
const unlisted = new Set(["global"]);

/** A table of all values of a chart, as Markdown. Throws if a value has no description or no default. */
export function chartValues(schemaText: string, valuesText: string): string {
  const schema = JSON.parse(schemaText) as Schema;
  const values = rows("", schema, parse(valuesText));
  const lines = values.map(
    ({ name, fallback, about }) => `| \`${name}\` | ${about} | ${fallback} |`,
  );
  return ["| value | what it is | default |", "|---|---|---|", ...lines, ""].join("\n");
}

function rows(prefix: string, { properties = {} }: Schema, defaults: unknown): Value[] {
  const given = (defaults ?? {}) as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(given).find(name => !(name in properties));
  if (unknown !== undefined) throw new Error(`values.schema.json lacks ${prefix}${unknown}`);
  return Object.entries(properties).flatMap(([name, schema]): Value[] => {
    const path = `${prefix}${name}`;
    if (unlisted.has(path)) return [];
    if (!(name in given)) throw new Error(`values.yaml lacks ${path}`);
    if (schema.properties) return rows(`${path}.`, schema, given[name]);
    if (!schema.description) throw new Error(`values.schema.json does not describe ${path}`);
    return [{ name: path, fallback: `\`${JSON.stringify(given[name])}\``, about: about(schema) }];
  });
}

/** Includes the members of a list's items or a map's values, which have no rows of their own. */
function about({ description = "", enum: values, items, additionalProperties }: Schema): string {
  const of = items ?? (typeof additionalProperties === "object" ? additionalProperties : {});
  const members = Object.entries(of.properties ?? {}).flatMap(([name, schema]) =>
    schema.description ? [`\`${name}\`: ${schema.description}`] : [],
  );
  const choice = values ? [`one of ${values.map(value => `\`${value}\``).join(", ")}`] : [];
  return [description, ...choice, ...members].join("; ").replaceAll("|", "\\|");
}
