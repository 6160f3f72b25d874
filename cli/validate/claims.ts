import { selectorParts } from "../../engine/observation/selectors/label-selector.ts";
import { valueAt } from "../../engine/validate/structure.ts";
import type { Kind } from "../objects/scaling-object.ts";
import { labelSelectorOf, selectorText } from "../objects/selector-text.ts";
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
}

/** The workloads that one of Trimtab's objects references; incomplete references are left out. */
export const ourReferences = (kind: Kind, raw: unknown): Reference[] =>
  references[kind](raw).filter(isWhole);

/** The workloads that it only counts. */
export function monitoredReferences(kind: Kind, raw: unknown): Reference[] {
  if (kind !== "Autoscaler") return [];
  const { monitorSelectors = [] } = readAutoscaler(raw).spec ?? {};
  return monitorSelectors.flatMap((selector = {}, index) => {
    const requirements = selectorParts(labelSelectorOf(selector));
    const name = requirements.length === 0 ? "" : `with ${selectorText(selector)}`;
    const found = referenceOf(selector, `spec.monitorSelectors[${index}]`);
    return [{ ...found, name, requirements }].filter(isWhole);
  });
}

const references: Readonly<Record<Kind, (raw: unknown) => Reference[]>> = {
  Autoscaler: raw => {
    const { scaleTargetRef, targetSelector } = readAutoscaler(raw).spec ?? {};
    const named = referenceOf(scaleTargetRef, "spec.scaleTargetRef");
    if (targetSelector === undefined) return [named];
    const requirements = selectorParts(labelSelectorOf(targetSelector));
    // The labels, in a form that no object name can have.
    const name = requirements.length === 0 ? "" : `with ${selectorText(targetSelector)}`;
    const selected = referenceOf(targetSelector, "spec.targetSelector");
    return [named, { ...selected, name, requirements }];
  },
  ClusterProportionalAutoscaler: raw => {
    const refs = readProportional(raw).spec?.scaleTargetRefs ?? [];
    return refs.map((ref, index) => referenceOf(ref, `spec.scaleTargetRefs[${index}]`));
  },
};

/** Kinds of other projects that scale a workload, by API group and kind. */
const otherKinds: ReadonlyMap<string, Partial<Reference>> = new Map([
  ["autoscaling/HorizontalPodAutoscaler", {}],
  // KEDA creates a HorizontalPodAutoscaler from it.
  ["keda.sh/ScaledObject", { apiVersion: "apps/v1", kind: "Deployment" }],
]);

/** The workload of another kind of autoscaler; undefined: it is not an autoscaler. */
export function otherReferences(raw: unknown): Reference[] | undefined {
  const itsGroup = groupOf(cleanText(valueAt(raw, ["apiVersion"])));
  const defaults = otherKinds.get(`${itsGroup}/${cleanText(valueAt(raw, ["kind"]))}`);
  const path = ["spec", "scaleTargetRef"];
  return defaults && [referenceOf(valueAt(raw, path), path.join("."), defaults)].filter(isWhole);
}

function referenceOf(ref: unknown, path: string, defaults: Partial<Reference> = {}): Reference {
  const textAt = (key: "apiVersion" | "kind" | "name"): string =>
    cleanText(valueAt(ref, [key])) || (defaults[key] ?? "");
  return { path, apiVersion: textAt("apiVersion"), kind: textAt("kind"), name: textAt("name") };
}

const isWhole = ({ apiVersion, kind, name }: Reference): boolean =>
  apiVersion !== "" && kind !== "" && name !== "";

/** Versions of one group are the same object; selectors of one kind may match the same objects. */
export const targetKey = ({ apiVersion, kind, name, requirements }: Reference): string =>
  `${groupOf(apiVersion)}/${kind}/${requirements ? "" : name}`;
