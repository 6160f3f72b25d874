// cli/convert/kinds/: how to convert one kind of autoscaler, one file each.
// cli/convert/ imports it.

import { type Fields, isFields } from "../../../engine/json-values.ts";
import type { Path } from "../../../engine/validate/object-schema.ts";
import { group, type Kind } from "../../objects/scaling-object.ts";
import { type Conversion, Draft } from "../conversion.ts";

export interface Context {
  /** All objects of the input: a Deployment's flags name a ConfigMap. */
  readonly objects: readonly Fields[];
  /** Whether the result decides as its source; otherwise as Trimtab-1. */
  readonly keepsArithmetic: boolean;
}

export interface SourceKind {
  readonly name: string;
  matches(object: Fields): boolean;
  convert(object: Fields, context: Context): Conversion;
}

/** Whether an object is of a kind, in an API version that matches. */
export const isOfKind =
  (kind: string, apiVersion: RegExp) =>
  (object: Fields): boolean =>
    object["kind"] === kind && apiVersion.test(String(object["apiVersion"]));

/** The conversion to one of Trimtab's objects, with apiVersion, kind and metadata. */
export function beginOurs(source: unknown, kind: Kind): Draft {
  return begin(source, `${group}/v1alpha1`, kind);
}

/** Without what the API server writes. Annotations remain to be accounted for, with `copyAnnotations`. */
export function begin(source: unknown, apiVersion: string, kind: string): Draft {
  const draft = new Draft(source, kind);
  draft.replace(["apiVersion"], apiVersion);
  draft.replace(["kind"], kind);
  for (const key of kept) draft.copy("metadata", key);
  for (const key of ofTheServer) draft.omit(["metadata", key], "the API server writes it");
  draft.omit(["metadata", "finalizers"], "of the controller of the old object");
  draft.omit(["status"], "the operator writes it");
  return draft;
}

const kept = ["name", "generateName", "namespace", "labels", "ownerReferences"];
const ofTheServer = [
  ...["uid", "resourceVersion", "generation", "creationTimestamp", "selfLink", "managedFields"],
  ...["deletionTimestamp", "deletionGracePeriodSeconds"],
];

/** Annotations without a meaning for the source; the caller has accounted for the others. */
export function copyAnnotations(draft: Draft, ofTheSource: readonly string[] = []): void {
  const annotations = draft.at("metadata", "annotations");
  if (!isFields(annotations)) return;
  const keys = Object.keys(annotations);
  if (keys.length === 0) draft.copy("metadata", "annotations");
  for (const key of keys) {
    const path = ["metadata", "annotations", key];
    if (key === "kubectl.kubernetes.io/last-applied-configuration") {
      draft.omit(path, "it describes the old object; kubectl apply writes a new one");
    } else if (!ofTheSource.includes(key)) draft.copy(...path);
  }
}

const quantityKeys = new Set(["value", "averageValue", "tolerance"]);
const quoted = "a fraction needs quotes: a custom resource stores a quantity as an integer or text";

/** Keeps a field of autoscaling/v2 with quantities; the items of a list are fields of their own. */
export function copyWithQuantities(draft: Draft, from: Path, to: Path = from): void {
  const value = draft.at(...from);
  if (value === undefined) return;
  if (Array.isArray(value) && value.length > 0) {
    draft.set(to, []);
    for (const [index] of value.entries()) {
      copyWithQuantities(draft, [...from, String(index)], [...to, String(index)]);
    }
    return;
  }
  const converted = withQuotedFractions(value);
  if (JSON.stringify(converted) === JSON.stringify(value)) draft.move(from, to);
  else draft.change(from, to, converted, quoted);
}

function withQuotedFractions(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map(item => withQuotedFractions(item));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, withQuotedFractions(field, name)]),
    );
  }
  const isFraction = typeof value === "number" && !Number.isInteger(value);
  return isFraction && quantityKeys.has(key) ? String(value) : value;
}

/** scaleUp and scaleDown are fields of their own. */
export function copyBehavior(draft: Draft, from: Path, to: Path = from): void {
  const behavior = draft.at(...from);
  if (!isFields(behavior)) return;
  const directions = Object.keys(behavior);
  if (directions.length === 0) draft.move(from, to);
  for (const direction of directions) {
    copyWithQuantities(draft, [...from, direction], [...to, direction]);
  }
}
