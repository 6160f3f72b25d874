import { within } from "./bound.ts";
import type { Range, Step } from "../decision.ts";
import type { Stage, StageResult } from "../stage.ts";
import {
  type History,
  lowestRecommendationRisesAt,
  recommendationFallsAt,
} from "../../history/history.ts";
import type { LargestCounts } from "../../recommend/largest-counts.ts";
import { isInForce, type Pause } from "../../pause/pauses.ts";
import { recordAndCompare, type StabilizationRule } from "./recommendation-range.ts";
import type { EpochMs } from "../../result.ts";

/** Fields of `LargestCounts` default to the recommendation. */
interface StabilizeContext extends LargestCounts {
  readonly now: EpochMs;
  readonly currentReplicas: number;
  readonly rule: StabilizationRule;
  readonly scaleDownPause?: Pause | null | undefined;
}

interface StabilizeInput extends StabilizeContext {
  readonly recommended: number;
  /** Prepared by `beginHistory`. */
  readonly history: History;
}

export const stabilize: Stage<StabilizeContext> = {
  name: "stabilize",
  limitReasons: ["ScaleUpStabilized", "ScaleDownStabilized", "HeldByThresholds"],
  run: ({ count, history }, context) => withinWindows({ ...context, recommended: count, history }),
};

/**
 * The count may rise only to the lowest recommendation of one window and fall only to the highest
 * of another. The past never raises the count, except by upstream's legacy rule, which ignores the
 * current count. An unwindowed vote leaves no recommendation. No window delays it on the way up,
 * and it does not go below a window on the way down.
 *
 * During a pause of scale-down, the current count is recorded unless a larger one is recommended, so
 * that the first decrease after it waits a whole window. The stage `pause` holds the count meanwhile.
 *
 * Source  upstream horizontal.go, stabilizeRecommendationWithBehaviors and stabilizeRecommendation.
 */
function withinWindows(input: StabilizeInput): StageResult {
  const { recommended, windowed = recommended, currentReplicas, now, rule } = input;
  if (windowed === null) return unwindowed(input);
  const { history, ...recent } = recordAndCompare(
    input.history,
    recordedOf(input, windowed),
    now,
    rule,
  );
  const windows = rule.kind === "Legacy" ? { atLeast: recent.highest } : around(input, recent);
  const heldUntil = keptUntil(input);
  const range =
    heldUntil !== null && heldUntil > now
      ? { ...windows, atLeast: Math.max(windows.atLeast ?? 0, currentReplicas) }
      : windows;
  const after = within(recommended, range);

  const isKept = after > within(recommended, windows);
  const message = `a threshold may have added replicas within the last ${rule.scaleDownSeconds} s`;
  const reason = isKept ? { reason: "HeldByThresholds", message } : reasonOf(input, after);
  const until = isKept ? heldUntil : movesAt(input, history, after);
  const ends = until === null ? {} : { until };
  const step = { step: "stabilize", before: recommended, after, ...range, ...ends, ...reason };
  // Upstream's lists may change at every sync.
  return { step, history, due: history.lists && !isKept ? null : until };
}

const recordedOf = ({ scaleDownPause, now, currentReplicas }: StabilizeInput, windowed: number) =>
  isInForce(scaleDownPause, now) ? Math.max(windowed, currentReplicas) : windowed;

/** Replicas that thresholds added stay as long as if a metric had asked for them; null: none were added. */
const keptUntil = ({ addedAt = null, rule }: StabilizeInput): EpochMs | null =>
  addedAt === null ? null : addedAt + rule.scaleDownSeconds * 1000;

/** The windows apply to none of the votes. */
function unwindowed({ recommended, history }: StabilizeInput): StageResult {
  const message = "a threshold's own duration is its stabilization";
  const step = { step: "stabilize", before: recommended, after: recommended } as const;
  return { step: { ...step, reason: "ReadyForNewScale", message }, history };
}

const around = (
  { currentReplicas, unwindowed = null, scaleDownPause, now }: StabilizeInput,
  { lowest, highest }: { readonly lowest: number; readonly highest: number },
): Range => ({
  ...(!isInForce(scaleDownPause, now) && { atLeast: Math.min(currentReplicas, highest) }),
  atMost: Math.max(currentReplicas, lowest, unwindowed ?? 0),
});

function movesAt({ recommended, rule }: StabilizeInput, history: History, held: number) {
  if (held === recommended) return null;
  return held > recommended
    ? recommendationFallsAt(history, held, rule.scaleDownSeconds * 1000)
    : lowestRecommendationRisesAt(history, held, rule.scaleUpSeconds * 1000);
}

function reasonOf(input: StabilizeInput, after: number): Pick<Step, "reason" | "message"> {
  const { recommended, currentReplicas, rule } = input;
  if (after === recommended) {
    return { reason: "ReadyForNewScale", message: "no other recommendation to wait for" };
  }
  if (rule.kind === "PerDirection" && recommended >= currentReplicas) {
    const message = `${after} was recommended within the last ${rule.scaleUpSeconds} s`;
    return { reason: "ScaleUpStabilized", message };
  }
  const message = `${after} was recommended within the last ${rule.scaleDownSeconds} s`;
  return { reason: "ScaleDownStabilized", message };
}
