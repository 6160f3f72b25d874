import { completeAt } from "../history/lost-history.ts";
import type { History } from "../history/history.ts";
import { timestamp } from "../timestamp.ts";
import type { ConditionDraft } from "./conditions.ts";

/** True for an hour after a saved history could not be used; otherwise absent. */
export const historyReset = "HistoryReset";

const causes = {
  UnknownVersion: "another release has written the history in a format that this one does not know",
  InvalidHistory: "the history in the status was invalid",
} as const;

export function resetConditions(history: History | null): ConditionDraft[] {
  const { reset } = history ?? {};
  const at = history && completeAt(history);
  if (reset === undefined || at === null) return [];
  const { since, reason } = reset;
  const message = `${causes[reason]}, so a new one began at ${timestamp(since)}; until ${timestamp(at)}, stabilization windows and policies may hold the replica count for longer`;
  return [{ type: historyReset, status: "True", reason, message }];
}
