import { isFields } from "../../../../engine/validate/field-reader.ts";
import type { Draft } from "../../conversion.ts";
import type { TriggerMetric } from "./triggers.ts";

const longestFailure = 3_600;

const behaviors: Readonly<Record<string, string>> = {
  static: "Static",
  currentReplicasIfHigher: "CurrentIfHigher",
  currentReplicasIfLower: "CurrentIfLower",
};

/**
 * KEDA applies it to every trigger but cpu and memory.
 *
 * Source  pkg/fallback/fallback.go of KEDA 2.21.0.
 */
export function convertFallback(draft: Draft, metrics: readonly TriggerMetric[]): void {
  const from = ["spec", "fallback"];
  const fallback = draft.at(...from);
  if (!isFields(fallback)) return;
  const { behavior = "static", replicas, failureThreshold } = fallback;
  if (behavior === "currentReplicas") {
    draft.omit(from, "without a fallback, a metric that fails keeps the size");
    return;
  }
  const ours = Object.hasOwn(behaviors, String(behavior)) ? behaviors[String(behavior)] : undefined;
  if (ours === undefined) {
    draft.lose(from, `behavior ${String(behavior)} has no equivalent: a metric that fails keeps the size`); // prettier-ignore
    return;
  }
  if (!(Number(replicas) >= 1)) {
    draft.lose(from, "a fallback asks for at least 1 replica");
    return;
  }
  const seconds = Number(failureThreshold ?? 0) * Number(draft.at("spec", "pollingInterval") ?? 30);
  const failureDurationSeconds = Math.min(Math.max(1, seconds), longestFailure);
  const value = { failureDurationSeconds, replicas, behavior: ours };
  const why = "for each metric; failureThreshold x pollingInterval is the time";
  for (const [index, { to }] of metrics.entries()) {
    if (index === 0) draft.change(from, [...to, "fallback"], value, why);
    else draft.set([...to, "fallback"], value);
  }
}
