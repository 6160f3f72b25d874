// cli/convert/kinds/: how to convert one kind of autoscaler, one file each.

import { type Fields, isFields } from "../../../engine/model/values/json-values.ts";
import type { Path } from "../../../engine/schema/object-schema.ts";
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

/** A kind of object that becomes an Autoscaler; `write` converts the spec. */
export const autoscalerFrom = (
  kind: string,
  apiVersion: RegExp,
  write: (draft: Draft, context: Context) => void,
): SourceKind => ({
  name: kind,
  matches: isOfKind(kind, apiVersion),
  convert: (object, context) => {
    const draft = beginOurs(object, "Autoscaler");
    write(draft, context);
    return draft.finish();
  },
});

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
  draft.set(["apiVersion"], apiVersion);
  draft.set(["kind"], kind);
  for (const key of kept) draft.copy("metadata", key);
  copyLabels(draft);
  for (const key of ofTheServer) draft.omit(["metadata", key], "the API server writes it");
  draft.omit(["metadata", "finalizers"], "of the controller of the old object");
  draft.omit(["status"], "the operator writes it");
  return draft;
}

const kept = ["name", "generateName", "namespace", "ownerReferences"];
const ofTheServer = [
  ...["uid", "resourceVersion", "generation", "creationTimestamp", "selfLink", "managedFields"],
  ...["deletionTimestamp", "deletionGracePeriodSeconds"],
];

/** Labels stay together, unless a tool tracks the old object by one of them. */
function copyLabels(draft: Draft): void {
  const labels = draft.fieldsAt("metadata", "labels");
  const isTracked = Object.entries(labels).some(([key, value]) => trackerOf(key, value) !== null);
  if (isTracked) copyUntracked(draft, "labels", Object.keys(labels));
  else draft.copy("metadata", "labels");
}

function copyUntracked(draft: Draft, field: "labels" | "annotations", keys: readonly string[]) {
  for (const key of keys) {
    const path = ["metadata", field, key];
    const tool = trackerOf(key, draft.at(...path));
    if (tool === null) draft.copy(...path);
    else draft.omit(path, `${tool} tracks the old object by it, and writes it on what it manages`);
  }
}

/** The tool that a label or annotation makes the manager of the object; null: none. */
function trackerOf(key: string, value: unknown): string | null {
  if (key === "app.kubernetes.io/managed-by") return value === "Helm" ? "Helm" : null;
  const found = trackers.find(([pattern]) => pattern.test(key));
  return found?.[1] ?? null;
}

const trackers: readonly (readonly [RegExp, string])[] = [
  [/^argocd\.argoproj\.io\/(tracking-id|instance|installation-id)$/, "Argo CD"],
  [/^meta\.helm\.sh\/release-name(space)?$/, "Helm"],
  [/^(kustomize|helm)\.toolkit\.fluxcd\.io\/name(space)?$/, "Flux"],
  [/^(k8s-addon|addon\.kops\.k8s\.io\/.*)$/, "kops"],
  [/^(addonmanager\.kubernetes\.io\/mode|kubernetes\.io\/cluster-service)$/, "the addon manager"],
  [/^objectset\.rio\.cattle\.io\//, "Rancher"],
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
    } else if (!ofTheSource.includes(key)) copyUntracked(draft, "annotations", [key]);
  }
}

const quantityKeys = new Set(["value", "averageValue", "tolerance"]);
const quoted = "a fraction needs quotes: a custom resource stores a quantity as an integer or text";

/** Keeps a field of autoscaling/v2 with quantities; the items of a list are fields of their own. */
export function copyWithQuantities(draft: Draft, from: Path, to: Path = from): void {
  const value = draft.at(...from);
  if (value === undefined) return;
  const items = draft.itemsAt(...from);
  if (items.length > 0) {
    draft.set(to, []);
    for (const [, path] of items) copyWithQuantities(draft, path, [...to, path.at(-1) ?? ""]);
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

/** What to do with a value that the result cannot ask for. */
export const throughAdapter =
  "publish its value through an adapter of external.metrics.k8s.io and add an External metric";

const target = ["spec", "scaleTargetRef"];

/** Whether the target has a version that clusters no longer serve; then the result has its successor. */
export function changesVersion(draft: Draft): boolean {
  const { apiVersion, kind } = draft.fieldsAt(...target);
  const [version, at] = [String(apiVersion), [...target, "apiVersion"]];
  // OpenShift had it in the core group before 3.7.
  const isOldConfig = kind === "DeploymentConfig" && version === "v1";
  if (!isOldConfig && !/^(extensions\/v1beta1|apps\/v1beta[12])$/.test(version)) return false;
  if (isOldConfig)
    draft.change(at, at, "apps.openshift.io/v1", "in OpenShift, it has a group of its own"); // prettier-ignore
  else draft.change(at, at, "apps/v1", `clusters no longer serve ${version}`);
  return true;
}

/** The target as it is, but in a version that clusters serve. */
export function copyTargetRef(draft: Draft): void {
  if (!changesVersion(draft)) draft.copy(...target);
  else {
    const others = Object.keys(draft.fieldsAt(...target)).filter(key => key !== "apiVersion");
    for (const key of others) draft.copy(...target, key);
  }
}
