import type { Decision, Step, Vote } from "../pipeline/decision.ts";
import { timestamp } from "../timestamp.ts";

/** A step as `evaluate` prints it; until: RFC 3339. */
export type TracedStep = Omit<Step, "until"> & { readonly until?: string };

export type Trace = readonly (Vote | TracedStep)[];

/** The votes of a decision, then its steps. */
export const traceOf = ({ votes, steps }: Pick<Decision, "votes" | "steps">): Trace => [
  ...votes,
  ...steps.map(({ until, ...step }) =>
    until === undefined ? step : { ...step, until: timestamp(until) },
  ),
];
