// cli/convert/prove/: simulates an object and its conversion, and compares their sizes.
// cli/convert/ imports it.

import type { Decision } from "../../../engine/pipeline/decision.ts";
import type { EpochMs } from "../../../engine/result.ts";
import type { Candidate } from "../../simulate/result.ts";

/** A size over time. */
export type Sized = Pick<Candidate, "initialReplicas" | "changes">;

/** A time in which the two sizes are these. */
export interface Difference {
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly sizes: readonly [number, number];
  /** The latest decision of each that changed its size; null: there is none yet. */
  readonly decisions: readonly [Decision | null, Decision | null];
}

/** When the sizes of the two differ, until `end`. */
export function differencesOf(one: Sized, other: Sized, end: EpochMs): Difference[] {
  const times = [...one.changes, ...other.changes].map(({ time }) => time);
  const moments = [...new Set([...times, end])].sort((a, b) => a - b);
  const differences: Difference[] = [];
  const [stateOfOne, stateOfOther] = [statesOf(one), statesOf(other)];
  for (const [index, from] of moments.slice(0, -1).entries()) {
    const [left, right] = [stateOfOne(from), stateOfOther(from)];
    if (left.size === right.size) continue;
    differences.push({
      ...{ from, to: moments[index + 1] ?? end, sizes: [left.size, right.size] },
      decisions: [left.decision, right.decision],
    });
  }
  return differences;
}

interface State {
  readonly size: number;
  readonly decision: Decision | null;
}

/** The state at a time; the times must rise. */
function statesOf({ initialReplicas, changes }: Sized): (time: EpochMs) => State {
  let state: State = { size: initialReplicas, decision: null };
  let next = 0;
  return time => {
    for (let change = changes[next]; change && change.time <= time; change = changes[next]) {
      state = { size: change.to, decision: change.decision ?? null };
      next += 1;
    }
    return state;
  };
}
