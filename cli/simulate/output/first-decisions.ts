import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { Candidate } from "../result.ts";

/**
 * Candidates with the decisions of the first changes in time. Decisions are large, and there may be any number
 * of candidates: it never keeps more than twice as many as it was asked for.
 */
export class FirstDecisions {
  readonly #most: number;
  #candidates: Candidate[] = [];
  /** The times of the changes with decisions, in order. */
  #times: EpochMs[] = [];
  #until = Infinity;
  #kept = 0;

  /** @param most decisions */
  constructor(most: number) {
    this.#most = most;
  }

  /** Decisions from this time on are not among the first ones. */
  get until(): EpochMs {
    return this.#until;
  }

  get candidates(): readonly Candidate[] {
    this.#drop();
    return this.#candidates;
  }

  add(candidate: Candidate): void {
    this.#candidates.push(candidate);
    const known = candidate.changes.filter(({ decision }) => decision !== undefined);
    this.#kept += known.length;
    this.#times = [...this.#times, ...known.map(({ time }) => time)].sort((a, b) => a - b);
    this.#until = Math.min(this.#until, this.#times[this.#most] ?? Infinity);
    this.#times.length = Math.min(this.#times.length, this.#most + 1);
    if (this.#kept > 2 * this.#most) this.#drop();
  }

  #drop(): void {
    this.#candidates = this.#candidates.map(each => withDecisionsUntil(each, this.#until));
    this.#kept = this.#times.length;
  }
}

export const withDecisionsUntil = (candidate: Candidate, until: EpochMs): Candidate => ({
  ...candidate,
  changes: candidate.changes.map(({ decision, ...change }) =>
    decision && change.time < until ? { ...change, decision } : change,
  ),
});
