import type { DecisionOutcome } from "../../../engine/model/feature.ts";
import type { Decision } from "../../../engine/model/decision.ts";
import type { EpochMs } from "../../../engine/model/values/result.ts";
import { afterWrite, type SyncedTarget } from "../../../engine/sync.ts";
import { emptyMemory, type TargetMemory } from "../../../engine/transition.ts";
import type { Candidate, Change, Kept } from "../result.ts";

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
    const isKept = this.changes.length < this.#kept.decisions;
    this.changes.push({ time: now, from, to, ...(isKept ? { decision } : {}) });
  }
}

/** What one kind of object does with its target while a load goes on. */
export interface Model extends Pick<Candidate, "ready" | "bounds" | "forecast"> {
  readonly target: SimulatedTarget;
  /** What a ready pod bears of the load at most; null: no pod bears it. */
  readonly podCapacity: number | null;
  /** When it has something to do, even if the load stays the same. */
  readonly next: EpochMs;
  /** The load that holds from now on, and the pods that bear it. */
  span(): { readonly load: number; readonly ready: number };
  /** Decides what is due. The load is that of `now`. */
  decide(now: EpochMs): void;
  /** Lets the time go on in which nothing changes. The load is still that of its begin. */
  pass(until: EpochMs): void;
}
