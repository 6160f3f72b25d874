import type { TargetDecision } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { shortText } from "../short-text.ts";
import type { TargetView } from "./status-view.ts";

const longest = 256;

/** A few words for the Why column. */
export const summaryOf = (parts: readonly string[]): string => shortText(parts.join(", "), longest);

/** What a dry run would write, if that is another count than the one that is there. */
export function withheldOf({ dryRunHistory, currentReplicas, desiredReplicas }: Shown): string[] {
  if (!dryRunHistory || desiredReplicas === currentReplicas) return [];
  return [`DryRun: would write ${desiredReplicas ?? "nothing"}`];
}

type Shown = Pick<TargetView, "dryRunHistory" | "currentReplicas" | "desiredReplicas">;
/** No limits: the votes themselves, and what counts others in and out. */
const plain = new Set(["monitor", "combine", "target"]);

/** The stages after the votes that changed the count. */
export const effectsOf = ({ steps }: TargetDecision): string[] =>
  steps
    .filter(({ step, before, after }) => !plain.has(step) && before !== after)
    .map(({ reason }) => reason);
