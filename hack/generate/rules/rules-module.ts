import { parse } from "yaml";

import type { Schema } from "../object-schema.ts";
import { refusalOf } from "../refused.ts";
import { celFunctions } from "./cel-functions.ts";
import { javascriptOf } from "./cel-javascript.ts";

interface Rule {
  readonly rule: string;
  readonly message: string;
  readonly messageExpression?: string;
  readonly fieldPath?: string;
  /** The comment of its reason. */
  readonly code?: string;
}

/** Comments have the codes of rules and of lists with keys, because the API server accepts no field for them. */
const withCodes = (crdYaml: string): string =>
  crdYaml
    .replaceAll(/^( *)reason: (\w+) # (\w+)$/gm, "$1reason: $2\n$1code: $3")
    .replaceAll(
      /^( *)(x-kubernetes-list-map-keys: .*\]) # (\w+)$/gm,
      "$1$2\n$1codeOfDuplicate: $3",
    );

/** An ES module that exports the CEL rules of a CRD as functions, at the places of an object that they are about. */
export function rulesModule(crdYaml: string, crdPath: string): string {
  const { spec } = parse(withCodes(crdYaml)) as {
    spec: { versions: { schema: { openAPIV3Schema: Schema } }[] };
  };
  const root = spec.versions.at(-1)?.schema.openAPIV3Schema ?? {};
  const names = new Map<string, string>();
  /** A definition of each text, so that parts that the CRD repeats are in the module once. */
  const define = (kind: string, code: string): string => {
    const name = names.get(code) ?? `${kind}${names.size}`;
    names.set(code, name);
    return name;
  };
  // The status is not the user's.
  const place = placeOf({ properties: { spec: root.properties?.["spec"] ?? {} } }, define) ?? "{}";
  return [
    `// Generated from ${crdPath} by hack/generate/generate.ts; edit that and run it again.`,
    `import { ${celFunctions.map(({ name }) => name).join(", ")} } from "./rules.js";`,
    ...Array.from(names, ([code, name]) => `const ${name} = ${code};`),
    `export const rules = ${place};`,
    "",
  ].join("\n");
}

type Define = (kind: string, code: string) => string;

/** undefined: no rule is about this place or a part of it. */
function placeOf(schema: Schema, define: Define): string | undefined {
  // The schema itself reports a field that is refused.
  if (refusalOf(schema) !== undefined) return undefined;
  const { properties = {}, items, additionalProperties: values } = schema;
  const rules = (schema["x-kubernetes-validations"] ?? []) as readonly Rule[];
  const parts = {
    unique: uniqueOf(schema),
    own: listed(rules.map(rule => define("rule", codeOf(rule, schema)))),
    fields: fieldsOf(properties, define),
    items: items && placeOf(items, define),
    values: typeof values === "object" ? placeOf(values, define) : undefined,
  };
  const code = objectOf(parts);
  return code === undefined ? undefined : define("place", code);
}

const listed = (entries: readonly string[]): string | undefined =>
  entries.length === 0 ? undefined : `[${entries.join(", ")}]`;

const fieldsOf = (properties: Readonly<Record<string, Schema>>, define: Define) =>
  objectOf(
    Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, placeOf(field, define)]),
    ),
  );

/** The JavaScript of an object with these fields; undefined: it has none. */
function objectOf(fields: Readonly<Record<string, string | undefined>>): string | undefined {
  const given = Object.entries(fields).filter(([, code]) => code !== undefined);
  if (given.length === 0) return undefined;
  return `{ ${given.map(([name, code]) => `${name}: ${code}`).join(", ")} }`;
}

function uniqueOf(schema: Schema): string | undefined {
  const { "x-kubernetes-list-map-keys": keys, codeOfDuplicate: code } = schema;
  if (keys === undefined) return undefined;
  if (code === undefined) throw new Error(`write the code after the keys ${JSON.stringify(keys)}`);
  return JSON.stringify({ code, keys });
}

function codeOf(
  { rule, message, messageExpression, fieldPath = "", code }: Rule,
  schema: Schema,
): string {
  if (code === undefined) throw new Error(`write the code after the reason of the rule ${rule}`);
  const condition = javascriptOf(rule, schema);
  const parameters = condition.includes("isTimeZone(") ? "(self, isTimeZone)" : "self";
  const fields = {
    code: JSON.stringify(code),
    path: JSON.stringify(fieldPath),
    holds: `${parameters} => ${condition}`,
    sentence: JSON.stringify(message),
    explain: messageExpression && `self => ${javascriptOf(messageExpression, schema)}`,
  };
  return objectOf(fields) ?? "{}";
}

/** The types of that module. */
export const rulesTypes = (crdPath: string): string =>
  `// Generated from ${crdPath} by hack/generate/generate.ts.
import type { Place } from "./rules.js";
export declare const rules: Place;
`;

const functionsBanner =
  "// Generated from hack/generate/rules/ by hack/generate/generate.ts; edit that and run it again.";

/** The module with what the rules of all CRDs call. */
export const functionsModule = (): string =>
  [functionsBanner, ...celFunctions.map(definition => `export ${String(definition)}`), ""].join(
    "\n",
  );

/** The types of the rules. The functions have none: only rules call them. */
export const functionsTypes = (): string =>
  `${functionsBanner}
/** A rule about a value; \`path\` is that of the field in it that is wrong, and may be empty. */
export interface Rule {
  readonly code: string;
  readonly path: string;
  /** Throws if it reads a value that the schema refuses, which is undefined although the field is there. */
  readonly holds: (self: unknown, isTimeZone: (name: string) => boolean) => boolean;
  /** The message and the remedy. */
  readonly sentence: string;
  /** The same with values. */
  readonly explain?: (self: unknown) => string;
}
/** The rules about the values at one place of an object, and those of their parts. */
export interface Place {
  readonly own?: readonly Rule[];
  /** The fields in which two entries of a list must differ. */
  readonly unique?: { readonly code: string; readonly keys: readonly string[] };
  readonly fields?: Readonly<Record<string, Place>>;
  readonly items?: Place;
  readonly values?: Place;
}
`;
