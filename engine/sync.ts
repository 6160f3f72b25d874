import {
  type AutoscalerInput,
  type AutoscalerOutcome,
  decideAutoscaler,
  decideProportional,
  type ProportionalInput,
} from "./decide.ts";
import type { DecisionOutcome } from "./model/feature.ts";
import type { History } from "./model/history.ts";
import type { EpochMs } from "./model/values/result.ts";
import { historyInForce, type TargetMemory, transition } from "./transition.ts";
import type { Mode } from "./model/spec/autoscaler-spec.ts";

interface Found {
  readonly uid: string;
  readonly mode: Mode;
  readonly now: EpochMs;
}

/** One sync of a target, besides its memory. */
export interface TargetSync extends Found, Omit<AutoscalerInput, "history" | "now"> {
  readonly isTotal: boolean;
}

/** The same for a target of a ClusterProportionalAutoscaler. */
export interface ProportionalSync extends Found, Omit<ProportionalInput, "history" | "now"> {}

export interface SyncedTarget<Outcome extends DecisionOutcome = AutoscalerOutcome> {
  readonly memory: TargetMemory;
  /** null: the object is paused. */
  readonly outcome: Outcome | null;
}

/** Observes a target and decides its count, as the operator does in a pass. */
export const syncTarget = (before: TargetMemory, sync: TargetSync): SyncedTarget =>
  synced(before, { ...sync, replicas: sync.observation.scale.specReplicas }, history =>
    decideAutoscaler({ ...sync, history }),
  );

export const syncProportionalTarget = (
  before: TargetMemory,
  sync: ProportionalSync,
): SyncedTarget<DecisionOutcome> =>
  synced(before, { ...sync, replicas: sync.currentReplicas, isTotal: false }, history =>
    decideProportional({ ...sync, history }),
  );

interface Observed extends Found {
  readonly replicas: number;
  readonly isTotal: boolean;
}

function synced<Outcome extends DecisionOutcome>(
  before: TargetMemory,
  { uid, replicas, mode, isTotal, now }: Observed,
  decide: (history: History) => Outcome,
): SyncedTarget<Outcome> {
  const memory = transition(before, { type: "Observed", uid, replicas, mode, isTotal, now });
  if (mode === "Paused") return { memory, outcome: null };
  const outcome = decide(historyInForce(memory));
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
