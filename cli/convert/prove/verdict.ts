// cli/convert/prove/: simulates an object and its conversion, and compares their sizes.
// cli/convert/ imports it.

import type { Decision } from "../../../engine/pipeline/decision.ts";
import type { EpochMs } from "../../../engine/result.ts";
import { timestamp } from "../../../engine/timestamp.ts";
import type { Candidate } from "../../simulate/result.ts";

/** What both objects of a pair made of the same load. */
export interface Sizes {
  readonly old: Sized;
  readonly result: Sized;
  readonly start: EpochMs;
  readonly end: EpochMs;
}

export interface Proof {
  readonly isSame: boolean;
  readonly lines: readonly string[];
}

const mostListed = 5;

export function verdictOn(name: string, { old, result, start, end }: Sizes): Proof {
  const differences = differencesOf(old, result, end);
  const period = `from ${timestamp(start)} to ${timestamp(end)}`;
  if (differences.length === 0) {
    const lines = [`${name}: the sizes are the same ${period}; changes: ${old.changes.length}`];
    return { isSame: true, lines };
  }
  const total = differences.reduce((sum, { from, to }) => sum + to - from, 0);
  const rest = differences.length - mostListed;
  return {
    isSame: false,
    lines: [
      `${name}: the sizes differ for ${Math.round(total / 1000)} s ${period}`,
      ...differences.slice(0, mostListed).flatMap(difference => linesOf(difference)),
      ...(rest > 0 ? [`  and ${rest} more times`] : []),
    ],
  };
}

function linesOf({ from, to, sizes, decisions }: Difference): string[] {
  const [before, after] = decisions.map(reasonOf);
  return [
    `  ${timestamp(from)}, for ${Math.round((to - from) / 1000)} s: ${sizes[0]} before, ${sizes[1]} after`,
    ...[`    before: ${before ?? ""}`, `    after:  ${after ?? ""}`],
  ];
}

/** What made the size: the last stage that changed it, or the votes. */
function reasonOf(decision: Decision | null): string {
  if (decision === null) return "no change yet";
  const step = decision.steps.findLast(({ before, after }) => before !== after);
  const votes = decision.votes.map(({ source, message }) => `${source}: ${message}`);
  return step ? `${step.step}: ${step.message}` : votes.join("; ");
}

/** A size over time. */
type Sized = Pick<Candidate, "initialReplicas" | "changes">;

/** A time in which the two sizes are these. */
interface Difference {
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
