import { completeAt } from "../../history/lost-history.ts";
import { timestamp } from "../../timestamp.ts";
import type { ConditionDraft } from "../conditions.ts";
import type { TargetReport } from "./target-report.ts";

/** True for an hour after a saved history could not be used; otherwise absent. */
export const historyReset = "HistoryReset";

const causes = {
  UnknownVersion: "another release has written the history in a format that this one does not know",
  InvalidHistory: "the history in the status was invalid",
} as const;

export function resetConditions(target: Pick<TargetReport, "history"> | null): ConditionDraft[] {
  const history = target?.history ?? null;
  const at = history && completeAt(history);
  if (!history?.reset || at === null) return [];
  const { since, reason } = history.reset;
  const message = `${causes[reason]}, so a new one began at ${timestamp(since)}; until ${timestamp(at)}, stabilization windows and policies may hold the replica count for longer`;
  return [{ type: historyReset, status: "True", reason, message }];
}
