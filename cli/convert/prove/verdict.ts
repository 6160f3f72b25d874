import type { Decision } from "../../../engine/pipeline/decision.ts";
import type { EpochMs } from "../../../engine/result.ts";
import { timestamp } from "../../../engine/timestamp.ts";
import { type Difference, differencesOf, type Sized } from "./differences.ts";

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
