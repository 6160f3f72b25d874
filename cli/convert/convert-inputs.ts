import { resolve } from "node:path";

import {
  type FieldError,
  formatFieldError,
  isError,
  err,
  ok,
  type Result,
} from "../../engine/model/values/result.ts";
import type { Fields } from "../../engine/model/values/json-values.ts";
import { unwritten, valueAt } from "../../engine/schema/structure.ts";
import { validateObject } from "../../engine/validate/validate-object.ts";
import { kindNames } from "../objects/scaling-object.ts";
import { cleanText, printable, printableJson } from "../terminal/printable.ts";
import type { Page } from "../terminal/style.ts";
import { conflictsAmong } from "../validate/conflicts.ts";
import { type Claimant, identityOf, type Place } from "../validate/findings.ts";
import type { Input } from "../validate/inputs.ts";
import { claimantOf, rules } from "../validate/objects.ts";
import {
  commentNotes,
  diffOf,
  type Found,
  type ParsedText,
  parseText,
  textWith,
} from "./convert-text.ts";
import { type Conversion, type FieldReport, fieldText } from "./conversion.ts";
import { hpa, hpaV1, hpaV2beta1 } from "./kinds/hpa.ts";
import { predictive } from "./kinds/predictive.ts";
import { proportionalDeployment } from "./kinds/proportional-deployment.ts";
import { scaledObject } from "./kinds/keda/scaled-object.ts";
import type { Context, SourceKind } from "./kinds/source-kind.ts";
import { autoscaler, errorsOfHpa, proportional } from "./kinds/to-hpa.ts";
import { watermark } from "./kinds/watermark.ts";
import { metricSourcesText } from "./metric-sources.ts";
import { type NewKinds, type Patches, patchesIn } from "./patches.ts";
import { takeoverScript } from "./takeover/script.ts";
import { type Converted, jsonOf, nameOf, type Skipped, tableOf } from "./report.ts";
import { changesOf } from "./files/output-files.ts";
import { reasonOfKind, reasonOfOwner } from "./skipped.ts";
import { summaryOf, summaryText } from "./summary.ts";

/**
 * What is converted, by what it becomes. A document without the relevant words contains nothing to convert, and is
 * not parsed.
 */
export const directions = {
  trimtab: {
    kinds: [hpa, hpaV1, hpaV2beta1, scaledObject, watermark, predictive, proportionalDeployment],
    relevant:
      /Autoscaler|ScaledObject|ScaledJob|TriggerAuthentication|ConfigMap|cluster-proportional-autoscaler|patchesStrategicMerge|patches:/,
  },
  hpa: { kinds: [autoscaler, proportional], relevant: /autoscaling\.trimtab\.dev/ },
};
export type Target = keyof typeof directions;

export type ConvertedInputs = ReturnType<typeof convertInputs>;

export interface Wanted {
  readonly to: Target;
  readonly algorithm: "upstream" | "Trimtab-1";
}

export function convertInputs(inputs: readonly Input[], { to, algorithm }: Wanted) {
  const { kinds, relevant } = directions[to];
  const read = inputs.map(({ file, text }) => parseText(file, text, relevant));
  const parsed = read.filter(({ problems }) => problems.length === 0);
  const all = parsed.flatMap(objectsOf);
  const context = { objects: all.map(({ raw }) => raw), keepsArithmetic: algorithm === "upstream" };
  const patches = patchesIn(all, to === "hpa" ? toHpa : toTrimtab);
  const skipped: Skipped[] = [];
  const others = parsed.flatMap(text => text.others);
  const alone = all.flatMap((found): Converted[] => {
    const isPatch = isPatchOf(found, patches);
    const kind = isPatch ? undefined : kinds.find(each => each.matches(found.raw));
    const reason = to === "hpa" || isPatch ? null : skipReason(found.raw, kind);
    if (reason !== null) skipped.push({ found, kind: kindOf(found), reason });
    else if (!kind) others.push(kindOf(found));
    if (!kind || reason !== null) return [];
    const kept = kind.convert(found.raw, context);
    const errors = errorsOf(kept);
    const conversion = withUnknownFields(kept, errors);
    return [{ found, kind: kind.name, conversion, errors }];
  });
  const converted = withConflicts(alone, all);
  const summary = summaryOf(converted, skipped, others);
  const results = new Map<Found, Conversion>(
    converted.map(({ found, conversion }) => [found, conversion]),
  );
  const notes = [...patches.notes, ...parsed.flatMap(text => commentNotes(text, results))];
  return {
    /** Sentences about input that cannot be read. */
    problems: read.flatMap(({ problems }) => problems),
    /** Whether an autoscaler of the input has no result, because its version, kind or owner does not allow one. */
    hasSkipped: skipped.length + patches.notes.length > 0,
    isComplete: converted.every(({ conversion }) =>
      conversion.fields.every(({ verdict }) => verdict !== "lost"),
    ),
    isValid:
      converted.length > 0 &&
      converted.every(
        ({ errors, conversion }) => errors.length === 0 && conversion.object !== null,
      ),
    changes: (allowsLoss: boolean) => changesOf(parsed, converted, allowsLoss),
    diff: () => parsed.map(text => diffOf(text, results)).join(""),
    text: () => joined(parsed.map(text => textWith(text, results))),
    table: (page: Page) =>
      [
        tableOf(converted, skipped, page),
        notes.map(note => `${printable(note)}\n`).join(""),
        metricSourcesText(converted),
        summaryText(summary),
      ]
        .filter(part => part)
        .join("\n"),
    json: () => jsonOf(converted, skipped, { notes, summary }),
    summary: (format: "yaml" | "json") =>
      format === "json" ? `${printableJson({ summary }, 2)}\n` : summaryText(summary),
    /** A script for the only object; a sentence if there is none or several. */
    takeover: () => takeoverOf(converted, context),
    /** Each object that has a result, and all objects of the input. */
    proofInput: () => ({
      pairs: converted.flatMap(one => pairOf(one, context)),
      objects: context.objects,
    }),
  };
}

