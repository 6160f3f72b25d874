import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";

import type { Schema } from "./object-schema.ts";

/** How the generated code of ajv counts characters: its own module is CommonJS. */
const ajvCount = 'require("ajv/dist/runtime/ucs2length").default';
// The API server counts code points, too.
const count = "text => { let length = 0; for (const _ of text) length += 1; return length; }";

/** RFC 3339. Date.parse reads each of them. */
const dateTime =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/**
 * An ES module that exports a schema and a function that validates against it. It imports nothing.
 *
 * @param allErrors whether the function reports all errors, or only the first one
 */
export function schemaValidator(schema: Schema, schemaPath: string, allErrors: boolean): string {
  const ajv = new Ajv({
    ...{ allErrors, strict: false, strictNumbers: true, messages: false },
    ...{ formats: { "date-time": dateTime }, inlineRefs: false },
    code: { source: true, esm: true, lines: true },
  });
  const code = standalone
    .default(ajv, ajv.compile(withDefinitions(schema)))
    .replaceAll(ajvCount, count)
    .replace(/export default \w+;/, "");
  if (code.includes("require(")) throw new Error(`the validator of ${schemaPath} imports a module`);
  const note = `// Generated from ${schemaPath} by hack/generate/generate.ts; edit that and run it again.`;
  return `${note}\n${code}\nexport const schema = ${JSON.stringify(schema)};\n`;
}

/** Shorter schemas are not worth a function of their own. */
const leastLength = 200;

/** The same schema, with a definition for each part that occurs several times, so that its code occurs once. */
function withDefinitions(schema: Schema): Schema {
  const found = new Set<string>();
  const repeated = new Map<string, string>();
  replaceParts(schema, part => {
    const text = JSON.stringify(part);
    const isRepeated = found.has(text) && text.length >= leastLength;
    if (isRepeated && !repeated.has(text)) repeated.set(text, `part${repeated.size}`);
    found.add(text);
    return part;
  });
  const referring = (root: Schema): Schema =>
    replaceParts(root, part => {
      const name = part === root ? undefined : repeated.get(JSON.stringify(part));
      return name === undefined ? part : { $ref: `#/$defs/${name}` };
    });
  const definitions = Array.from(repeated, ([text, name]) => [
    name,
    referring(JSON.parse(text) as Schema),
  ]);
  return { ...referring(schema), $defs: Object.fromEntries(definitions) as Schema };
}

/** Replaces a schema or, if `replace` returns the same, the schemas in it. */
function replaceParts(schema: Schema, replace: (part: Schema) => Schema): Schema {
  const replaced = replace(schema);
  if (replaced !== schema) return replaced;
  const { properties, items, additionalProperties: values, ...rest } = schema;
  const parts = Object.entries(properties ?? {});
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        parts.map(([name, part]) => [name, replaceParts(part, replace)]),
      ),
    }),
    ...(items && { items: replaceParts(items, replace) }),
    ...(values !== undefined && {
      additionalProperties: typeof values === "object" ? replaceParts(values, replace) : values,
    }),
  };
}

/** The types of that module. */
export const validatorTypes = (schemaPath: string): string =>
  `// Generated from ${schemaPath} by hack/generate/generate.ts.
/** JSON Schema. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly [keyword: string]: unknown;
}
export declare const schema: Schema;
/** A violation: the place as a JSON pointer, the keyword that it violates, and the keyword's parameters. */
export interface Violation {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}
/** Sets \`errors\`. */
export declare const validate: {
  (data: unknown): boolean;
  readonly errors?: readonly Violation[] | null;
};
`;
