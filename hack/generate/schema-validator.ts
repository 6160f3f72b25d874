import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";

/** How the generated code of ajv counts characters: its own module is CommonJS. */
const ajvCount = 'require("ajv/dist/runtime/ucs2length").default';
// The API server counts code points, too.
const count = "text => { let length = 0; for (const _ of text) length += 1; return length; }";

/** RFC 3339. Date.parse reads each of them. */
const dateTime =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/**
 * An ES module that exports a schema and a function that validates against it, which reports all errors.
 * It imports nothing.
 */
export function schemaValidator(schema: object, schemaPath: string): string {
  const ajv = new Ajv({
    ...{ allErrors: true, strict: false, strictNumbers: true, messages: false },
    formats: { "date-time": dateTime },
    code: { source: true, esm: true, lines: true },
  });
  const code = standalone
    .default(ajv, ajv.compile(schema))
    .replaceAll(ajvCount, count)
    .replace(/export default \w+;/, "");
  if (code.includes("require(")) throw new Error(`the validator of ${schemaPath} imports a module`);
  const note = `// Generated from ${schemaPath} by hack/generate/generate.ts; edit that and run it again.`;
  return `${note}\n${code}\nexport const schema = ${JSON.stringify(schema)};\n`;
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