/** A file that a kustomization names contains a patch, unless it is a whole object. */
const isPatchOf = ({ raw, place }: Found, { files }: Patches): boolean =>
  files.has(resolve(place.file)) && valueAt(raw, ["spec", "scaleTargetRef"]) === undefined;

const toHpa: NewKinds = new Map([["Autoscaler", "HorizontalPodAutoscaler"]]);
const toTrimtab: NewKinds = new Map(
  [hpa, scaledObject, watermark, predictive].map(({ name }) => [name, "Autoscaler"]),
);

/** Conflicts with other results, and with Trimtab's objects that the input already contains. */
function withConflicts(converted: readonly Converted[], all: readonly Found[]): Converted[] {
  const given = all.flatMap(({ raw, place }) => claimantsIn(raw, place));
  const made = converted.flatMap(({ found: { place }, conversion: { object } }) =>
    object ? claimantsIn(object, place) : [],
  );
  const conflicts = conflictsAmong([...given, ...made]);
  return converted.map(one => {
    const own = conflicts.filter(({ place }) => place === one.found.place);
    return { ...one, errors: [...one.errors, ...own] };
  });
}

/** What one of Trimtab's objects claims, at the place of its source; nothing of another kind. */
function claimantsIn(raw: Fields, place: Place): Claimant[] {
  const ourKind = kindNames.find(name => name === raw["kind"]);
  const found = { isValid: false, object: identityOf(raw), at: () => place };
  const claimant = ourKind && claimantOf(raw, { ourKind, ...found });
  return claimant ? [{ ...claimant, monitors: [] }] : [];
}

/** The object as clusters serve it: they no longer serve v2beta1, whose metrics have another form. */
const servedForm = (old: Fields, result: Fields, context: Context): Fields =>
  hpaV2beta1.matches(old) ? (autoscaler.convert(result, context).object ?? old) : old;

/** Why an object is skipped; null: it is converted, or is no autoscaler. */
function skipReason(raw: Fields, kind: SourceKind | undefined): string | null {
  const unread = kind ? null : reasonOfKind(raw);
  return kind || unread !== null ? (reasonOfOwner(raw) ?? unread) : null;
}

const kindOf = ({ raw }: Found): string => cleanText(raw["kind"]) || "(no kind)";

function pairOf({ found: { raw, place }, kind, conversion, errors }: Converted, context: Context) {
  const { object: result } = conversion;
  if (result === null) return [];
  const [error = null] = errors.map(formatFieldError);
  const at = `${place.file}:${place.line}`;
  const old = servedForm(raw, result, context);
  return [{ name: `${kind} ${nameOf(raw)}`, place: at, old, result, error }];
}

function takeoverOf(converted: readonly Converted[], context: Context): Result<string, string> {
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
  if (problem !== null) return err(problem);
  return ok(takeoverScript({ old: servedForm(raw, object, context), result: object, fields }));
}

/** Why the commands of a script could not name both objects; null: they can. */
function problemOfScript(old: Fields, result: Fields): string | null {
  const [here, there] = [identityOf(old), identityOf(result)];
  if (here.name === "")
    return "the object has no metadata.name: a script hands over one that exists";
  if (here.namespace === there.namespace) return null;
  const [from, to] = [here, there].map(({ namespace }) => namespace || "that of the kubeconfig");
  return `a script works in one namespace, but the old object is in ${from} and the new one in ${to}`;
}

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
  if (object?.["kind"] === "HorizontalPodAutoscaler") return errorsOfHpa(object).filter(isError);
  const kind = kindNames.find(name => name === object?.["kind"]);
  if (!kind) return [];
  return validateObject(rules[kind], object, unwritten).filter(isError);
}
