import { type Decision, stepOf } from "../model/decision.ts";
import type { EpochMs } from "../model/values/result.ts";

/** What the votes and the minimum asked for in a decision. */
interface Asked {
  readonly time: EpochMs;
  readonly without: number;
}

/** What a restart continues from. most: the largest count that the forecast has asked for. */
export interface StoredAdded extends Asked {
  readonly most: number;
}

/** How many replicas of a target are there because of its forecast, until the count no longer has them. */
export class AddedReplicas {
  readonly #windowMs: number;
  /** Of the scale-down window, which keeps what was asked for. */
  #asked: readonly Asked[] = [];
  /** 0: the forecast has added nothing. */
  #most = 0;

  constructor(windowSeconds: number, past: StoredAdded | null) {
    this.#windowMs = windowSeconds * 1_000;
    if (past) [this.#asked, this.#most] = [[past], past.most];
  }

  get stored(): StoredAdded | null {
    const last = this.#asked.at(-1);
    return last && this.#most > 0 ? { ...last, most: this.#most } : null;
  }

  /** After each decision on the real target. */
  note(decision: Pick<Decision, "time" | "steps">): void {
    const combined = stepOf(decision, "combine");
    if (!combined) return;
    const recent = this.#since(decision.time);
    const without = Math.max(stepOf(decision, "bound")?.atLeast ?? 0, combined.after);
    const asks = stepOf(decision, "forecast")?.after ?? 0;
    if (asks > Math.max(without, combined.before)) this.#most = Math.max(this.#most, asks);
    const isSame = recent.at(-1)?.without === without;
    this.#asked = [...(isSame ? recent.slice(0, -1) : recent), { time: decision.time, without }];
  }

  /**
   * The count that would be there without the forecast; null: the forecast has added nothing.
   *
   * @param reactive that of the pipeline without a forecast, which knows how slowly a count falls
   */
  without(now: EpochMs, replicas: number, reactive: number): number | null {
    const asked = this.#since(now);
    const without = Math.max(reactive, ...asked.map(each => each.without));
    // After a longer gap, the count may have any reason.
    if (replicas <= without || asked.length === 0) this.#most = 0;
    const part = this.#most - without;
    // A person may have added some, too.
    return part > 0 ? Math.max(without, replicas - part) : null;
  }

  #since(now: EpochMs): readonly Asked[] {
    return this.#asked.filter(({ time }) => time >= now - this.#windowMs && time <= now);
  }
}
