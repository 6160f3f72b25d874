import type { Condition } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { isBad } from "./conditions.ts";
import type { StatusView } from "./status-view.ts";
import { refKey, type TargetReport } from "./target-report.ts";

/** Something a person may want to be told once. */
export interface News {
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
}

/** The events that one pass is worth: every rescale, and every condition that turned bad. */
export function newsOf(
  previous: StatusView | undefined,
  next: StatusView,
  reports: readonly TargetReport[],
): News[] {
  const rescales = reports.filter(({ write }) => write.kind === "Written").map(rescaleNews);
  const turned = turnedBad(previous?.conditions, next.conditions);
  const ofTargets = next.targets.flatMap(target => {
    const before = previous?.targets.find(({ ref }) => refKey(ref) === refKey(target.ref));
    return turnedBad(before?.conditions, target.conditions);
  });
  // One obstacle shows in several conditions; one event tells of it. Two targets' are two.
  const warnings = new Map(
    [...turned, ...ofTargets].map(news => [`${news.reason}: ${news.message}`, news]),
  );
  return [...rescales, ...warnings.values()];
}

function rescaleNews({ ref, decision }: TargetReport): News {
  const winner = decision?.votes.find(
    vote => vote.kind === "Count" && vote.replicas === decision.steps[0]?.after,
  );
  const size = `New size: ${decision?.to ?? 0} (was ${decision?.from ?? 0})`;
  const message = `${size} for ${ref.kind} ${ref.name}; reason: ${winner?.message ?? "bounds"}`;
  return { type: "Normal", reason: "SuccessfulRescale", message };
}

/** Asked for by a person, who needs no warning. */
const wanted = new Set(["Paused"]);

function turnedBad(
  previous: readonly Condition[] | undefined,
  next: readonly Condition[] | undefined,
): News[] {
  return (next ?? [])
    .filter(isBad)
    .filter(({ reason }) => !wanted.has(reason ?? ""))
    .filter(({ type, reason }) => {
      const before = previous?.find(condition => condition.type === type);
      return before?.status !== "False" || before.reason !== reason;
    })
    .map(({ reason, message }) => ({
      type: "Warning",
      reason: reason ?? "Unknown",
      message: message ?? "",
    }));
}
