import { winnerOf } from "../combine.ts";
import type { DefaultedSpec } from "../defaults.ts";
import type { History } from "../history.ts";
import type { EpochMs } from "../result.ts";
import { lastAdded } from "../scale-record.ts";
import type { AutoscalerVotes } from "./autoscaler-votes.ts";

/** What `stabilize` has to tell apart; nothing where there are no value thresholds. */
export interface LargestCounts {
  /** Of metrics and intentions; null: none that the windows could be about. */
  readonly windowed?: number | null;
  /** Of value thresholds; null: none fires. */
  readonly unwindowed?: number | null;
  /** When replicas were added that a threshold may have asked for; null: there is nothing to keep. */
  readonly addedAt?: EpochMs | null;
}

/**
 * The largest count of each sort. A failed vote might have been larger than one that asks for fewer,
 * which therefore is no recommendation.
 *
 * What a threshold has added no window knows of, and a metric that asks for fewer would take it back
 * at once: it waits as long as for a recommendation of its own, unless a threshold asks for fewer.
 */
export function largestCounts(
  { windowed, unwindowed }: AutoscalerVotes,
  before: number,
  spec: DefaultedSpec,
  history: History,
): LargestCounts {
  if (unwindowed.length === 0) return {};
  const isIncomplete = windowed.some(({ kind }) => kind === "Failed");
  const largest = winnerOf(windowed)?.replicas ?? null;
  const isRecommended = largest !== null && (!isIncomplete || largest >= before);
  const asked = winnerOf(unwindowed)?.replicas ?? null;
  return {
    windowed: isRecommended ? Math.max(0, largest) : null,
    unwindowed: asked,
    addedAt: asked === null && canAdd(spec) ? lastAdded(history) : null,
  };
}

const canAdd = ({ thresholds }: DefaultedSpec): boolean =>
  thresholds.some(threshold => threshold.type === "Value" && threshold.value.increment > 0);
