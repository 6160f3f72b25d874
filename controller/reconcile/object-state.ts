import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import type { Range } from "../../engine/model/decision.ts";
import type { History } from "../../engine/model/history.ts";
import { parseHistory } from "../../engine/memory.ts";
import { lostHistory } from "../../engine/history/lost-history.ts";
import type { EpochMs } from "../../engine/model/values/result.ts";
import { timeOrNull } from "../../engine/model/values/time.ts";
import type { StatusEvent } from "../../engine/status/status-events.ts";
import type { StatusView } from "../../engine/status/status-view.ts";
import { refKey } from "../../engine/status/targets/target-report.ts";
import {
  emptyMemory,
  type TargetEvent,
  type TargetMemory,
  transition,
} from "../../engine/transition.ts";
import type { ScalingObject, ObservedSpec, StatusOf } from "../resource.ts";
import { freshBudget, type KnownAssessment, type StatusRateLimit } from "./status-rate-limit.ts";

export interface TargetState {
  /** Only `advance` changes it. */
  memory: TargetMemory;
  /** The target's version after our last write: an older cache does not contain that write. */
  written: {
    readonly ref: ScaleTargetRef;
    readonly resourceVersion: string;
    readonly at: number;
  } | null;
  /**
   * The generation and the period of the object at the latest decision, and when its metrics were requested.
   * again: when the same samples may lead to another decision, if that is soon; else null. correctedAt: when a
   * count outside the bounds was last corrected; null: not since the start of the process. pushedAt: the latest
   * announcement that was decided on; absent: there was none.
   */
  decided: {
    readonly generation: number;
    readonly periodMs: number | null;
    readonly askedAt: number;
    readonly again: EpochMs | null;
    readonly correctedAt: EpochMs | null;
    readonly pushedAt?: number;
  } | null;
  /** The bounds of the latest decision that had any; null: none had. */
  bounds: Range | null;
  /** The pods that this process has marked to be removed first, until it sees none of them; absent: none. */
  marked?: readonly string[];
}

/**
 * State of one object between passes: the status as last written, and its targets' histories in the form that
 * decisions use. The status is the serialized form. After a restart, this state is rebuilt from it.
 */
export interface ObjectState<Status> {
  readonly uid: string;
  readonly targets: Map<string, TargetState>;
  mode: ObservedSpec["mode"];
  status: Status | undefined;
  /** What the latest pass has to say: another object than `status` while it waits to be written. */
  latest: Status | undefined;
  /** Until when something to write lets others go first; null: nothing waits. */
  waitsUntil: number | null;
  /** Of passes that have not written their status. */
  readonly unsentEvents: StatusEvent[];
  /** The latest version of the object known to contain `status`; null: none. */
  version: string | null;
  /** How much it was worth to write a status instead of `status`; null: that was not compared yet. */
  assessed: KnownAssessment | null;
  /** The cost of writing `status` so far. */
  budget: StatusRateLimit;
  /** How many times in a row the API server refused the status. */
  refusals: number;
  /**
   * The targets that were checked for rivals, uncached, before the first write; null: none; undefined: none
   * since the object was loaded.
   */
  claimsCheckedFor: string | null | undefined;
  lastReportedStatus: Status | undefined;
}

interface KeyStatesOptions<Object extends ScalingObject> {
  readonly view: (status: StatusOf<Object>, object: Object) => StatusView;
  /** A saved history is not usable; the target starts with a new one. */
  readonly onUnreadable: (key: string, reason: string) => void;
}

/** Keeps one `ObjectState` per key. A re-created object (another uid) starts with a new state. */
export class ObjectStates<Object extends ScalingObject> {
  readonly #states = new Map<string, ObjectState<StatusOf<Object>>>();
  readonly #options: KeyStatesOptions<Object>;

  constructor(options: KeyStatesOptions<Object>) {
    this.#options = options;
  }

  entries(): IterableIterator<[string, ObjectState<StatusOf<Object>>]> {
    return this.#states.entries();
  }

  peek(key: string): ObjectState<StatusOf<Object>> | undefined {
    return this.#states.get(key);
  }

  load(key: string, object: Object, now: EpochMs): ObjectState<StatusOf<Object>> {
    const known = this.#states.get(key);
    if (known?.uid === object.metadata.uid) return known;
    const status = object.status as StatusOf<Object> | undefined;
    const saved = status && this.#options.view(status, object);
    const state: ObjectState<StatusOf<Object>> = {
      uid: object.metadata.uid,
      targets: new Map(),
      mode: "Active",
      status,
      latest: status,
      waitsUntil: null,
      unsentEvents: [],
      version: object.metadata.resourceVersion,
      assessed: null,
      budget: freshBudget,
      refusals: 0,
      claimsCheckedFor: undefined,
      lastReportedStatus: status,
    };
    for (const { ref, history, dryRunHistory, lastScaleTime } of saved?.targets ?? []) {
      const loaded = this.#loadHistory(key, history, now);
      const lost = () => lostHistory(history, zeroIn(saved?.conditions), now);
      state.targets.set(refKey(ref), {
        ...freshTarget,
        memory: {
          history: loaded ?? (history === undefined ? null : lost()),
          // A dry run then continues from the history of Active.
          dryRunHistory: this.#loadHistory(key, dryRunHistory, now),
          lastScaleTime: timeOrNull(lastScaleTime),
        },
      });
    }
    this.#states.set(key, state);
    return state;
  }

  /** Returns what was known; undefined: nothing. */
  delete(key: string): ObjectState<StatusOf<Object>> | undefined {
    const state = this.#states.get(key);
    this.#states.delete(key);
    return state;
  }

  /** Forgets all state. From now on, only the statuses count. */
  clear(): void {
    this.#states.clear();
  }

  #loadHistory(key: string, saved: unknown, now: EpochMs): History | null {
    if (saved === undefined) return null;
    const history = parseHistory(saved, now);
    if (history.ok) return history.value;
    this.#options.onUnreadable(key, history.error);
    return null;
  }
}

const freshTarget: TargetState = {
  memory: emptyMemory,
  written: null,
  decided: null,
  bounds: null,
};

/** Applies an event to a target's memory and returns the result. */
export function advance(target: Pick<TargetState, "memory">, event: TargetEvent): TargetMemory {
  target.memory = transition(target.memory, event);
  return target.memory;
}

/** The state of one of the object's targets, created on first use. */
export function targetState(state: ObjectState<unknown>, ref: ScaleTargetRef): TargetState {
  const key = refKey(ref);
  const target = state.targets.get(key) ?? { ...freshTarget };
  state.targets.set(key, target);
  return target;
}

/** The state of a total continues with another target. */
export function inherit(state: ObjectState<unknown>, [ref]: readonly ScaleTargetRef[]): void {
  const [before] = state.targets.values();
  if (!ref || !before || state.targets.has(refKey(ref))) return;
  state.targets.set(refKey(ref), { ...before, written: null });
}

export function keepTargets(state: ObjectState<unknown>, refs: readonly ScaleTargetRef[]): void {
  const named = new Set(refs.map(refKey));
  for (const key of state.targets.keys()) if (!named.has(key)) state.targets.delete(key);
}

/** One key for the same targets, in any order. */
export const targetsKey = (refs: readonly ScaleTargetRef[]): string =>
  refs.map(refKey).sort().join(" ");

/** Upstream has its memory of a 0 there; null: none, or it was not scaled to 0. */
const zeroIn = (conditions: StatusView["conditions"]): true | null =>
  conditions?.some(({ type, status }) => type === "ScaledToZero" && status === "True") === true
    ? true
    : null;
