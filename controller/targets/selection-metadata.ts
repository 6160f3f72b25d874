import { type Labels, sameLabels } from "../../engine/observation/selectors/label-selector.ts";
import type { KubeObject } from "../../kube/watch/object.ts";

/** What selectors match, and what decides between several matches. */
export interface SelectionMetadata {
  readonly labels: Labels;
  /** RFC 3339. */
  readonly createdAt: string;
  /** It is being deleted. */
  readonly isLeaving: boolean;
  /** Another object controls it, as a Deployment controls its ReplicaSets. */
  readonly isOwned: boolean;
}

export const selectionMetadataOf = ({ metadata }: KubeObject): SelectionMetadata => ({
  labels: metadata.labels ?? {},
  createdAt: metadata.creationTimestamp ?? "",
  isLeaving: metadata.deletionTimestamp !== undefined,
  isOwned: metadata.ownerReferences?.some(({ controller }) => controller === true) ?? false,
});

export const sameSelectionMetadata = (a: SelectionMetadata, b: SelectionMetadata): boolean =>
  a.isLeaving === b.isLeaving &&
  a.isOwned === b.isOwned &&
  a.createdAt === b.createdAt &&
  sameLabels(a.labels, b.labels);
