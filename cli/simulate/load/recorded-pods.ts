import { err, ok, type Result } from "../../../engine/result.ts";
import { itemsOf, withoutQuote } from "../../objects/read-objects.ts";
import { valueAt } from "../../../engine/validate/structure.ts";
import type { PodStart } from "../world/pod-start.ts";

/** Fewer pods say nothing about a distribution. */
const leastPods = 10;
/** Later, a pod is ready again rather than for the first time. */
const longestMs = 3_600_000;

/**
 * The time from creation to ready of recorded pods, as `kubectl get pods -o json` prints them. Pods with
 * restarts do not count: their latest transition is not the first.
 *
 * Errors  a sentence.
 */
export function podStartIn(source: string, text: string): Result<PodStart, string> {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return err(`${source}: not JSON: ${withoutQuote(error)}`);
  }
  const ms = (itemsOf(raw) ?? [raw]).flatMap(pod => startOf(pod) ?? []);
  if (ms.length >= leastPods) return ok({ type: "Recorded", ms, source });
  return err(
    `${source}: only ${ms.length} of its pods tell when they became ready, and ${leastPods} are needed; write --pod-start 60s or the like`,
  );
}

interface RawStatus {
  readonly conditions?: readonly { type?: string; status?: string; lastTransitionTime?: string }[];
  readonly containerStatuses?: readonly { restartCount?: number }[];
}

function startOf(pod: unknown): number | null {
  const { conditions = [], containerStatuses = [] } = (valueAt(pod, ["status"]) ?? {}) as RawStatus;
  if (containerStatuses.some(({ restartCount = 0 }) => restartCount > 0)) return null;
  const ready = conditions.find(({ type, status }) => type === "Ready" && status === "True");
  const created = valueAt(pod, ["metadata", "creationTimestamp"]);
  const duration = Date.parse(ready?.lastTransitionTime ?? "") - Date.parse(String(created));
  return duration >= 0 && duration <= longestMs ? duration : null;
}
