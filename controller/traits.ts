import type { KubeObject } from "../kube/object.ts";

/** By what an object is selected, and chosen among others. */
export interface Traits {
  readonly labels: Readonly<Record<string, string>>;
  /** RFC 3339. */
  readonly createdAt: string;
  /** It is being deleted. */
  readonly isLeaving: boolean;
}

export const traitsOf = ({ metadata }: KubeObject): Traits => ({
  labels: metadata.labels ?? {},
  createdAt: metadata.creationTimestamp ?? "",
  isLeaving: metadata.deletionTimestamp !== undefined,
});

export const sameTraits = (a: Traits, b: Traits): boolean =>
  a.isLeaving === b.isLeaving && a.createdAt === b.createdAt && sameLabels(a.labels, b.labels);

function sameLabels(a: Traits["labels"], b: Traits["labels"]): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every(key => a[key] === b[key]);
}
