import { isFields } from "../../../engine/validate/field-reader.ts";
import { group, type Kind } from "../../objects/scaling-object.ts";
import { Draft } from "../conversion.ts";

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
