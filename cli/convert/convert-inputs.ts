import { type FieldError, isError } from "../../engine/field-error.ts";
import { err, ok, type Result } from "../../engine/result.ts";
import type { Fields } from "../../engine/json-values.ts";
import { unwritten, valueAt } from "../../engine/validate/structure.ts";
import { validateObject } from "../../engine/validate/validate-object.ts";
import { kindNames } from "../objects/scaling-object.ts";
import { cleanText } from "../terminal/printable.ts";
import type { Page } from "../terminal/style.ts";
import type { Input } from "../validate/inputs.ts";
import { rules } from "../validate/rules.ts";
import { type Found, type ParsedText, parseText, textWith } from "./convert-text.ts";
import { type Conversion, type FieldReport, fieldText } from "./conversion.ts";
import { directions, type Target } from "./kinds/registry.ts";
import type { Pair } from "./prove/rivals.ts";
import { takeoverScript } from "./takeover/script.ts";
import { type Converted, jsonOf, nameOf, tableOf } from "./report.ts";

export type ConvertedInputs = ReturnType<typeof convertInputs>;

/** The options that decide about the result. */
export interface Wanted {
  readonly to: Target;
  readonly algorithm: "upstream" | "Trimtab-1";
}

export function convertInputs(inputs: readonly Input[], { to, algorithm }: Wanted) {
  const { kinds, relevant } = directions[to];
  const parsed = inputs.map(({ file, text }) => parseText(file, text, relevant));
  const all = parsed.flatMap(objectsOf);
  const context = { objects: all.map(({ raw }) => raw), keepsArithmetic: algorithm === "upstream" };
  const converted = all.flatMap((found): Converted[] => {
    const kind = kinds.find(each => each.matches(found.raw));
    if (!kind) return [];
    const kept = kind.convert(found.raw, context);
    const errors = errorsOf(kept);
    const conversion = withUnknownFields(kept, errors);
    return [{ found, kind: kind.name, conversion, errors }];
  });
  const results = new Map<Found, Conversion>(
    converted.map(({ found, conversion }) => [found, conversion]),
  );
  return {
    /** Sentences about input that cannot be read. */
    problems: parsed.flatMap(({ problems }) => problems),
    /** Whether all objects are converted without loss. */
    isComplete: converted.every(({ conversion }) =>
      conversion.fields.every(({ verdict }) => verdict !== "lost"),
    ),
    /** Whether there are results, and all of them are valid. */
    isValid:
      converted.some(({ conversion }) => conversion.object !== null) &&
      converted.every(
        ({ errors, conversion }) => errors.length === 0 && conversion.object !== null,
      ),
    text: () => joined(parsed.map(text => textWith(text, results))),
    table: (page: Page) => tableOf(converted, page),
    json: () => jsonOf(converted),
    /** A script for the only object; a sentence if there is none or several. */
    takeover: () => takeoverOf(converted),
    /** Each object that has a result, and all objects of the input. */
    proofInput: () => ({ pairs: converted.flatMap(pairOf), objects: context.objects }),
  };
}

const pairOf = ({ found: { raw }, kind, conversion: { object } }: Converted): Pair[] =>
  object === null ? [] : [{ name: `${kind} ${nameOf(raw)}`, old: raw, result: object }];

function takeoverOf(converted: readonly Converted[]): Result<string, string> {
  const [only, ...others] = converted;
  const { object = null, fields = [] } = only?.conversion ?? {};
  if (only === undefined || others.length > 0) {
    return err(`a script hands over one object, but there are ${converted.length}`);
  }
  const [error] = only.errors;
  if (error) return err(`the result is invalid: ${error.path}: ${error.message}`);
  if (object === null) return err(`${only.kind} has no equivalent: ${fields.at(-1)?.reason ?? ""}`);
  const { raw } = only.found;
  const problem = problemOfScript(raw, object);
  return problem === null ? ok(takeoverScript({ old: raw, result: object, fields })) : err(problem);
}

/** Why the commands of a script could not name both objects; null: they can. */
function problemOfScript(old: Fields, result: Fields): string | null {
  const [here, there] = [old, result].map(object => ({
    name: cleanText(valueAt(object, ["metadata", "name"])),
    namespace: cleanText(valueAt(object, ["metadata", "namespace"])),
  }));
  if (here?.name === "")
    return "the object has no metadata.name: a script hands over one that exists";
  if (here?.namespace === there?.namespace) return null;
  const [from, to] = [here, there].map(nameOfNamespace);
  return `a script works in one namespace, but the old object is in ${from} and the new one in ${to}`;
}

const nameOfNamespace = (object?: { readonly namespace: string }): string =>
  object === undefined || object.namespace === "" ? "that of the kubeconfig" : object.namespace;

const objectsOf = ({ parts }: ParsedText): Found[] =>
  parts.flatMap(part => (typeof part === "string" ? [] : part.objects));

/** One stream of documents. */
const joined = (texts: readonly string[]): string =>
  texts
    .map(text => (text === "" || text.endsWith("\n") ? text : `${text}\n`))
    .reduce(
      (all, text) => (all === "" || text.startsWith("---") ? all + text : `${all}---\n${text}`),
      "",
    );

/** A field that is kept whole may have others in it that the result does not know. */
function withUnknownFields(conversion: Conversion, errors: readonly FieldError[]): Conversion {
  const unknown = errors.filter(({ code }) => code === "UnknownField");
  const fields = conversion.fields.map((field): FieldReport => {
    const whole = field.verdict === "same" && field.to ? fieldText(field.to) : null;
    const inside = unknown.find(({ path }) => whole !== null && isPartOf(path, whole));
    if (inside === undefined) return field;
    const reason = `${inside.path}: ${cleanText(conversion.object?.["kind"])} has no such field`;
    return { ...field, verdict: "lost", reason };
  });
  return { ...conversion, fields };
}

const isPartOf = (path: string, whole: string): boolean =>
  path.startsWith(`${whole}.`) || path.startsWith(`${whole}[`);

/** Why the API server would refuse the result. */
function errorsOf({ object }: Conversion): FieldError[] {
  const kind = kindNames.find(name => name === object?.["kind"]);
  if (!kind) return [];
  return validateObject(rules[kind], object, unwritten).filter(isError);
}
