import type { KubeError } from "../transport/errors.ts";
import type { Listed } from "./object-cache.ts";

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
