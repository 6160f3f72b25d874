import type { History } from "../history/history.ts";
import type { EpochMs } from "../result.ts";
import { earliest } from "../timestamp.ts";
import type { Step } from "./decision.ts";

export interface Progress {
  readonly count: number;
  readonly history: History;
}

export interface StageResult {
  readonly step: Step;
  /** Absent: the stage remembers nothing new. */
  readonly history?: History;
  /**
   * The earliest time at which the result could change just because time passes. null: never, or
   * at every sync. Absent: `step.until`.
   */
  readonly due?: EpochMs | null;
  /** Whether the later stages do not run; absent: they do. */
  readonly isLast?: boolean;
}

/** What people read about a reason. */
export interface ReasonText {
  /** At most 40 characters, as the column Why is. */
  readonly phrase: string;
  /** For a narrow column. */
  readonly word: string;
  /** Why the size of a workload differs from its votes; absent: it does not, or for another reason. */
  readonly effect?: "held" | "maximum";
  /** Part of a sentence about a step to the count `after`; absent: the message of the step. */
  readonly clause?: (after: number, message: string) => string;
  /** How a held count may continue; absent: it may rise or fall then. */
  readonly continues?: (when: string) => string;
}

export interface StageReason extends ReasonText {
  /** Whether the count follows the votes all the same; absent: it does not. */
  readonly followsVotes?: true;
}

/** A reason that holds the count. */
export const held = (
  phrase: string,
  word: string,
  rest: Pick<ReasonText, "clause" | "continues"> = {},
): StageReason => ({ phrase, word, effect: "held", ...rest });

/**
 * One stage of the pipeline. It reads the count so far and its part of the context, which is the
 * same for all stages of a decision. The step that it returns has a reason, as a code, and the
 * message that status, logs and `explain` show.
 */
export interface Stage<Context> {
  readonly name: string;
  /** The reasons of its steps that change or hold the count, by code. */
  readonly reasons: Readonly<Record<string, StageReason>>;
  /** Whether it holds the count for a time, which the condition AbleToScale then shows. */
  readonly holds?: boolean;
  /** Records what it observes, before the votes. Every decision calls it, even one that needs no votes. */
  readonly observe?: (history: History, context: Unvoted<Context>) => History;
  /** null: the spec does not ask for this stage. */
  readonly run: (progress: Progress, context: Context) => StageResult | null;
}

export type Unvoted<Context> = Omit<Context, "votes">;

export const observeAll = <Context>(
  stages: readonly Stage<Context>[],
  history: History,
  context: Unvoted<Context>,
): History =>
  stages.reduce((recorded, { observe }) => observe?.(recorded, context) ?? recorded, history);

export interface Staged {
  readonly steps: readonly Step[];
  readonly history: History;
  readonly due: EpochMs | null;
}

export function runStages<Context>(
  stages: readonly Stage<Context>[],
  begin: Progress,
  context: Context,
): Staged {
  const steps: Step[] = [];
  let { count, history } = begin;
  let due: EpochMs | null = null;
  for (const stage of stages) {
    const result = stage.run({ count, history }, context);
    if (result === null) continue;
    const { step } = result;
    steps.push(step.step === stage.name ? step : { ...step, step: stage.name });
    count = step.after;
    history = result.history ?? history;
    due = earliest([due, result.due === undefined ? (step.until ?? null) : result.due]);
    if (result.isLast) break;
  }
  return { steps, history, due };
}
