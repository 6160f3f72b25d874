import type { TargetDecision } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { shortText } from "../short-text.ts";
import type { TargetView } from "./status-view.ts";

const longest = 256;

export const summaryOf = (parts: readonly string[]): string => shortText(parts.join(", "), longest);

/** The count that a dry run would write if it differs from the current count. */
export function withheldOf({ dryRunHistory, currentReplicas, desiredReplicas }: Shown): string[] {
  if (!dryRunHistory || desiredReplicas === currentReplicas) return [];
  return [`DryRun: would write ${desiredReplicas ?? "nothing"}`];
}

type Shown = Pick<TargetView, "dryRunHistory" | "currentReplicas" | "desiredReplicas">;
/** Steps that are no limits: the votes themselves, and adding and subtracting the other objects. */
const plain = new Set(["monitor", "combine", "target"]);

export const effectsOf = ({ steps }: TargetDecision): string[] =>
  steps
    .filter(({ step, before, after }) => !plain.has(step) && before !== after)
    .map(({ reason }) => reason);
