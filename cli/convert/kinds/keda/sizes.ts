import type { Draft } from "../../conversion.ts";
import { convertCrons } from "./cron.ts";
import { canStart } from "./idling.ts";
import type { Triggers } from "./triggers.ts";

export const alwaysActive =
  "has no effect with triggers of cpu and memory, which are always active";
const atOnce = "windows begin and end at their times";
const onlyWindows = "without another trigger, only the windows change the size";
const noEquivalent = "belongs to triggers that have no equivalent";
const neverZero = "only triggers without an equivalent can end a size of 0, so the least is 1";
const neverIdle =
  "KEDA goes to 0 between the windows; here, that needs a metric that ends a size of 0, so the least is 1";

/**
 * The bounds, and the windows that replace them. With a metric that can end a size of 0, the minimum
 * belongs to `convertIdling`.
 */
export function convertSizes(draft: Draft, triggers: Triggers): void {
  const { isWhole, crons, metrics } = triggers;
  const given = Number(draft.at("spec", "minReplicaCount") ?? 0);
  const max = Number(draft.at("spec", "maxReplicaCount") ?? 100);
  const isAlone = metrics.length === 0;
  // Without a metric, the minimum of a window ends a size of 0.
  if (isAlone)
    draft.moveOrAdd(["spec", "minReplicaCount"], ["spec", "minReplicas"], 0, "KEDA's default");
  else if (!metrics.some(canStart)) {
    if (crons.length > 0) convertMinimum(draft, false, neverIdle);
    else convertMinimum(draft, isWhole, neverZero);
  }
  const from = ["spec", "maxReplicaCount"];
  const to = ["spec", "maxReplicas"];
  // Outside their windows, cron triggers ask for nothing more, and nothing else asks.
  if (isAlone) draft.changeOrAdd(from, to, Math.max(1, given), onlyWindows);
  else draft.moveOrAdd(from, to, 100, "KEDA's default");
  convertCrons(draft, crons, { min: Math.max(1, given), max }, isAlone);
}

/**
 * KEDA leaves the sizes from 1 upward to a HorizontalPodAutoscaler.
 *
 * @param isPlain  there are only triggers of cpu and memory; otherwise 0 is lost, and `why` says so
 */
function convertMinimum(draft: Draft, isPlain: boolean, why: string): void {
  const from = ["spec", "minReplicaCount"];
  const to = ["spec", "minReplicas"];
  if (Number(draft.at(...from) ?? 0) > 0) draft.move(from, to);
  else if (!isPlain) {
    draft.set(to, 1);
    draft.miss(from, why);
  } else if (draft.has(...from)) draft.change(from, to, 1, "KEDA does so for cpu and memory");
  else draft.add(to, 1, "KEDA's default, 0, is 1 for cpu and memory");
}

/** What belongs to a size of 0, which no trigger that has become a metric can end. */
export function leaveOutIdling(draft: Draft, { isWhole, crons }: Triggers): void {
  for (const key of ["pollingInterval", "cooldownPeriod", "initialCooldownPeriod"]) {
    if (isWhole) draft.omit(["spec", key], crons.length > 0 ? atOnce : alwaysActive);
    else draft.lose(["spec", key], noEquivalent);
  }
  const fallback = ["spec", "fallback"];
  const idle = ["spec", "idleReplicaCount"];
  if (!isWhole) {
    draft.lose(fallback, noEquivalent);
    draft.lose(idle, noEquivalent);
    return;
  }
  draft.omit(fallback, "KEDA does not apply it to cpu and memory, and cron never fails");
  if (crons.length === 0) draft.omit(idle, alwaysActive);
  else draft.lose(idle, "between its windows, an Autoscaler has the size that its bounds allow");
}
