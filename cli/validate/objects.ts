import type { FieldError } from "../../engine/field-error.ts";
import { checkAnnotationNames } from "../../engine/pause/annotation-names.ts";
import { type Annotations, checkPauses } from "../../engine/pause/pauses.ts";
import { isWithin, type Path } from "../../engine/validate/object-schema.ts";
import { valueAt } from "../../engine/validate/structure.ts";
import { validateObject, type ObjectRules } from "../../engine/validate/validate-object.ts";
import { objectsIn, type Rooted } from "../objects/read-objects.ts";
import { cleanText } from "../terminal/printable.ts";
import {
  monitoredReferences,
  ourReferences,
  otherReferences,
  type Reference,
  targetKey,
} from "./claims.ts";
import type { Document } from "./documents.ts";
import type { Claim, Claimant, Finding, Identity, Place } from "./findings.ts";
import { rules } from "./rules.ts";
import { lineAndColumn, Positions } from "./yaml/positions.ts";
import { readYaml, type YamlDocument } from "./yaml/read-yaml.ts";
import type { Problem } from "../../engine/validate/field-reader.ts";
import { alternatives, show } from "../../engine/short-text.ts";
import { nearNames } from "../../engine/near-name.ts";
import { group, type Kind, kindNames } from "../objects/scaling-object.ts";

export interface Judged {
  readonly findings: readonly Finding[];
  readonly claimants: readonly Claimant[];
  /** Also true for a document that apparently means to contain one of Trimtab's objects. */
  readonly isOurs: boolean;
}

/** A document without these words contains nothing to check and is not parsed. */
const relevant = /trimtab|Autoscaler\b|\bScaledObject\b/i;
/** Apparently one of Trimtab's objects, even if it is invalid YAML. */
const declared = /apiVersion["']?\s{0,16}:\s{0,16}["']?autoscaling\.trimtab\.dev\//;

const skipped: Judged = { findings: [], claimants: [], isOurs: false };

/** Checks the objects of one document individually. */
export function judgeDocument(document: Document, file: string): Judged[] {
  if (!relevant.test(document.text)) return [skipped];
  const yaml = readYaml(document.text);
  const placeAt = (offset: number): Place => ({
    file,
    ...lineAndColumn(document.text, offset, document.line),
  });
  if ("root" in yaml) {
    const context = { yaml, places: new Positions(yaml), placeAt };
    return objectsIn(yaml.value).map(found => judgeObject(context, found));
  }
  if (!declared.test(document.text)) return [skipped];
  const { offset, ...problem } = yaml;
  const object = { kind: "", namespace: "", name: "" };
  const place = placeAt(offset);
  const finding: Finding = { ...problem, path: "", severity: "error", place, object };
  return [{ findings: [finding], claimants: [], isOurs: true }];
}

interface Context {
  readonly yaml: YamlDocument;
  readonly places: Positions;
  readonly placeAt: (offset: number) => Place;
}

function judgeObject(context: Context, { raw, root }: Rooted): Judged {
  const { places, placeAt } = context;
  const judgement = judgementOf(raw);
  const object = identityOf(raw);
  const at = (path: string, part?: "key") => placeAt(places.offsetOf(path, root, part));
  const claimant = claimantOf(raw, { judgement, object, at });
  const claimants = claimant ? [claimant] : [];
  if (!judgement) return { ...skipped, claimants };
  const errors = errorsOf(context, { raw, root }, judgement).map(error => ({
    ...error,
    place: at(error.path, error.code === "UnknownField" ? "key" : undefined),
    object,
  }));
  const oddities = context.yaml.problems
    .filter(({ path }) => isWithin(root, path))
    .map(({ path, offset, ...problem }) => ({
      ...problem,
      path: plainPath(path.slice(root.length)),
      severity: "error" as const,
      place: placeAt(offset),
      object,
    }));
  return { findings: [...oddities, ...errors], claimants, isOurs: true };
}

function errorsOf({ yaml, places }: Context, found: Rooted, judgement: Judgement): FieldError[] {
  const { raw, root } = found;
  if (judgement.kind === null) {
    return [{ path: judgement.path, ...judgement.problem, severity: "error" }];
  }
  const errors = validateObject(judgement.rules, raw, {
    textAt: path => places.textAt([...root, ...path]),
    fractions: yaml.fractions
      .filter(path => isWithin(root, path))
      .map(path => path.slice(root.length)),
  });
  const annotations = valueAt(raw, ["metadata", "annotations"]) as Annotations;
  return [
    ...errors,
    ...checkPauses(annotations, undefined, Date.now()),
    ...checkAnnotationNames(annotations, undefined),
  ];
}

interface Claiming {
  readonly judgement: Judgement | undefined;
  readonly object: Identity;
  readonly at: (path: string) => Place;
}

function claimantOf(raw: unknown, { judgement, object, at }: Claiming): Claimant | undefined {
  const mode = valueAt(raw, ["spec", "mode"]);
  const ourKind = judgement?.kind ?? null;
  const references = ourKind === null ? otherReferences(raw) : ourReferences(ourKind, raw);
  const monitored = ourKind === null ? [] : monitoredReferences(ourKind, raw);
  const toClaim = (reference: Reference): Claim => ({
    place: at(reference.path),
    path: reference.path,
    target: targetKey(reference),
    ...(reference.requirements ? { requirements: reference.requirements } : {}),
    targetName: `${reference.kind} ${reference.name}`,
  });
  return (
    references && {
      object,
      place: at("metadata.name"),
      ourKind,
      holdsClaim: mode !== "DryRun",
      claims: references.map(toClaim),
      monitors: monitored.map(toClaim),
    }
  );
}

const identityOf = (raw: unknown): Identity => ({
  kind: cleanText(valueAt(raw, ["kind"])),
  namespace: cleanText(valueAt(raw, ["metadata", "namespace"])),
  name: cleanText(valueAt(raw, ["metadata", "name"])),
});

/** Used where no schema distinguishes maps from objects. */
const plainPath = (path: Path): string =>
  path
    .map((name, index) => (/^\d+$/.test(name) ? `[${name}]` : `${index > 0 ? "." : ""}${name}`))
    .join("");

export type Judgement =
  /** One of Trimtab's kinds, or apparently meant to be one. */
  | { readonly kind: Kind; readonly rules: ObjectRules }
  /** In Trimtab's API group, but of an unknown kind. */
  | { readonly kind: null; readonly path: string; readonly problem: Problem };

/** The rules for an object; undefined: another kind. */
function judgementOf(raw: unknown): Judgement | undefined {
  const kind = valueAt(raw, ["kind"]);
  const itsGroup = cleanText(valueAt(raw, ["apiVersion"])).split("/")[0] ?? "";
  const named = kindNames.find(name => name === kind);
  // Only Trimtab's kinds count as misplaced: other kinds have their own groups.
  if (named && isMeant(itsGroup)) return { kind: named, rules: rules[named] };
  return itsGroup === group ? { kind: null, path: "kind", problem: kindProblem(kind) } : undefined;
}

const isMeant = (name: string): boolean =>
  name === "" || name === group || nearNames(name, [group]).length > 0;

function kindProblem(kind: unknown): Problem {
  if (kind === undefined || kind === null) {
    return { code: "Required", message: "is required", remedy: `write ${alternatives(kindNames)}` };
  }
  const near = typeof kind === "string" ? nearNames(kind, kindNames) : [];
  return {
    code: "NotSupported",
    message: `${show(kind)} is no kind of ${group}`,
    remedy: `write ${alternatives(near.length > 0 ? near : kindNames)}`,
  };
}
