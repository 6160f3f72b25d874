import { ok } from "../../engine/model/values/result.ts";
import type { ApiResource } from "../../kube/api/discovery.ts";
import type { KubeAnswer, KubeError } from "../../kube/transport/errors.ts";
import type { Informer } from "../../kube/watch/object-cache.ts";
import type { Reflectors } from "../../kube/watch/reflectors.ts";
import {
  type Marks,
  marksOf,
  type RawTarget,
  showsRollouts,
  withMarksOf,
  selectionMetadataOf,
  type SelectionMetadata,
} from "./workload-scale.ts";
import type { ScaleState } from "../../kube/api/scale.ts";

interface Version extends Identity, Marks, SelectionMetadata {}

type Identity = Pick<ScaleState, "uid" | "resourceVersion">;

/**
 * Scales of a kind that has its count only in `/scale`. The metadata of its objects is watched, and a
 * response is valid until the object has another version.
 */
export class ScaleCache {
  readonly #versions: Informer<Version>;
  /** A `/scale` response, and the version in the watch when it was requested. */
  readonly #asked = new Map<string, { readonly seen: Version; readonly state: ScaleState }>();

  constructor(options: {
    reflectors: Reflectors;
    resource: ApiResource;
    /** Without traits, the object is gone. */
    onChange: (key: string, traits: SelectionMetadata | undefined) => void;
  }) {
    const { reflectors, resource, onChange } = options;
    this.#versions = reflectors.openNamespaced<RawTarget, Version>({
      ...{ resource, metadataOnly: !showsRollouts(resource), same: sameVersion },
      trim: object => {
        const { uid, resourceVersion } = object.metadata;
        return {
          uid,
          resourceVersion,
          ...marksOf(object, resource),
          ...selectionMetadataOf(object),
        };
      },
      onChanges: changes => {
        for (const { key, current } of changes) {
          if (current === undefined) this.#asked.delete(key);
          onChange(key, current);
        }
      },
      // Known scales are no longer valid, and changes are no longer reported.
      onTrouble: () => {
        for (const key of this.#asked.keys()) onChange(key, this.traitsOf(key));
      },
    });
    this.#versions.start();
  }

  /** Why changes are not reported at the moment; null: the watch runs, or its first list does. */
  get error(): KubeError | null {
    return this.#versions.error;
  }

  get synced(): boolean {
    return this.#versions.synced;
  }

  traitsOf(key: string): SelectionMetadata | undefined {
    return this.#versions.get(key);
  }

  /** The known scale of the object's current version; null: it must be read. */
  known(key: string): ScaleState | null {
    const now = this.#versions.get(key);
    const asked = this.#asked.get(key);
    if (!now || !asked || this.error !== null) return null;
    // The response may be for a version that the watch delivered later.
    const isCurrent = sameVersion(asked.seen, now) || sameVersion(asked.state, now);
    return isCurrent ? withMarksOf(now, asked.state) : null;
  }

  async ask(key: string, get: () => KubeAnswer<ScaleState>): KubeAnswer<ScaleState> {
    const seen = this.#versions.get(key);
    const state = await get();
    if (!state.ok) return state;
    if (seen && this.traitsOf(key)) this.#asked.set(key, { seen, state: state.value });
    return ok(seen ? withMarksOf(seen, state.value) : state.value);
  }
}

const sameVersion = (a: Identity, b: Identity): boolean =>
  a.uid === b.uid && a.resourceVersion === b.resourceVersion;
