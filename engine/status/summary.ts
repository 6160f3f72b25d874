import type { TargetDecision } from "../../crds/generated/cluster-proportional-autoscaler.ts";

const longest = 256;

/** A few words for the Why column. */
export const summaryOf = (parts: readonly string[]): string => parts.join(", ").slice(0, longest);

/** The stages after the votes that changed the count. */
export const effectsOf = ({ steps }: TargetDecision): string[] =>
  steps
    .filter(({ step, before, after }) => step !== "combine" && before !== after)
    .map(({ reason }) => reason);
