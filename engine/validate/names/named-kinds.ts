import type { Fields } from "../field-reader.ts";

export interface NamedKind {
  readonly path: string;
  readonly ref: { readonly apiVersion?: unknown; readonly kind?: unknown };
}

/**
 * All fields of an Autoscaler's spec that name a kind: a kind that may not be scaled may not be
 * counted either.
 */
export function kindsNamedIn(spec: unknown): NamedKind[] {
  const { scaleTargetRef, targetSelector, monitorSelectors } = (spec ?? {}) as Fields;
  const monitors = Array.isArray(monitorSelectors) ? (monitorSelectors as unknown[]) : [];
  const all = [
    { path: "spec.scaleTargetRef", ref: scaleTargetRef },
    { path: "spec.targetSelector", ref: targetSelector },
    ...monitors.map((ref, index) => ({ path: `spec.monitorSelectors[${index}]`, ref })),
  ];
  return all.flatMap(({ path, ref }) => (ref ? [{ path, ref }] : []));
}
