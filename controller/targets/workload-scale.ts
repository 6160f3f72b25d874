import { isSameJson } from "../../engine/model/values/json-values.ts";
import { isMarkedServing } from "../../engine/votes/choose-target.ts";
import { formatSelector } from "../../engine/model/selectors/selector-text.ts";
import type { Labels, LabelSelector } from "../../engine/model/selectors/label-selector.ts";
import {
  announcedRollout,
  argoRollout,
  deploymentRollout,
  type RawRollout,
  type RolloutState,
  statefulSetRollout,
} from "../../engine/model/observation/rollout.ts";
import { zeroOwner } from "../../engine/model/observation/observation.ts";
import type { ApiResource } from "../../kube/api/discovery.ts";
import type { KubeObject } from "../../kube/watch/object.ts";
import type { ScaleState } from "../../kube/api/scale.ts";

/** An object of a built-in kind. It contains its replica count, so that `/scale` need not be read. */
export interface RawTarget extends KubeObject, Omit<RawRollout, "metadata" | "spec"> {
  readonly spec?: NonNullable<RawRollout["spec"]> & {
    readonly selector?: LabelSelector | Readonly<Record<string, string>>;
  };
}

/** Data of a target that a watch has and `/scale` does not. */
export type Marks = Pick<ScaleState, "rollout" | "zeroOf" | "isServing">;

const rollouts: Readonly<Record<string, (target: RawTarget) => RolloutState | null>> = {
  deployments: deploymentRollout,
  statefulsets: statefulSetRollout,
};

export interface CountedTarget extends ScaleState, SelectionMetadata {}

/** Returns the function that trims objects of a built-in resource to what the cache keeps. */
export function trimFor(plural: string): (target: RawTarget) => CountedTarget {
  const rolloutOf = rollouts[plural] ?? (({ metadata }) => announcedRollout(metadata));
  return target => {
    const { selector } = target.spec ?? {};
    // A ReplicationController has a plain label map as its selector, without expressions.
    const isMap = selector && plural === "replicationcontrollers";
    const labels = (isMap ? { matchLabels: selector } : selector) as LabelSelector | undefined;
    return toState(target, labels, rolloutOf(target));
  };
}

function toState(
  target: RawTarget,
  selector: LabelSelector | undefined,
  rollout: RolloutState | null,
): CountedTarget {
  const { metadata, spec, status } = target;
  const replicas = spec?.replicas ?? 0;
  const zeroOf = replicas === 0 ? zeroOwner(metadata.managedFields, true) : null;
  return {
    ...selectionMetadataOf(target),
    uid: metadata.uid,
    resourceVersion: metadata.resourceVersion,
    replicas,
    statusReplicas: status?.replicas ?? 0,
    selector: selector ? formatSelector(selector) : "",
    ...(rollout && { rollout }),
    ...(zeroOf && { zeroOf }),
    ...servingMark(metadata),
  };
}

const servingMark = ({ annotations, labels }: KubeObject["metadata"]): Pick<Marks, "isServing"> =>
  isMarkedServing(annotations) || isMarkedServing(labels) ? { isServing: true } : {};

/** A kind whose objects show their rollouts in their status, so that a watch of their metadata is not enough. */
export const showsRollouts = ({ group, plural }: Pick<ApiResource, "group" | "plural">): boolean =>
  `${plural}.${group}` === "rollouts.argoproj.io";

/** For a custom resource, whose count is not known. */
export function marksOf(object: RawTarget, resource: Pick<ApiResource, "group" | "plural">): Marks {
  const { metadata } = object;
  const rollout = showsRollouts(resource) ? argoRollout(object) : announcedRollout(metadata);
  const zeroOf = zeroOwner(metadata.managedFields, false);
  return { ...(rollout && { rollout }), ...(zeroOf && { zeroOf }), ...servingMark(metadata) };
}

type Observed = Marks & Pick<ScaleState, "uid" | "resourceVersion">;

/**
 * The state that `/scale` returned, plus what the watch last had of the same object. The owner of the count is
 * that of a 0 only in the same version: an earlier version may have had another count, of another client.
 */
export function withMarksOf(observed: Observed, state: ScaleState): ScaleState {
  const { uid, resourceVersion, rollout, zeroOf, isServing } = observed;
  if (uid !== state.uid) return state;
  const isZero = state.replicas === 0 && state.resourceVersion === resourceVersion;
  const marks = { ...(rollout && { rollout }), ...(isServing && { isServing }) };
  return { ...state, ...marks, ...(isZero && zeroOf && { zeroOf }) };
}

/** A rollout updates the status many times a second; only its start and its end matter. */
export const sameTarget = (a: CountedTarget, b: CountedTarget): boolean =>
  a.uid === b.uid &&
  a.replicas === b.replicas &&
  a.selector === b.selector &&
  a.rollout === b.rollout &&
  a.isServing === b.isServing &&
  a.zeroOf === b.zeroOf &&
  sameSelectionMetadata(a, b);

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
  isSameJson(a.labels, b.labels);
