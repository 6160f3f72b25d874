import { type FieldError, isError } from "../../engine/model/values/result.ts";
import { checkAnnotationNames } from "../../engine/validate/metadata.ts";
import { type Annotations, checkPauses } from "../../engine/model/pauses.ts";
import { isWithin } from "../../engine/schema/object-schema.ts";
import { valueAt } from "../../engine/schema/structure.ts";
import { type ObjectRules, validateObject } from "../../engine/validate/validate-object.ts";
import { autoscalerRules } from "../../engine/validate/autoscaler.ts";
import { percentagesIn } from "../../engine/validate/metrics/missing-requests.ts";
import { proportionalRules } from "../../engine/validate/cluster-proportional-autoscaler.ts";
import { fieldText } from "../convert/conversion.ts";
import { readAutoscaler } from "../objects/well-typed.ts";
import { objectsIn, type Rooted } from "../objects/read-objects.ts";
import { cleanText } from "../terminal/printable.ts";
import {
  monitoredReferences,
  otherReferences,
  ourReferences,
  type Reference,
  unscalableTargets,
} from "./claims.ts";
import type { Document } from "./documents.ts";
import { identityOf, type Claimant, type Finding, type Place } from "./findings.ts";
import { lineAndColumn, Positions } from "./yaml/positions.ts";
import { type Found, workloadFactOf, type WorkloadFact } from "./workloads.ts";
import { readYaml, type YamlDocument } from "./yaml/read-yaml.ts";
import { alternatives, show } from "../../engine/model/values/short-text.ts";
import { nearNames } from "../../engine/model/values/near-name.ts";
import { group, type Kind, kindNames } from "../objects/scaling-object.ts";

/** What each of Trimtab's kinds has to satisfy. */
export const rules: Readonly<Record<Kind, ObjectRules>> = {
  Autoscaler: autoscalerRules,
  ClusterProportionalAutoscaler: proportionalRules,
};

export interface Judged {
  readonly findings: readonly Finding[];
  readonly claimants: readonly Claimant[];
  readonly facts: readonly WorkloadFact[];
  /** Also true for a document that apparently means to contain one of Trimtab's objects. */
  readonly isOurs: boolean;
}

/** A document without these words contains nothing to check and is not parsed. */
const relevant =
  /trimtab|Autoscaler\b|\bScaledObject\b|\b(Deployment|StatefulSet|ReplicaSet|ReplicationController)\b/i;
/** Apparently one of Trimtab's objects, even if it is invalid YAML. */
const declared = /apiVersion["']?\s{0,16}:\s{0,16}["']?autoscaling\.trimtab\.dev\//;

const skipped: Judged = { findings: [], claimants: [], facts: [], isOurs: false };

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
  return [{ ...skipped, findings: [finding], isOurs: true }];
}

interface Context {
  readonly yaml: YamlDocument;
  readonly places: Positions;
  readonly placeAt: (offset: number) => Place;
}

function judgeObject(context: Context, { raw, root }: Rooted): Judged {
  const { places, placeAt } = context;
  const kind = ourKindOf(raw);
  const object = identityOf(raw);
  const at = (path: string, part?: "key") => placeAt(places.offsetOf(path, root, part));
  const errors = kind === undefined ? [] : errorsOf(context, { raw, root }, kind);
  const isValid = !errors.some(isError);
  const claimant = claimantOf(raw, { ourKind: kind ?? null, isValid, object, at });
  const claimants = claimant ? [claimant] : [];
  if (kind === undefined) {
    const fact = workloadFactOf(raw, { object, at });
    const findings = unreadVersions(raw, { object, at });
    return { ...skipped, claimants, facts: fact ? [fact] : [], findings };
  }
  const placed = errors.map(error => ({
    ...error,
    place: at(error.path, error.code === "UnknownField" ? "key" : undefined),
    object,
  }));
  const oddities = context.yaml.problems
    .filter(({ path }) => isWithin(root, path))
    .map(({ path, offset, ...problem }) => ({
      ...{ ...problem, path: fieldText(path.slice(root.length)), severity: "error" as const },
      ...{ place: placeAt(offset), object },
    }));
  return { ...skipped, findings: [...oddities, ...placed], claimants, isOurs: true };
}

