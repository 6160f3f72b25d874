import { selectorParts } from "../engine/observation/label-selector.ts";
import { fieldsOf, listOf, textOf } from "./fields.ts";
import { labelSelectorOf, selectorText } from "./selector-text.ts";
import type { Kind } from "./scaling-object.ts";

/** What an object scales, by the path of the reference. */
export interface Reference {
  readonly path: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** By what labels it means all that have them; absent: it means the one of this name. */
  readonly requirements?: readonly string[];
}

interface RawSpec {
  readonly scaleTargetRef: unknown;
  readonly targetSelector: unknown;
  readonly scaleTargetRefs: unknown;
}

/** The workloads that an object of ours names, as far as it names them well. */
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

/** The name stands for the labels, which no name can look like. */
function selectionOf(raw: unknown): Reference {
  const requirements = selectorParts(labelSelectorOf(raw));
  const text = requirements.length === 0 ? "" : `with ${selectorText(raw)}`;
  return { ...referenceOf(raw, "spec.targetSelector", {}), name: text, requirements };
}

/** Kinds of others that scale a workload, by API group and kind. */
const otherKinds: ReadonlyMap<string, Partial<Reference>> = new Map(
  Object.entries({
    "autoscaling/HorizontalPodAutoscaler": {},
    // KEDA makes a HorizontalPodAutoscaler of it.
    "keda.sh/ScaledObject": { apiVersion: "apps/v1", kind: "Deployment" },
  }),
);

/** The workload that an autoscaler of another kind names; undefined: it is no autoscaler. */
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

/** Versions of one group are the same object; selectors of one kind may mean the same. */
export const targetKey = ({ apiVersion, kind, name, requirements }: Reference): string =>
  `${groupOf(apiVersion)}/${kind}/${requirements ? "" : name}`;

const groupOf = (apiVersion: string): string =>
  apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
