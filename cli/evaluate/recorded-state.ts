import { emptyHistory, type History } from "../../engine/model/history.ts";
import { parseHistory, serializeHistory } from "../../engine/memory.ts";
import type { LabelPredicate } from "../../engine/model/selectors/label-selector.ts";
import { type RecordedObject, type RecordedStatus, type RecordedEvent } from "./recorded-step.ts";
import type { EpochMs } from "../../engine/model/values/result.ts";
import { emptyMemory, historyInForce, type TargetMemory } from "../../engine/transition.ts";

/** One object and the state that its syncs keep for the next one. */
export interface RecordedState extends RecordedObject {
  readonly memory: TargetMemory;
  /** The part of the history that the status holds. */
  readonly saved: History;
  /** The target's selector as the controller last read it; null: not read yet. */
  readonly selector: LabelPredicate | null;
  /** A deleted object stays until the controller notices the deletion. */
  readonly isDeleted?: true;
}

/** By object key. */
export type Standings = ReadonlyMap<string, RecordedState>;

/** An object without history, except for its condition ScaledToZero. */
export function begin(object: RecordedObject): RecordedState {
  const history = historyIn(object.status, emptyHistory(""));
  return { ...object, memory: { ...emptyMemory, history }, saved: history, selector: null };
}

export function after(before: Standings, event: RecordedEvent, now: EpochMs): Standings {
  const standings = new Map(before);
  switch (event.type) {
    case "Restarted":
      for (const [key, standing] of before) standings.set(key, restarted(standing, now));
      return standings;
    case "Created": {
      const { object } = event;
      standings.set(object.key, recreated(object, before.get(object.key)));
      return standings;
    }
    case "Deleted": {
      const standing = before.get(event.key);
      if (standing) standings.set(event.key, { ...standing, selector: null, isDeleted: true });
      return standings;
    }
    case "Forgotten":
      standings.delete(event.key);
      return standings;
  }
}

/**
 * Upstream keeps its past in memory only, Trimtab in the status.
 *
 * Source  upstream horizontal.go, NewHorizontalController: it begins with empty lists.
 */
function restarted(standing: RecordedState, now: EpochMs): RecordedState {
  if (standing.kind === "HorizontalPodAutoscaler") return begin(standing);
  const loaded = parseHistory(serializeHistory(standing.saved), now);
  if (!loaded.ok) return begin(standing);
  return { ...standing, memory: { ...standing.memory, history: loaded.value }, selector: null };
}

/**
 * Source  upstream horizontal.go, deleteHPA and reconcileKey: the state of a name is removed when a
 *         sync finds the object gone. An object created before that sync inherits the state.
 */
function recreated(object: RecordedObject, before: RecordedState | undefined): RecordedState {
  const created = begin(object);
  if (!before || object.kind !== "HorizontalPodAutoscaler") return created;
  const history = historyIn(object.status, historyInForce(before.memory));
  return { ...created, memory: { ...emptyMemory, history } };
}

function historyIn({ conditions }: RecordedStatus, history: History): History {
  const zero = conditions.find(({ type }) => type === "ScaledToZero");
  return { ...history, scaledToZero: zero ? zero.status === "True" : null };
}
