import type {
  ClusterProportionalAutoscalerStatus,
  ScaleTargetRef,
} from "../crds/generated/cluster-proportional-autoscaler.ts";
import type { History } from "../engine/history.ts";
import { parseHistory } from "../engine/history-codec.ts";
import type { EpochMs } from "../engine/result.ts";
import { refKey } from "../engine/status/target-report.ts";

type Status = ClusterProportionalAutoscalerStatus;

/** What is remembered of one target between passes. */
export interface TargetState {
  history: History | null;
  lastScaleTime: EpochMs | null;
  /** The target's version after our last write: an older cache has not seen it yet. */
  written: { readonly resourceVersion: string; readonly at: number } | null;
}

/**
 * All that is remembered of one object between passes: the status as it was last written, and its
 * targets' histories in the form that decisions use. The status is the serialized form; after a
 * restart this is rebuilt from it.
 */
export interface KeyState {
  readonly uid: string;
  readonly targets: Map<string, TargetState>;
  status: Status | undefined;
  /** The object's version after our last write of its status. */
  version: string | null;
  /** Monotonic clock; when `status` was written. */
  statusWrittenAt: number;
  /** The status up to which people were told what is news. */
  told: Status | undefined;
}

export interface SavedObject {
  readonly metadata: { readonly uid: string };
  readonly status?: Status;
}

/** Keeps one `KeyState` per key. A re-created object (another uid) starts anew. */
export class KeyStates {
  readonly #states = new Map<string, KeyState>();
  readonly #onUnreadable: (key: string, reason: string) => void;

  /** @param onUnreadable a saved history could not be used; the target starts with an empty one */
  constructor(onUnreadable: (key: string, reason: string) => void) {
    this.#onUnreadable = onUnreadable;
  }

  get size(): number {
    return this.#states.size;
  }

  load(key: string, object: SavedObject, now: EpochMs): KeyState {
    const known = this.#states.get(key);
    if (known?.uid === object.metadata.uid) return known;
    const state: KeyState = {
      uid: object.metadata.uid,
      targets: new Map(),
      status: object.status,
      version: null,
      statusWrittenAt: -Infinity,
      told: object.status,
    };
    for (const { ref, history, lastScaleTime } of object.status?.targets ?? []) {
      state.targets.set(refKey(ref), {
        history: this.#loadHistory(key, history, now),
        lastScaleTime: parseTime(lastScaleTime),
        written: null,
      });
    }
    this.#states.set(key, state);
    return state;
  }

  delete(key: string): void {
    this.#states.delete(key);
  }

  #loadHistory(key: string, saved: unknown, now: EpochMs): History | null {
    if (saved === undefined) return null;
    const history = parseHistory(saved, now);
    if (history.ok) return history.value;
    this.#onUnreadable(key, history.error);
    return null;
  }
}

/** The state of one of the object's targets, made at its first mention. */
export function targetState(state: KeyState, ref: ScaleTargetRef): TargetState {
  const key = refKey(ref);
  const known = state.targets.get(key);
  if (known) return known;
  const fresh: TargetState = { history: null, lastScaleTime: null, written: null };
  state.targets.set(key, fresh);
  return fresh;
}

/** Forgets targets that the object no longer names. */
export function keepTargets(state: KeyState, refs: readonly ScaleTargetRef[]): void {
  const named = new Set(refs.map(refKey));
  for (const key of state.targets.keys()) if (!named.has(key)) state.targets.delete(key);
}

function parseTime(text: string | undefined): EpochMs | null {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? null : time;
}
