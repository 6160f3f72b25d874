import { ok, type Result } from "../engine/result.ts";
import type { ApiPath } from "../kube/api-path.ts";
import type { KubeError } from "../kube/errors.ts";
import type { KubeObject } from "../kube/object.ts";
import type { Reflector } from "../kube/reflector.ts";
import type { Reflectors } from "../kube/reflectors.ts";
import { type Marks, marksOf, withMarksOf } from "./counted-target.ts";
import type { ScaleState } from "../kube/scale.ts";
import { traitsOf, type Traits } from "./traits.ts";

/** Which state of an object it is, and what its metadata tell. */
interface Version extends Marks, Traits {
  readonly uid: string;
  readonly resourceVersion: string;
}

type VersionKey = "uid" | "resourceVersion";

/** What `/scale` said, and the version that the watch had when it was asked. */
interface Asked {
  readonly seen: Version;
  readonly state: ScaleState;
}

/**
 * The scales of a kind whose count is nowhere but in `/scale`: the metadata of its objects are
 * watched, and what was said of an object holds until they are of another version.
 */
export class WatchedScales {
  readonly #versions: Reflector<KubeObject, Version>;
  readonly #asked = new Map<string, Asked>();

  constructor(options: {
    reflectors: Reflectors;
    path: ApiPath;
    /** Without traits: it is gone. */
    onChange: (key: string, traits: Traits | undefined) => void;
  }) {
    const { reflectors, path, onChange } = options;
    this.#versions = reflectors.open<KubeObject, Version>({
      ...{ path, metadataOnly: true, same: sameVersion },
      trim: object => {
        const { uid, resourceVersion } = object.metadata;
        return { uid, resourceVersion, ...marksOf(object), ...traitsOf(object) };
      },
      onChanges: changes => {
        for (const { key, current } of changes) {
          if (current === undefined) this.#asked.delete(key);
          onChange(key, current);
        }
      },
      // What was known no longer holds, and from now on nothing tells.
      onTrouble: () => {
        for (const key of this.#asked.keys()) onChange(key, this.traitsOf(key));
      },
    });
    this.#versions.start();
  }

  /** Why nothing tells of changes at the moment; null: the watch does, or its first list is under way. */
  get error(): KubeError | null {
    return this.#versions.error;
  }

  get synced(): boolean {
    return this.#versions.synced;
  }

  has(key: string): boolean {
    return this.#versions.get(key) !== undefined;
  }

  traitsOf(key: string): Traits | undefined {
    return this.#versions.get(key);
  }

  /** What is known of an object as it is now; null: it must be asked. */
  known(key: string): ScaleState | null {
    const now = this.#versions.get(key);
    const asked = this.#asked.get(key);
    if (!now || !asked || this.error !== null) return null;
    // The answer may be of a version that the watch brought later than it.
    const isCurrent = sameVersion(asked.seen, now) || sameVersion(asked.state, now);
    return isCurrent ? withMarksOf(now, asked.state) : null;
  }

  /** Asks, and remembers the answer. */
  async ask(
    key: string,
    get: () => Promise<Result<ScaleState, KubeError>>,
  ): Promise<Result<ScaleState, KubeError>> {
    const seen = this.#versions.get(key);
    const state = await get();
    if (!state.ok) return state;
    if (seen && this.has(key)) this.#asked.set(key, { seen, state: state.value });
    return ok(seen ? withMarksOf(seen, state.value) : state.value);
  }
}

const sameVersion = (a: Pick<Version, VersionKey>, b: Pick<Version, VersionKey>): boolean =>
  a.uid === b.uid && a.resourceVersion === b.resourceVersion;
