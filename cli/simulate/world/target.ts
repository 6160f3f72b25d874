import { afterWrite, type SyncedTarget } from "../../../engine/sync.ts";
import type { Decision } from "../../../engine/pipeline/decision.ts";
import type { DecisionOutcome } from "../../../engine/pipeline/decide.ts";
import type { EpochMs } from "../../../engine/result.ts";
import { emptyMemory, type TargetMemory } from "../../../engine/transition.ts";
import type { Change, Kept } from "../result.ts";

/** The target of one object: its replicas, and what the operator remembers of it. */
export class SimulatedTarget {
  readonly #kept: Kept;
  readonly changes: Change[] = [];
  memory: TargetMemory = emptyMemory;
  decision: Decision | null = null;
  replicas: number;

  constructor(replicas: number, kept: Kept) {
    [this.replicas, this.#kept] = [replicas, kept];
  }

  /** Writes at once what a sync decided. */
  apply({ memory, outcome }: SyncedTarget<DecisionOutcome>, now: EpochMs): void {
    this.memory = memory;
    if (!outcome) return;
    const { decision } = outcome;
    const { from, to } = decision;
    this.decision = decision;
    if (from === to) return;
    this.memory = afterWrite(memory, { from, to, now });
    this.replicas = to;
    const { decisionsUntil, explained = 0 } = this.#kept;
    const isKept = now < decisionsUntil || this.changes.length < explained;
    this.changes.push({ time: now, from, to, ...(isKept ? { decision } : {}) });
  }
}
