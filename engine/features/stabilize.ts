import { keptIn, type Range, type Step } from "../model/decision.ts";
import { held, type Stage, type StepResult } from "../model/feature.ts";
import type { History } from "../model/history.ts";
import { passesAt } from "../history/recommendations.ts";
import type { Observation } from "../model/observation/observation.ts";
import { recordAndCompare, type StabilizationRule } from "../history/recommendation-range.ts";
import type { EpochMs } from "../model/values/result.ts";

interface StabilizeContext {
  /** The recommendation that the windows record; null: none. Absent: the count so far. */
  readonly windowed?: number | null;
  /** What a threshold asks for that has fired; null or absent: none has. */
  readonly fired?: number | null;
  readonly now: EpochMs;
  readonly currentReplicas: number;
  readonly rule: StabilizationRule;
  /** What a pause, a rollout or a schedule keeps for now; absent: 0. */
  readonly keptForNow?: number;
  readonly observation?: Pick<Observation, "others">;
}

interface StabilizeInput extends StabilizeContext {
  readonly recommended: number;
  /** Prepared by `beginHistory`. */
  readonly history: History;
}

export const stabilize: Stage<StabilizeContext> = {
  name: "stabilize",
  reasons: {
    ScaleUpStabilized: held("held by the window", "window", {
      clause: after => `the stabilization window allows only ${after} yet`,
    }),
    ScaleDownStabilized: held("held by the window", "window", {
      clause: after => `the stabilization window still holds ${after}`,
      continues: when => `It falls ${when}, unless as many are asked for again.`,
    }),
  },
  run: ({ count, history }, context) => withinWindows({ ...context, recommended: count, history }),
};

/**
 * The count may rise only to the lowest recommendation of one window and fall only to the highest
 * of another. The past never raises the count, except by upstream's legacy rule, which ignores the
 * current count. The duration of a threshold is its own window on the way up. A threshold that removes
 * replicas leaves no recommendation, and does not go below the window.
 *
 * The windows are those of the target: of a total, they record what the other objects leave. So a
 * deployment next to the target, which adds to the total, takes no window from it.
 *
 * What a pause, a rollout or a schedule keeps is recorded unless a larger count is recommended, so
 * that the first decrease after it waits a whole window. Later stages keep it meanwhile.
 *
 * Source  upstream horizontal.go, stabilizeRecommendationWithBehaviors and stabilizeRecommendation.
 */
function withinWindows(input: StabilizeInput): StepResult {
  const { recommended, now, rule } = input;
  const recorded = recordedOf(input);
  if (recorded === null) return unwindowed(input);
  const others = input.observation?.others?.specReplicas ?? 0;
  const own = Math.max(0, recorded - others);
  const { history, ...recent } = recordAndCompare(input.history, own, now, rule);
  // Where nothing was left for the target, the window keeps nothing of the total either.
  const highest = recent.highest === 0 ? 0 : recent.highest + others;
  const lowest = recent.lowest + others;
  const range = rule.kind === "Legacy" ? { atLeast: highest } : around(input, { lowest, highest });
  const kept = keptIn("stabilize", recommended, range);
  const until = movesAt(input, history, kept.after, others);
  const ends = until === null ? {} : { until };
  const step = { ...kept, ...ends, ...reasonOf(input, kept.after) };
  // Upstream's lists may change at every sync.
  return { step, history, due: history.lists ? null : until };
}

const recordedOf = ({ windowed, recommended, keptForNow = 0 }: StabilizeInput): number | null => {
  const asked = windowed === undefined ? recommended : windowed;
  return keptForNow > 0 ? Math.max(asked ?? 0, keptForNow) : asked;
};

/** The windows apply to none of the votes. */
function unwindowed({ recommended, history }: StabilizeInput): StepResult {
  const message = "a threshold's own duration is its stabilization";
  const step = { step: "stabilize", before: recommended, after: recommended } as const;
  return { step: { ...step, reason: "ReadyForNewScale", message }, history };
}

function around(
  { currentReplicas, fired = null, keptForNow = 0 }: StabilizeInput,
  { lowest, highest }: { readonly lowest: number; readonly highest: number },
): Range {
  const atLeast = Math.min(currentReplicas, highest);
  const atMost = Math.max(currentReplicas, lowest, fired ?? 0);
  return keptForNow > 0 && atLeast <= keptForNow ? { atMost } : { atLeast, atMost };
}

function movesAt(
  { recommended, rule }: StabilizeInput,
  { recommendations, lowestRecommendations }: History,
  held: number,
  others: number,
) {
  if (held === recommended) return null;
  const own = held - others;
  return held > recommended
    ? passesAt(recommendations, value => value < own, rule.scaleDownSeconds * 1000)
    : passesAt(lowestRecommendations, value => value > own, rule.scaleUpSeconds * 1000);
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
