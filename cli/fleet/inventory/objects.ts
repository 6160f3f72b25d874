import { type Fields, fieldsOf } from "../../../engine/model/values/json-values.ts";
import { hpaOfKeda } from "../../convert/prove/keda-hpa.ts";
import { scaledObjectOf } from "../../convert/skipped.ts";
import { textAt } from "../../objects/read-objects.ts";
import { storedSpecOf } from "../../simulate/objects.ts";
import type { FleetObject, ObjectRef, TargetRef } from "../model/inventory.ts";

export interface Manifest {
  readonly ref: ObjectRef;
  readonly raw: Fields;
}

/** Whether a target exists; null: not known. */
export type TargetExists = (namespace: string, target: TargetRef) => boolean | null;

/** The autoscalers. The HorizontalPodAutoscaler of a ScaledObject that was read, too, is a part of that. */
export function fleetObjects(
  hpas: readonly Manifest[],
  scaledObjects: readonly Manifest[],
  exists: TargetExists,
): FleetObject[] {
  const names = new Set(scaledObjects.map(({ ref }) => `${ref.namespace}/${ref.name}`));
  const made = new Map<string, Fields>();
  const own: FleetObject[] = [];
  for (const { ref, raw } of hpas) {
    const scaledObject = `${ref.namespace}/${scaledObjectOf(raw) ?? ""}`;
    if (names.has(scaledObject)) made.set(scaledObject, raw);
    else own.push(objectOf("HorizontalPodAutoscaler", { ref, raw }, { hpa: raw, exists }));
  }
  return own.concat(
    scaledObjects.map(({ ref, raw }) => {
      const hpa = made.get(`${ref.namespace}/${ref.name}`) ?? hpaOfKeda(raw);
      return objectOf(
        "ScaledObject",
        { ref, raw },
        { hpa: typeof hpa === "string" ? null : hpa, exists },
      );
    }),
  );
}

function objectOf(
  kind: FleetObject["kind"],
  { ref, raw }: Manifest,
  { hpa, exists }: { readonly hpa: Fields | null; readonly exists: TargetExists },
): FleetObject {
  const target = targetOf(raw);
  return {
    ...{ ...ref, kind, manifest: raw, target },
    hpa: hpa && inV2(hpa),
    // A patch of Kustomize has no target.
    targetExists: target.name === "" ? null : exists(ref.namespace, target),
  };
}

/** Older versions have other fields. */
function inV2(hpa: Fields): Fields {
  if (hpa["apiVersion"] === "autoscaling/v2") return hpa;
  const spec = storedSpecOf(hpa);
  return { ...hpa, spec: spec.ok ? fieldsOf(spec.value) : {} };
}

/** The defaults are KEDA's; an HPA has both fields. */
export function targetOf(raw: Fields): TargetRef {
  const text = (key: string): string => textAt(raw, "spec", "scaleTargetRef", key);
  return {
    apiVersion: text("apiVersion") || "apps/v1",
    kind: text("kind") || "Deployment",
    name: text("name"),
  };
}
