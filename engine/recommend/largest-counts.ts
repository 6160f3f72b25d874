import { failedOf, winnerOf } from "../pipeline/stages/combine.ts";
import type { DefaultedSpec } from "../spec/defaults.ts";
import type { History } from "../history/history.ts";
import type { EpochMs } from "../result.ts";
import { lastAdded } from "../history/scale-record.ts";
import type { AutoscalerVotes } from "./autoscaler-votes.ts";

/** The counts that `stabilize` treats differently; empty without value thresholds. */
export interface LargestCounts {
  /** Of metrics and intentions; null: no recommendation for the windows. */
  readonly windowed?: number | null;
  /** Of firing value thresholds; null: none fires. */
  readonly unwindowed?: number | null;
  /** When replicas were added that a threshold may have asked for; null: nothing to keep. */
  readonly addedAt?: EpochMs | null;
}

/**
 * The largest count of each kind. If a vote fails, it might have been larger, so a count below the
 * current one is then no recommendation.
 *
 * The windows do not record replicas that a threshold added, and a metric that asks for fewer would
 * remove them at once. They stay as long as if they had been recommended, unless a threshold asks
 * for fewer.
 */
export function largestCounts(
  { windowed, unwindowed, fired }: AutoscalerVotes,
  before: number,
  spec: DefaultedSpec,
  history: History,
): LargestCounts {
  if (unwindowed.length === 0) return {};
  const isIncomplete = failedOf(windowed).length > 0;
  const largest = winnerOf(windowed)?.replicas ?? null;
  const isRecommended = largest !== null && (!isIncomplete || largest >= before);
  return {
    windowed: isRecommended ? Math.max(0, largest) : null,
    unwindowed: fired,
    addedAt: fired === null && canAdd(spec) ? lastAdded(history) : null,
  };
}

const canAdd = ({ thresholds }: DefaultedSpec): boolean =>
  thresholds.some(threshold => threshold.type === "Value" && threshold.value.increment > 0);
