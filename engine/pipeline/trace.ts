import { timestamp } from "../timestamp.ts";
import type { Decision, Step, Vote } from "./decision.ts";

/** A step for output. until: RFC 3339. */
export type ShownStep = Omit<Step, "until"> & { readonly until?: string };

export const shownStep = ({ until, ...step }: Step): ShownStep =>
  until === undefined ? step : { ...step, until: timestamp(until) };

export type Trace = readonly (Vote | ShownStep)[];

export const traceOf = ({ votes, steps }: Pick<Decision, "votes" | "steps">): Trace => [
  ...votes,
  ...steps.map(shownStep),
];
