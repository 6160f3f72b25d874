import { isDeepStrictEqual } from "node:util";

import { isSameJson } from "../engine/json-values.ts";
import { pickPauses } from "../engine/pause/pauses.ts";
import type { ApiResource } from "../kube/api/discovery.ts";
import type { Informer } from "../kube/watch/informer.ts";
import type { KubeObject } from "../kube/watch/object.ts";
import type { Change } from "../kube/watch/reflector.ts";
import type { Reflectors } from "../kube/watch/reflectors.ts";
import type { Claimed } from "./claims/claim-index.ts";
import { SharedStrings } from "./shared-strings.ts";
import { isSameRevision } from "./pepr-watch-bridge.ts";

export type OwnKind = Pick<ApiResource, "group" | "version" | "kind" | "plural">;

/** An object as the API server stores it. Its spec is validated, not assumed to fit the schema. */
export interface OwnObject<Spec = unknown, Status = unknown> extends KubeObject {
  readonly spec: Spec;
  readonly status?: Status;
}

interface Handlers<Object> {
  readonly onChanges: (changes: readonly Change<Object>[]) => unknown;
  /** Also depends on what the operator wrote to the status. */
  readonly claims: (object: Object) => readonly Claimed[];
}

export function openOwnObjects<Object extends OwnObject>(
  reflectors: Reflectors,
  kind: OwnKind,
  { onChanges, claims }: Handlers<Object>,
): Informer<Object> {
  const strings = new SharedStrings();
  return reflectors.openNamespaced<Object, Object>({
    resource: kind,
    trim: (object, previous) => {
      const { spec, status } = object;
      strings.share([spec, status]);
      return trimOwnObject(object, previous);
    },
    same: (a, b) =>
      isSameRevision(a, b) && (a.status === b.status || isSameJson(claims(a), claims(b))),
    onChanges,
  });
}

/**
 * managedFields are half the size of many objects, and nothing here reads them. Versions with equal specs share
 * one, so that whatever depends on the spec alone is computed once.
 */
export function trimOwnObject<Object extends OwnObject>(
  object: Object,
  previous: Object | undefined,
): Object {
  const { metadata, spec, status } = object;
  const { name, uid, resourceVersion, namespace, generation } = metadata;
  const { creationTimestamp, deletionTimestamp } = metadata;
  const annotations = pickPauses(metadata.annotations);
  const kept: OwnObject = {
    metadata: {
      ...{ name, uid, resourceVersion },
      ...(namespace === undefined ? {} : { namespace }),
      ...(generation === undefined ? {} : { generation }),
      ...(annotations === undefined ? {} : { annotations }),
      ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
      ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
    },
    spec: isDeepStrictEqual(spec, previous?.spec) ? previous?.spec : spec,
    ...(status === undefined ? {} : { status }),
  };
  return kept as Object;
}
