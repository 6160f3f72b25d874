import { type Fields, isFields, listOf } from "../../engine/model/values/json-values.ts";
import { valueAt } from "../../engine/schema/structure.ts";
import { groupOf } from "../../kube/watch/object.ts";
import { group } from "../objects/scaling-object.ts";
import { cleanText } from "../terminal/printable.ts";

/** Why an autoscaler of another project has no conversion; null: it is no autoscaler of workloads. */
export function reasonOfKind(raw: Fields): string | null {
  const apiVersion = cleanText(raw["apiVersion"]);
  const kind = cleanText(raw["kind"]);
  const itsGroup = groupOf(apiVersion);
  // A VerticalPodAutoscaler changes requests, not the number of pods.
  const isAutoscaler =
    /(PodAutoscaler|ScaledObject|ScaledJob)$/.test(kind) && kind !== "VerticalPodAutoscaler";
  if (itsGroup === group || !isAutoscaler) return null;
  if (kind === "ScaledObject" && itsGroup === "keda.k8s.io") return kedaOne;
  const versions = readVersions[kind];
  const unread = versions
    ? `convert does not read apiVersion ${apiVersion || "(empty)"}; write ${versions}`
    : `convert does not read the kind ${kind}; write the Autoscaler yourself`;
  return reasons[kind] ?? unread;
}

const kedaOne =
  "convert does not read KEDA 1 (keda.k8s.io); write it as keda.sh/v1alpha1, as KEDA's migration guide describes";

const reasons: Readonly<Record<string, string>> = {
  ScaledJob: "it starts Jobs, and an Autoscaler scales workloads that exist; keep it in KEDA",
  HTTPScaledObject:
    "the interceptor of KEDA's HTTP add-on counts its requests; keep it, or scale by a metric of your ingress",
};

const readVersions: Readonly<Record<string, string>> = {
  HorizontalPodAutoscaler: "autoscaling/v2, as `kubectl get hpa -o yaml` prints it",
  ScaledObject: "keda.sh/v1alpha1",
  WatermarkPodAutoscaler: "datadoghq.com/v1alpha1",
  PredictiveHorizontalPodAutoscaler: "jamiethompson.me/v1alpha1",
};

/** Why a controller would create or change the object again; null: nothing owns it. */
export function reasonOfOwner(raw: Fields): string | null {
  const owner = listOf(valueAt(raw, ["metadata", "ownerReferences"])).find(isController);
  if (owner) return ownedBy(cleanText(owner["kind"]), cleanText(owner["name"]));
  const scaledObject = labelledByKeda(raw);
  if (scaledObject !== null) return ownedBy("ScaledObject", scaledObject);
  const revision = labelOf(raw, "serving.knative.dev/revision");
  return revision === "" ? null : ownedBy("PodAutoscaler", revision);
}

/** The ScaledObject for which KEDA made a HorizontalPodAutoscaler; null: KEDA did not make it. */
export function scaledObjectOf(raw: Fields): string | null {
  const references = valueAt(raw, ["metadata", "ownerReferences"]);
  const owners = Array.isArray(references) ? references.filter(isFields) : [];
  const owner = owners.find(({ kind }) => kind === "ScaledObject");
  return owner ? cleanText(owner["name"]) : labelledByKeda(raw);
}

function labelledByKeda(raw: Fields): string | null {
  const scaledObject = labelOf(raw, "scaledobject.keda.sh/name");
  if (scaledObject !== "") return scaledObject;
  const name = cleanText(valueAt(raw, ["metadata", "name"]));
  const isKedas =
    name.startsWith("keda-hpa-") ||
    labelOf(raw, "app.kubernetes.io/managed-by") === "keda-operator";
  return isKedas ? name.replace(/^keda-hpa-/, "") : null;
}

const labelOf = (raw: Fields, key: string): string =>
  cleanText(valueAt(raw, ["metadata", "labels", key]));

function ownedBy(kind: string, name: string): string {
  if (kind === "ScaledObject") {
    return `KEDA writes it for ScaledObject ${name}; convert the ScaledObject instead`;
  }
  if (kind === "PodAutoscaler") {
    return `Knative writes it for PodAutoscaler ${name}; set the scale in the annotations of the Knative Service`;
  }
  return `${kind} ${name} owns it, and its controller writes it again; change the ${kind} instead`;
}

const isController = (reference: unknown): reference is Fields =>
  isFields(reference) &&
  (reference["controller"] === true ||
    ["ScaledObject", "PodAutoscaler"].includes(cleanText(reference["kind"])));
