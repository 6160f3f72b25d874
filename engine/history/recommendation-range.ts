import type { History } from "../model/history.ts";
import {
  highestRecommendation,
  lowestRecommendation,
  recordHigh,
  recordLow,
} from "./recommendations.ts";
import type { EpochMs } from "../model/values/result.ts";
import type { Settings } from "../model/spec/settings.ts";
import { recordSample } from "../model/upstream-lists.ts";

/**
 * How long a recommendation counts. "PerDirection": `behavior` has a window for each direction.
 * "Legacy": upstream without `behavior`, with one window for scale-down.
 */
export interface StabilizationRule {
  readonly kind: "PerDirection" | "Legacy";
  readonly scaleUpSeconds: number;
  readonly scaleDownSeconds: number;
}

export interface RecommendationRange {
  /** The lowest of the scale-up window and the highest of the scale-down window, including this one. */
  readonly lowest: number;
  readonly highest: number;
  readonly history: History;
}

export function recordAndCompare(
  before: History,
  recommended: number,
  now: EpochMs,
  rule: StabilizationRule,
): RecommendationRange {
  const upMs = rule.scaleUpSeconds * 1000;
  const downMs = rule.scaleDownSeconds * 1000;
  // Intervals are recorded under every profile, because they are what is saved.
  const lows = recordLow(before, recommended, now, upMs);
  const history = recordHigh(lows, recommended, now, downMs);
  if (history.lists) return compareLists(history, recommended, now, rule);
  const lowest = lowestRecommendation(history, now - upMs) ?? recommended;
  const highest = highestRecommendation(history, now - downMs) ?? recommended;
  return { lowest, highest, history };
}

/**
 * Source  upstream horizontal.go, stabilizeRecommendationWithBehaviors: a sample exactly as old as
 *         the window is out; and stabilizeRecommendation, the legacy rule: it is still in.
 */
function compareLists(
  history: History,
  recommended: number,
  now: EpochMs,
  rule: StabilizationRule,
): RecommendationRange {
  const upCutoff = now - rule.scaleUpSeconds * 1000;
  const downCutoff = now - rule.scaleDownSeconds * 1000;
  const isIn = (time: EpochMs, cutoff: EpochMs): boolean =>
    rule.kind === "Legacy" ? time >= cutoff : time > cutoff;
  const samples = history.lists?.recommendations ?? [];
  let lowest = recommended;
  let highest = recommended;
  for (const { value, time } of samples) {
    if (rule.kind === "PerDirection" && isIn(time, upCutoff)) lowest = Math.min(lowest, value);
    if (isIn(time, downCutoff)) highest = Math.max(highest, value);
  }
  const cutoff = Math.min(upCutoff, downCutoff);
  const recommendations = recordSample(
    samples,
    { value: recommended, time: now },
    time => time < cutoff,
  );
  const lists = history.lists && { ...history.lists, recommendations };
  return { lowest, highest, history: { ...history, lists } };
}

interface WindowRules {
  readonly scaleUp: { readonly stabilizationWindowSeconds: number };
  readonly scaleDown: { readonly stabilizationWindowSeconds: number };
}

/** Source  upstream horizontal.go: the legacy window is the controller's. */
export const stabilizationRule = (
  behavior: WindowRules | null,
  { downscaleStabilizationSeconds }: Settings,
): StabilizationRule =>
  behavior
    ? windowsOf(behavior)
    : { kind: "Legacy", scaleUpSeconds: 0, scaleDownSeconds: downscaleStabilizationSeconds };

export const windowsOf = ({ scaleUp, scaleDown }: WindowRules): StabilizationRule => ({
  kind: "PerDirection",
  scaleUpSeconds: scaleUp.stabilizationWindowSeconds,
  scaleDownSeconds: scaleDown.stabilizationWindowSeconds,
});
