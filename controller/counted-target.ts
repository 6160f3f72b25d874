import { formatSelector } from "../engine/observation/format-selector.ts";
import type { LabelSelector } from "../engine/observation/label-selector.ts";
import type { KubeObject } from "../kube/object.ts";
import type { ScaleState } from "../kube/scale.ts";

/** An object of a built-in kind, which shows its count without its `/scale` being asked. */
export interface RawTarget extends KubeObject {
  readonly spec?: {
    readonly replicas?: number;
    readonly selector?: LabelSelector | Readonly<Record<string, string>>;
  };
  readonly status?: { readonly replicas?: number };
}

export const trimTarget = (target: RawTarget): ScaleState =>
  toState(target, target.spec?.selector as LabelSelector | undefined);

/** A ReplicationController's selector is from a time before expressions. */
export const trimController = (target: RawTarget): ScaleState => {
  const matchLabels = target.spec?.selector as Readonly<Record<string, string>> | undefined;
  return toState(target, matchLabels && { matchLabels });
};

const toState = (
  { metadata, spec, status }: RawTarget,
  selector: LabelSelector | undefined,
): ScaleState => ({
  uid: metadata.uid,
  resourceVersion: metadata.resourceVersion,
  replicas: spec?.replicas ?? 0,
  statusReplicas: status?.replicas ?? 0,
  selector: selector ? formatSelector(selector) : "",
});

/** A rolling target updates its status many times a second, which changes nothing that is decided at once. */
export const sameTarget = (a: ScaleState, b: ScaleState): boolean =>
  a.uid === b.uid && a.replicas === b.replicas && a.selector === b.selector;
