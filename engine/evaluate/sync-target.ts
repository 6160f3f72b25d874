import {
  type AutoscalerInput,
  type AutoscalerOutcome,
  decideAutoscaler,
} from "../pipeline/decide.ts";
import type { EpochMs } from "../result.ts";
import { historyInForce, type Mode, type TargetMemory, transition } from "../transition.ts";

/** One sync of a target, besides its memory. */
export interface TargetSync extends Omit<AutoscalerInput, "history"> {
  readonly uid: string;
  readonly mode: Mode;
  readonly isTotal: boolean;
}

export interface SyncedTarget {
  readonly memory: TargetMemory;
  /** null: the object is paused. */
  readonly outcome: AutoscalerOutcome | null;
}

/** Observes a target and decides its count, as the operator does in a pass. */
export function syncTarget(before: TargetMemory, sync: TargetSync): SyncedTarget {
  const { uid, mode, isTotal, now, observation } = sync;
  const replicas = observation.scale.specReplicas;
  const memory = transition(before, { type: "Observed", uid, replicas, mode, isTotal, now });
  if (mode === "Paused") return { memory, outcome: null };
  const outcome = decideAutoscaler({ ...sync, history: historyInForce(memory) });
  const { history } = outcome;
  return { memory: transition(memory, { type: "Decided", mode, history }), outcome };
}

/** The memory after a decided count has reached the target. */
export function afterWrite(
  memory: TargetMemory,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: EpochMs },
): TargetMemory {
  const started = transition(memory, { type: "WriteStarted", from, to, now });
  return transition(started, { type: "WriteEnded", result: "Done", now });
}
