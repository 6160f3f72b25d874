import { isFields } from "../../../engine/validate/field-reader.ts";
import { group, type Kind } from "../../objects/scaling-object.ts";
import type { Draft } from "../conversion.ts";

/** apiVersion, kind and metadata of one of Trimtab's objects. */
export function beginOurs(draft: Draft, kind: Kind): void {
  begin(draft, `${group}/v1alpha1`, kind);
}

/** Without what the API server writes. Annotations remain to be accounted for, with `copyAnnotations`. */
export function begin(draft: Draft, apiVersion: string, kind: string): void {
  draft.replace(["apiVersion"], apiVersion);
  draft.replace(["kind"], kind);
  for (const key of kept) draft.copy("metadata", key);
  for (const key of ofTheServer) draft.omit(["metadata", key], "the API server writes it");
  draft.omit(["metadata", "finalizers"], "of the controller of the old object");
  draft.omit(["status"], "the operator writes it");
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
