import type { EpochMs } from "../../engine/model/values/result.ts";
import { objectKey, type KubeObject } from "./object.ts";
import type { Clock } from "../clock.ts";
import type { ApiPath } from "../transport/api-path.ts";
import type { KubeError, KubeErrorCode } from "../transport/errors.ts";
import type { Transport } from "../transport/transport.ts";
import type { Selector } from "./list.ts";
import type { WatchEvent } from "./watch-events.ts";

/** A change of one key. `current` undefined: deleted. `previous` undefined: new. */
export interface Change<T> {
  readonly key: string;
  readonly current: T | undefined;
  readonly previous: T | undefined;
}

/** When a list began, and when all of its changes were announced (by the monotonic clock). */
export interface Listed {
  readonly begunAt: EpochMs;
  readonly endedAt: number;
}

export interface Keeping<Raw extends KubeObject, T> {
  /** Reduces an object to the needed fields. It runs on every event and determines the memory use. */
  readonly trim: (raw: Raw, previous: T | undefined) => T;
  /** True if the stored fields are equal: such an event (for example a heartbeat) causes no notification. */
  readonly same: (a: T, b: T) => boolean;
}

/** Trimmed objects by key; every update returns the changes. */
export class ObjectCache<Raw extends KubeObject, T> {
  readonly #keeping: Keeping<Raw, T>;
  items = new Map<string, T>();

  constructor(keeping: Keeping<Raw, T>) {
    this.#keeping = keeping;
  }

  /** Trims an object into a list in progress, which readers do not see yet. */
  collect(list: Map<string, T>, raw: Raw): void {
    const key = objectKey(raw.metadata);
    list.set(key, this.#keeping.trim(raw, this.items.get(key)));
  }

  swap(list: Map<string, T>): Change<T>[] {
    const previous = this.items;
    this.items = list;
    const changes: Change<T>[] = [];
    for (const [key, current] of list) {
      const before = previous.get(key);
      if (before === undefined || !this.#keeping.same(before, current)) {
        changes.push({ key, current, previous: before });
      }
    }
    for (const [key, before] of previous) {
      if (!list.has(key)) changes.push({ key, current: undefined, previous: before });
    }
    return changes;
  }

  /** Stores the current object. Null: its stored fields are equal; the newer object is stored anyway. */
  set(raw: Raw): Change<T> | null {
    const key = objectKey(raw.metadata);
    const previous = this.items.get(key);
    const current = this.#keeping.trim(raw, previous);
    this.items.set(key, current);
    if (previous !== undefined && this.#keeping.same(previous, current)) return null;
    return { key, current, previous };
  }

  /** What the events of a watch come to, up to the first error. resourceVersion: null: no event comes before it. */
  apply(batch: readonly WatchEvent[]) {
    const changes: Change<T>[] = [];
    let resourceVersion: string | null = null;
    for (const { type, object } of batch) {
      if (type === "ERROR") {
        const message = object.message ?? "the watch ended with an error";
        const code: KubeErrorCode = object.code === 410 ? "Gone" : "ServerError";
        return { changes, resourceVersion, failure: { code, message } };
      }
      resourceVersion = object.metadata.resourceVersion;
      if (type === "BOOKMARK") continue;
      const raw = object as unknown as Raw;
      const change = type === "DELETED" ? this.delete(raw) : this.set(raw);
      if (change) changes.push(change);
    }
    return { changes, resourceVersion, failure: null };
  }

  /** Removes an object. Null: it was not in the cache. */
  delete(raw: KubeObject): Change<T> | null {
    const key = objectKey(raw.metadata);
    const previous = this.items.get(key);
    this.items.delete(key);
    return previous === undefined ? null : { key, current: undefined, previous };
  }
}

export interface ReflectorOptions<Raw extends KubeObject, T> extends Keeping<Raw, T> {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly path: ApiPath;
  readonly selector?: Selector;
  /** Requests only the objects' metadata; default false. */
  readonly metadataOnly?: boolean;
  /**
   * All changes of one list or one burst, after the cache holds them; never a partial list. The watch continues
   * once a returned promise resolves.
   */
  readonly onChanges: (changes: readonly Change<T>[]) => unknown;
  /** The connection was lost (once for each kind of failure), or is back (null). */
  readonly onHealth: (error: KubeError | null) => void;
  /** Longest pause between retries in an outage, where many reflectors retry; default one second. */
  readonly longestPauseMs?: () => number;
}

/** A cache of trimmed objects that a list and a watch keep, or several of them: one for each watched namespace. */
export interface Informer<T> {
  readonly synced: boolean;
  /** The latest list that is complete and announced, the oldest of several; null: one is missing. */
  readonly listed: Listed | null;
  /** Why the cache is not up to date; null while the watch runs. */
  readonly error: KubeError | null;
  /** How long the cache has been out of date, in milliseconds; 0 while the watch runs. */
  readonly failingMs: number;
  readonly size: number;
  get(key: string): T | undefined;
  entries(): IterableIterator<[string, T]>;
  whenSynced(): Promise<void>;
  refresh(): Promise<void>;
  start(): void;
  stop(): void;
}
