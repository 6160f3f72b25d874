import type { TargetDecision } from "../../crds/generated/shared.ts";
import type { Row } from "./observe.ts";

/** A decision that changed the count of a target. */
export interface Change {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly why: string;
}

/**
 * Finds each decision that changed a count, once. A count alone does not show which decision set it: a
 * later decision may already be in the status.
 */
export class Changes {
  readonly #reported = new Map<string, string>();

  /** The decisions that have changed a count and that no earlier call has returned. */
  in(rows: readonly Row[]): Change[] {
    return rows.flatMap(({ name, current, decision }) => {
      // The decision is in the status before its count is on the target.
      if (decision === null || decision.to !== current || decision.from === decision.to) return [];
      const { time, from, to } = decision;
      const id = `${time} ${from} ${to}`;
      if (this.#reported.get(name) === id) return [];
      this.#reported.set(name, id);
      return [{ name, from, to, why: whyOf(decision) }];
    });
  }
}

/** The winning vote, and each later stage that changed its count. */
const whyOf = ({ steps }: TargetDecision): string =>
  steps
    .filter(({ step, before, after }) => step === "combine" || before !== after)
    .map(({ message }) => message)
    .join("; ");
