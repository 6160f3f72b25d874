import type { TargetSelector } from "../../crds/generated/autoscaler.ts";
import { formatSelector } from "../../engine/model/selectors/selector-text.ts";
import { selectorParts } from "../../engine/model/selectors/label-selector.ts";
import type { FieldError } from "../../engine/model/values/result.ts";
import { type Fields, isFields } from "../../engine/model/values/json-values.ts";
import { valueAt } from "../../engine/schema/structure.ts";
import { fieldText } from "../convert/conversion.ts";
import { flagsOf, programOf } from "../convert/kinds/proportional-flags.ts";
import type { Kind } from "../objects/scaling-object.ts";
import { workloadKinds } from "../objects/workload-kinds.ts";
import { readAutoscaler, readProportional } from "../objects/well-typed.ts";
import { cleanText } from "../terminal/printable.ts";
import { groupOf } from "../../kube/watch/object.ts";

export interface Reference {
  readonly path: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** The labels of a selector, which matches every workload that has them; absent: a reference by name. */
  readonly requirements?: readonly string[];
  /** Absent: in the namespace of the object. */
  readonly namespace?: string;
}

/** The workloads that one of Trimtab's objects references; incomplete references are left out. */
export const ourReferences = (kind: Kind, raw: unknown): Reference[] =>
  references[kind](raw).filter(isWhole);

/** The workloads that it only counts. */
export function monitoredReferences(kind: Kind, raw: unknown): Reference[] {
  const { monitorSelectors = [] } = kind === "Autoscaler" ? readAutoscaler(raw).spec : {};
  return monitorSelectors
    .map((selector, index) => selectedBy(selector, `spec.monitorSelectors[${index}]`))
    .filter(isWhole);
}

const references: Readonly<Record<Kind, (raw: unknown) => Reference[]>> = {
  Autoscaler: raw => {
    const { scaleTargetRef, targetSelector } = readAutoscaler(raw).spec;
    const named = referenceOf(scaleTargetRef, "spec.scaleTargetRef");
    return targetSelector ? [named, selectedBy(targetSelector, "spec.targetSelector")] : [named];
  },
  ClusterProportionalAutoscaler: raw =>
    readProportional(raw).spec.scaleTargetRefs.map((ref, index) =>
      referenceOf(ref, `spec.scaleTargetRefs[${index}]`),
    ),
};

function selectedBy(target: TargetSelector, path: string): Reference {
  const { selector = {} } = target;
  const requirements = selectorParts(selector);
  // The labels, in a form that no object name can have.
  const name = requirements.length === 0 ? "" : `with ${formatSelector(selector)}`;
  return { ...referenceOf(target, path), name, requirements };
}

const deployment = { apiVersion: "apps/v1", kind: "Deployment" };

/** Kinds that scale a workload as well, by API group and kind. */
const otherKinds: ReadonlyMap<string, Partial<Reference>> = new Map<string, Partial<Reference>>([
  ["autoscaling/HorizontalPodAutoscaler", {}],
  ["extensions/HorizontalPodAutoscaler", {}],
  // KEDA creates a HorizontalPodAutoscaler from it.
  ["keda.sh/ScaledObject", deployment],
  ["datadoghq.com/WatermarkPodAutoscaler", deployment],
  ["jamiethompson.me/PredictiveHorizontalPodAutoscaler", {}],
]);

/** The workloads of another kind of autoscaler; undefined: it is not an autoscaler. */
export function otherReferences(raw: unknown): Reference[] | undefined {
  if (isFields(raw) && programOf(raw) !== null) return flagReferences(raw);
  const defaults = otherKinds.get(kindKey(raw));
  const path = ["spec", "scaleTargetRef"];
  return defaults && [referenceOf(valueAt(raw, path), path.join("."), defaults)].filter(isWhole);
}

/** The targets of the Deployment of a cluster-proportional-autoscaler; undefined: it has none, or no pods. */
function flagReferences(raw: Fields): Reference[] | undefined {
  const flags = flagsOf(raw);
  const target = flags.get("target");
  const namespace = flags.get("namespace")?.value;
  if (target === undefined || valueAt(raw, ["spec", "replicas"]) === 0) return undefined;
  return target.value.split(",").flatMap(text => {
    const [type = "", name = ""] = cleanText(text).split("/");
    const known = workloadKinds.find(({ kind }) => kind.toLowerCase() === type.toLowerCase());
    const place = { path: fieldText(target.path), ...(namespace ? { namespace } : {}) };
    return known ? [{ ...place, ...known, name }] : [];
  });
}

export function referenceOf(ref: unknown, path: string, defaults: Partial<Reference> = {}) {
  const textAt = (key: "apiVersion" | "kind" | "name"): string =>
    cleanText(valueAt(ref, [key])) || (defaults[key] ?? "");
  return { path, apiVersion: textAt("apiVersion"), kind: textAt("kind"), name: textAt("name") };
}

export const isWhole = ({ apiVersion, kind, name }: Reference): boolean =>
  apiVersion !== "" && kind !== "" && name !== "";

export const kindKey = (raw: unknown): string =>
  `${groupOf(cleanText(valueAt(raw, ["apiVersion"])))}/${cleanText(valueAt(raw, ["kind"]))}`;

/** Versions of one group are the same object; selectors of one kind may match the same objects. */
export const targetKey = (reference: Reference): string =>
  `${targetKind(reference)}/${reference.requirements ? "" : reference.name}`;

const targetKind = ({ apiVersion, kind }: Reference): string => `${groupOf(apiVersion)}/${kind}`;

/** Why no object of a kind can be scaled, and what to name instead. */
const unscalable: ReadonlyMap<string, readonly [message: string, remedy: string]> = new Map([
  ["apps/DaemonSet", ["runs one pod on each node", "name a Deployment or a StatefulSet"]],
  ["batch/Job", ["runs until its pods end", "name a Deployment that takes work from a queue"]],
  ["batch/CronJob", ["only creates Jobs", "name a Deployment, and write its hours as schedules"]],
  [
    "autoscaling/HorizontalPodAutoscaler",
    ["is an autoscaler itself", "name its target, and delete the HorizontalPodAutoscaler"],
  ],
]);

export const unscalableTargets = (kind: Kind, raw: unknown): FieldError[] =>
  ourReferences(kind, raw).flatMap(reference => {
    const [reason, remedy] = unscalable.get(targetKind(reference)) ?? [];
    if (reason === undefined || remedy === undefined) return [];
    const message = `a ${reference.kind} ${reason}, so it has no size that can be scaled`;
    const path = `${reference.path}.kind`;
    return [{ path, code: "NotScalable", message, remedy, severity: "error" }];
  });
