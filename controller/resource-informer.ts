import { isDeepStrictEqual } from "node:util";

import { isSameJson } from "../engine/model/values/json-values.ts";
import { pickPauses } from "../engine/model/pauses.ts";
import type { ApiResource } from "../kube/api/discovery.ts";
import type { Informer, Change } from "../kube/watch/object-cache.ts";
import type { KubeObject } from "../kube/watch/object.ts";
import type { Reflectors } from "../kube/watch/reflectors.ts";
import type { Claimed } from "./claims/claim-index.ts";

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

/** What tells apart the revisions of an object. */
type Stored = Pick<OwnObject, "metadata" | "status">;

/**
 * Whether a change of our object can be ignored. Our own status writes come back on the watch and must not
 * wake the object that made them. So another client's status write is only seen in the object's next pass,
 * unless it empties the status, which we never do.
 */
export const isSameRevision = (a: Stored, b: Stored): boolean =>
  a.metadata.uid === b.metadata.uid &&
  a.metadata.generation === b.metadata.generation &&
  a.metadata.deletionTimestamp === b.metadata.deletionTimestamp &&
  isSameJson(pickPauses(a.metadata.annotations), pickPauses(b.metadata.annotations)) &&
  (isEmpty(a.status) || !isEmpty(b.status));

/** The CRDs set a default observedGeneration in an object without a status. */
const isEmpty = (status: unknown): boolean =>
  Object.keys(status ?? {}).every(key => key === "observedGeneration");

/** V8 shares shorter strings of parsed JSON; longer ones are rarely equal. */
const [shortest, longest] = [11, 100];
const mostKept = 2_000;

/**
 * Lets equal strings in parsed JSON share their memory: most texts of a status are the same in every object.
 * It knows the strings of the latest objects.
 */
export class SharedStrings {
  readonly #known = new Map<string, string>();

  /** Replaces strings inside a value that nothing else refers to yet. */
  share(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    const fields = value as Record<string, unknown>;
    for (const key in fields) {
      const field = fields[key];
      if (typeof field === "string") {
        if (field.length >= shortest && field.length <= longest) fields[key] = this.#one(field);
      } else if (typeof field === "object") {
        this.share(field);
      }
    }
  }

  #one(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= mostKept) this.#known.clear();
    this.#known.set(text, text);
    return text;
  }
}
