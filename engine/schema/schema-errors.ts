import type { Problem } from "./field-reader.ts";
import type { Fields } from "../model/values/json-values.ts";
import { alternatives, show } from "../model/values/short-text.ts";
import { nearNames } from "../model/values/near-name.ts";
import { flowText, type ObjectSchema, placesOf } from "./object-schema.ts";

/** As ajv reports it: the place as a JSON pointer, the keyword, and the keyword's parameters. */
export interface Violation {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** `key`: the field concerned, if it is a field of the value. */
type Explained = Problem & { readonly key?: string };

/** A violation, with the context that ajv does not report. */
interface InContext {
  readonly violation: Violation;
  readonly data: unknown;
  readonly part: ObjectSchema | undefined;
  /** How the value was written, if unquoted. */
  readonly text: string | undefined;
  readonly root: ObjectSchema;
}

const explanations: Readonly<Record<string, (found: InContext) => Explained | undefined>> = {
  required: missing,
  additionalProperties: unknown,
  type: mistyped,
  minimum: found => outOfRange(found, "least"),
  maximum: found => outOfRange(found, "most"),
  minItems: wrongSize("least", "TooFew", "entries"),
  maxItems: wrongSize("most", "TooMany", "entries"),
  minProperties: wrongSize("least", "TooFew", "entries"),
  maxProperties: wrongSize("most", "TooMany", "entries"),
  minLength: wrongSize("least", "TooShort", "characters"),
  maxLength: wrongSize("most", "TooLong", "characters"),
  enum: found => unsupported(found, listParam(found, "allowedValues")),
  const: found => unsupported(found, listParam(found, "allowedValue")),
  not: refused,
  pattern: found =>
    mismatch(found, "PatternMismatch", `is not of the form ${param(found, "pattern")}`),
  // date-time is the only format that hack/generate validates.
  format: ({ data }) => ({
    code: "TimeMalformed",
    message: `${show(data)} is not an RFC 3339 time`,
    remedy: "write 2026-01-01T12:00:00Z or the like",
  }),
};

/** Explains a violation in the style of the engine's own rules. */
export function explainViolation(found: InContext): Explained {
  const { keyword } = found.violation;
  return explanations[keyword]?.(found) ?? mismatch(found, "SchemaMismatch", `violates ${keyword}`);
}

const listParam = ({ violation }: InContext, name: string): string[] =>
  [violation.params[name]].flat().map(String);
const param = (found: InContext, name: string): string => listParam(found, name)[0] ?? "";

function missing(found: InContext): Explained {
  const key = param(found, "missingProperty");
  const example = found.part?.properties?.[key]?.["example"];
  const shown = example === undefined ? key : `${key}: ${flowText(versionFor(found, example))}`;
  return { key, code: "Required", message: "is required", remedy: `write ${shown}` };
}

/** API versions of kinds that are in another group than `apps`. */
const versions: ReadonlyMap<unknown, string> = new Map([
  ["ReplicationController", "v1"],
  ["DeploymentConfig", "apps.openshift.io/v1"],
  ["Rollout", "argoproj.io/v1alpha1"],
]);

/** The example; that of a target's API version depends on the kind next to it. */
const versionFor = ({ data }: InContext, example: unknown): unknown =>
  example === "apps/v1" ? (versions.get((data as Fields)["kind"]) ?? example) : example;

function unknown(found: InContext): Explained {
  const key = param(found, "additionalProperty");
  const code = "UnknownField";
  const message = "there is no such field, and the API server would drop it without a word";
  return { key, code, message, remedy: knownInstead(key, found) };
}

/** The intended field, else the places that have a field of this name, else all fields allowed here. */
function knownInstead(key: string, { data, part, root }: InContext): string {
  const fields = Object.entries(part?.properties ?? {}).flatMap(([name, field]) =>
    field["refused"] === undefined ? [name] : [],
  );
  const near = nearNames(key, fields);
  const there = near.find(name => Object.hasOwn(data as object, name));
  if (there !== undefined) return `remove it: ${there} is there, too`;
  if (near.length > 0) return `write ${alternatives(near)}`;
  // The status is not the user's.
  const places = placesOf(key, root).filter(place => !/^(status\b|$)/.test(place));
  const isElsewhere = places.length > 0 && places.length <= 3;
  return isElsewhere
    ? `move it to ${alternatives(places)}, or remove it`
    : `remove it, or write ${alternatives(fields)}`;
}

const nouns: Readonly<Record<string, string>> = {
  integer: "a whole number",
  number: "a number",
  string: "text",
  boolean: "true or false",
  object: "an object",
  array: "a list",
};

function mistyped(found: InContext): Explained {
  const { data, part } = found;
  const types = listParam(found, "type");
  const wanted = alternatives(types.map(type => nouns[type] ?? type));
  const message = `must be ${wanted}, but is ${show(data)}`;
  if (typeof data === "boolean" && types.includes("integer") && types.includes("string")) {
    return { code: "Type", message, remedy: "write a quantity, such as 500m or 2Gi" };
  }
  const text = found.text ?? (typeof data === "number" ? String(data) : undefined);
  if (!types.includes("string") || text === undefined || typeof data === "object") {
    return { code: "Type", message, remedy: `write ${wanted}` };
  }
  const values = part?.["enum"] as readonly unknown[] | undefined;
  return {
    code: "Type",
    message: text === show(data) ? message : `${message} (written ${text})`,
    remedy: `write ${values ? alternatives(values.map(String)) : `"${text}", in quotes`}`,
  };
}

function outOfRange(found: InContext, end: "least" | "most"): Explained {
  const limit = param(found, "limit");
  return {
    code: "Range",
    message: `must be at ${end} ${limit}, but is ${show(found.data)}`,
    remedy: `write ${limit} or ${end === "least" ? "more" : "less"}`,
  };
}

function wrongSize(end: "least" | "most", code: string, unit: string) {
  return (found: InContext): Explained => {
    const size = sizeOf(found.data);
    const limit = Number(param(found, "limit"));
    const message = `has ${size} ${unit}, but must have at ${end} ${limit}`;
    const remedy = end === "least" ? `add ${limit - size}` : `remove ${size - limit}`;
    return { code, message, remedy };
  };
}

function sizeOf(data: unknown): number {
  if (Array.isArray(data)) return data.length;
  if (typeof data !== "string") return Object.keys(data as object).length;
  // The API server counts code points. A list of them would take much more memory than the text.
  let characters = 0;
  for (let at = 0; at < data.length; at += (data.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) {
    characters += 1;
  }
  return characters;
}

/** hack/generate writes `not` and `refused` for a field of the CRD whose rule is `false`. */
function refused({ part }: InContext): Explained | undefined {
  const sentence = part?.["refused"];
  if (typeof sentence !== "string") return undefined;
  const [message = "", remedy = ""] = sentence.split("; ");
  return { code: "Refused", message, remedy };
}

const unsupported = ({ data }: InContext, values: readonly string[]): Explained => ({
  code: "NotSupported",
  message: `${show(data)} is not supported`,
  remedy: `write ${alternatives(values)}`,
});

const mismatch = ({ data }: InContext, code: string, message: string): Explained => ({
  code,
  message: `${show(data)} ${message}`,
  remedy: "write what docs/api.md says of the field",
});
