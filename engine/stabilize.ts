import type { Step } from "./decision.ts";
import {
  type History,
  highestRecommendation,
  recommendationFallsAt,
  recordRecommendation,
} from "./history.ts";
import type { EpochMs } from "./result.ts";

export interface StabilizeInput {
  readonly recommended: number;
  readonly currentReplicas: number;
  readonly now: EpochMs;
  /** 0: every recommendation passes at once. */
  readonly scaleDownStabilizationSeconds: number;
  readonly history: History;
}

export interface Stabilized {
  readonly step: Step;
  /** With this recommendation in it. */
  readonly history: History;
  /** When the count held here falls by itself; null when nothing is held. */
  readonly due: EpochMs | null;
}

/**
 * Up at once; down only to the highest recommendation of the window, and never up because of it.
 * An empty history begins with the current count, so the first scale-down waits a whole window.
 *
 * Source  upstream horizontal.go, stabilizeRecommendationWithBehaviors, with a scale-up window of 0.
 */
export function stabilize(input: StabilizeInput): Stabilized {
  const { recommended, currentReplicas, now, scaleDownStabilizationSeconds } = input;
  const windowMs = scaleDownStabilizationSeconds * 1000;
  const begun =
    input.history.recommendations.length === 0
      ? recordRecommendation(input.history, currentReplicas, now, windowMs)
      : input.history;
  const history = recordRecommendation(begun, recommended, now, windowMs);
  const highest = highestRecommendation(history, now, windowMs) ?? recommended;

  const held = Math.min(currentReplicas, highest);
  if (held <= recommended) {
    const message = "no higher recommendation to wait for";
    const step = { before: recommended, after: recommended, reason: "ReadyForNewScale", message };
    return { step: { step: "stabilize", ...step }, history, due: null };
  }
  const message = `${String(highest)} was recommended within the last ${String(scaleDownStabilizationSeconds)} s`;
  const step = { before: recommended, after: held, reason: "ScaleDownStabilized", message };
  const due = recommendationFallsAt(history, held, windowMs);
  return { step: { step: "stabilize", ...step }, history, due };
}
