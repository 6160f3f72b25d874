import { keptIn, type Step } from "../model/decision.ts";
import type { Stage } from "../model/feature.ts";
import type { EpochMs } from "../model/values/result.ts";
import { isInForce, type Pause, pauseText } from "../model/pauses.ts";

interface PauseContext {
  readonly now: EpochMs;
  readonly currentReplicas: number;
  readonly scaleDownPause?: Pause | null | undefined;
}

/**
 * During a pause of scale-down, the target loses no replicas, whatever the votes ask for. Scale-up
 * stays possible, and the bounds stay in force (I1).
 */
export const pauseScaleDown: Stage<PauseContext> = {
  name: "pause",
  reasons: { ScaleDownPaused: { phrase: "scale-down is paused", word: "no-down" } },
  holds: true,
  keeps: (_, { now, currentReplicas, scaleDownPause }) =>
    isInForce(scaleDownPause, now) ? currentReplicas : 0,
  run: ({ count: desired }, { now, currentReplicas, scaleDownPause: pause }) =>
    isInForce(pause, now) ? { step: pauseStep(desired, currentReplicas, pause) } : null,
};

function pauseStep(desired: number, currentReplicas: number, pause: Pause): Step {
  const step = keptIn("pause", desired, { atLeast: currentReplicas });
  const message = pauseText("scale-down is paused", pause);
  if (step.after !== desired) {
    return { ...step, until: pause.until, reason: "ScaleDownPaused", message };
  }
  return { ...step, reason: "PauseUnaffected", message: `nothing is taken away; ${message}` };
}
