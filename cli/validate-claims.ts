import { fieldsOf, listOf, textOf } from "./fields.ts";
import type { Kind } from "./scaling-object.ts";

/** What an object scales, by the path of the reference. */
export interface Reference {
  readonly path: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}

interface RawSpec {
  readonly scaleTargetRef: unknown;
  readonly scaleTargetRefs: unknown;
}

/** The workloads that an object of ours names, as far as it names them well. */
export function ourReferences(kind: Kind, spec: unknown): Reference[] {
  const { scaleTargetRef, scaleTargetRefs } = fieldsOf<RawSpec>(spec);
  const path = kind === "Autoscaler" ? "spec.scaleTargetRef" : "spec.scaleTargetRefs";
  const refs =
    kind === "Autoscaler"
      ? [{ raw: scaleTargetRef, path }]
      : listOf(scaleTargetRefs).map((raw, index) => ({ raw, path: `${path}[${index}]` }));
  return refs.map(({ raw, path }) => referenceOf(raw, path, {})).filter(isWhole);
}

/** Kinds of others that scale a workload, by API group and kind. */
const otherKinds: Readonly<Record<string, Partial<Reference>>> = {
  "autoscaling/HorizontalPodAutoscaler": {},
  // KEDA makes a HorizontalPodAutoscaler of it.
  "keda.sh/ScaledObject": { apiVersion: "apps/v1", kind: "Deployment" },
};

/** The workload that an autoscaler of another kind names; undefined: it is no autoscaler. */
export function otherReferences(raw: unknown): Reference[] | undefined {
  const { apiVersion, kind, spec } = fieldsOf<{ apiVersion: 1; kind: 1; spec: 1 }>(raw);
  const defaults = otherKinds[`${groupOf(textOf(apiVersion))}/${textOf(kind)}`];
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

/** Versions of one group are the same object. */
export const targetKey = ({ apiVersion, kind, name }: Reference): string =>
  `${groupOf(apiVersion)}/${kind}/${name}`;

const groupOf = (apiVersion: string): string =>
  apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
