import { selectorParts } from "../../engine/observation/selectors/label-selector.ts";
import { fieldsOf, listOf, textOf } from "../objects/untrusted-fields.ts";
import { labelSelectorOf, selectorText } from "../objects/selector-text.ts";
import type { Kind } from "../objects/scaling-object.ts";

/** A scaled workload, by the path of the reference. */
export interface Reference {
  readonly path: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** The labels of a selector, which matches every workload that has them; absent: a reference by name. */
  readonly requirements?: readonly string[];
}

interface RawSpec {
  readonly scaleTargetRef: unknown;
  readonly targetSelector: unknown;
  readonly scaleTargetRefs: unknown;
}

/** The workloads that one of Trimtab's objects references; incomplete references are left out. */
export function ourReferences(kind: Kind, spec: unknown): Reference[] {
  const { scaleTargetRef, targetSelector, scaleTargetRefs } = fieldsOf<RawSpec>(spec);
  const path = kind === "Autoscaler" ? "spec.scaleTargetRef" : "spec.scaleTargetRefs";
  const refs =
    kind === "Autoscaler"
      ? [{ raw: scaleTargetRef, path }]
      : listOf(scaleTargetRefs).map((raw, index) => ({ raw, path: `${path}[${index}]` }));
  const named = refs.map(({ raw, path }) => referenceOf(raw, path, {}));
  const selected = kind === "Autoscaler" ? [selectionOf(targetSelector)] : [];
  return [...named, ...selected].filter(isWhole);
}

/** The name contains the labels in a form that no object name can have. */
function selectionOf(raw: unknown): Reference {
  const requirements = selectorParts(labelSelectorOf(raw));
  const text = requirements.length === 0 ? "" : `with ${selectorText(raw)}`;
  return { ...referenceOf(raw, "spec.targetSelector", {}), name: text, requirements };
}

/** Kinds of other projects that scale a workload, by API group and kind. */
const otherKinds: ReadonlyMap<string, Partial<Reference>> = new Map(
  Object.entries({
    "autoscaling/HorizontalPodAutoscaler": {},
    // KEDA creates a HorizontalPodAutoscaler from it.
    "keda.sh/ScaledObject": { apiVersion: "apps/v1", kind: "Deployment" },
  }),
);

/** The workload of another kind of autoscaler; undefined: it is not an autoscaler. */
export function otherReferences(raw: unknown): Reference[] | undefined {
  const { apiVersion, kind, spec } = fieldsOf<{ apiVersion: 1; kind: 1; spec: 1 }>(raw);
  const defaults = otherKinds.get(`${groupOf(textOf(apiVersion))}/${textOf(kind)}`);
  if (defaults === undefined) return undefined;
  const { scaleTargetRef } = fieldsOf<RawSpec>(spec);
  return [referenceOf(scaleTargetRef, "spec.scaleTargetRef", defaults)].filter(isWhole);
}

function referenceOf(raw: unknown, path: string, defaults: Partial<Reference>): Reference {
  const ref = fieldsOf<Reference>(raw);
  return {
    path,
    apiVersion: textOf(ref.apiVersion) || (defaults.apiVersion ?? ""),
    kind: textOf(ref.kind) || (defaults.kind ?? ""),
    name: textOf(ref.name),
  };
}

const isWhole = ({ apiVersion, kind, name }: Reference): boolean =>
  apiVersion !== "" && kind !== "" && name !== "";

/** Versions of one group are the same object; selectors of one kind may match the same objects. */
export const targetKey = ({ apiVersion, kind, name, requirements }: Reference): string =>
  `${groupOf(apiVersion)}/${kind}/${requirements ? "" : name}`;

const groupOf = (apiVersion: string): string =>
  apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
