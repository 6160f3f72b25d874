import type { Clock } from "../clock.ts";
import type { ApiPath } from "../transport/api-path.ts";
import type { KubeError } from "../transport/errors.ts";
import type { Transport } from "../transport/transport.ts";
import type { Selector } from "./list.ts";
import type { Change, Keeping } from "./object-cache.ts";
import type { KubeObject } from "./object.ts";

export interface ReflectorOptions<Raw extends KubeObject, T> extends Keeping<Raw, T> {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly path: ApiPath;
  readonly selector?: Selector;
  /** Requests only the objects' metadata; default false. */
  readonly metadataOnly?: boolean;
  /** All changes of one list or one burst, after the cache holds them; never a partial list. */
  readonly onChanges: (changes: readonly Change<T>[]) => void;
  /** The connection was lost (once for each kind of failure), or is back (null). */
  readonly onHealth: (error: KubeError | null) => void;
  /** Longest pause between retries in an outage, where many reflectors retry; default one second. */
  readonly longestPauseMs?: () => number;
}