function errorsOf({ yaml, places }: Context, { raw, root }: Rooted, kind: Kind | null) {
  if (kind === null) return [unknownKind(valueAt(raw, ["kind"]))];
  const errors = validateObject(rules[kind], raw, {
    textAt: path => places.textAt([...root, ...path]),
    fractions: yaml.fractions
      .filter(path => isWithin(root, path))
      .map(path => path.slice(root.length)),
  });
  const annotations = valueAt(raw, ["metadata", "annotations"]) as Annotations;
  return [
    ...errors,
    ...unscalableTargets(kind, raw),
    ...checkPauses(annotations, undefined, Date.now()),
    ...checkAnnotationNames(annotations, undefined),
  ];
}

interface Claiming extends Found {
  readonly ourKind: Kind | null;
  readonly isValid: boolean;
}

/** What an object claims; undefined: it scales nothing. */
export function claimantOf(raw: unknown, { ourKind, isValid, object, at }: Claiming) {
  const references = ourKind === null ? otherReferences(raw) : ourReferences(ourKind, raw);
  const monitored = ourKind === null ? [] : monitoredReferences(ourKind, raw);
  const percentages =
    ourKind === "Autoscaler" && isValid ? percentagesIn(readAutoscaler(raw).spec) : [];
  const toClaim = (reference: Reference) => ({ ...reference, place: at(reference.path) });
  const claimant: Claimant | undefined = references && {
    ...{ object, place: at("metadata.name"), ourKind },
    holdsClaim: valueAt(raw, ["spec", "mode"]) !== "DryRun",
    claims: references.map(toClaim),
    monitors: monitored.map(toClaim),
    percentages: percentages.map(each => ({ ...each, place: at(each.path) })),
  };
  return claimant;
}

/** Kubernetes does not serve them any more, and nothing here reads them. */
const unread = /^(autoscaling\/v2beta1|extensions\/v1beta1)$/;

function unreadVersions(raw: unknown, { object, at }: Found): Finding[] {
  const apiVersion = cleanText(valueAt(raw, ["apiVersion"]));
  if (object.kind !== "HorizontalPodAutoscaler" || !unread.test(apiVersion)) return [];
  return [
    {
      ...{ object, place: at("apiVersion"), path: "apiVersion", severity: "warning" },
      code: "VersionUnserved",
      message: `Kubernetes 1.25 and later serve no HorizontalPodAutoscaler of ${apiVersion}, so only the target is read here`,
      remedy: "write it as autoscaling/v2",
    },
  ];
}

/** One of Trimtab's kinds, or apparently meant to be one; null: an unknown one of its group; undefined: of another. */
function ourKindOf(raw: unknown): Kind | null | undefined {
  const kind = valueAt(raw, ["kind"]);
  const itsGroup = cleanText(valueAt(raw, ["apiVersion"])).split("/")[0] ?? "";
  const named = kindNames.find(name => name === kind);
  // Only Trimtab's kinds count as misplaced: other kinds have their own groups.
  if (named && isMeant(itsGroup)) return named;
  return itsGroup === group ? null : undefined;
}

const isMeant = (name: string): boolean =>
  name === "" || name === group || nearNames(name, [group]).length > 0;

function unknownKind(kind: unknown): FieldError {
  const error = { path: "kind", severity: "error" } as const;
  if (kind === undefined || kind === null) {
    const remedy = `write ${alternatives(kindNames)}`;
    return { ...error, code: "Required", message: "is required", remedy };
  }
  const near = typeof kind === "string" ? nearNames(kind, kindNames) : [];
  return {
    ...{ ...error, code: "NotSupported" },
    message: `${show(kind)} is no kind of ${group}`,
    remedy: `write ${alternatives(near.length > 0 ? near : kindNames)}`,
  };
}
