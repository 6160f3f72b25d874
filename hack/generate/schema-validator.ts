import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";

/** How the generated code of ajv counts characters: its own module is CommonJS. */
const ajvCount = 'require("ajv/dist/runtime/ucs2length").default';
// The API server counts code points, too.
const count = "text => { let length = 0; for (const _ of text) length += 1; return length; }";

/**
 * An ES module that exports a schema and a function that validates against it, which reports all errors.
 * It imports nothing.
 */
export function schemaValidator(schema: object, crdPath: string): string {
  const ajv = new Ajv({
    ...{ allErrors: true, strict: false, strictNumbers: true, messages: false },
    code: { source: true, esm: true, lines: true },
  });
  const code = standalone
    .default(ajv, ajv.compile(schema))
    .replaceAll(ajvCount, count)
    .replace(/export default \w+;/, "");
  if (code.includes("require(")) throw new Error(`the validator of ${crdPath} imports a module`);
  const note = `// Generated from ${crdPath} by hack/generate/generate.ts; edit that and run it again.`;
  return `${note}\n${code}\nexport const schema = ${JSON.stringify(schema)};\n`;
}

/** The types of that module. */
export const validatorTypes = (crdPath: string): string =>
  `// Generated from ${crdPath} by hack/generate/generate.ts.
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
