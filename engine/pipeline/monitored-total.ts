import type { Decision, Range, Step } from "./decision.ts";
import type { Observation, ScaleCounts } from "../observation/observation.ts";

/** The counts of the target and of all other monitored objects. */
export function totalOf({ scale, others }: Observation): ScaleCounts {
  if (!others) return scale;
  return {
    specReplicas: scale.specReplicas + others.specReplicas,
    statusReplicas: scale.statusReplicas + others.statusReplicas,
  };
}

/**
 * Converts a decision about a total to one about the target: the target takes the whole difference,
 * down to 0. Without monitored objects, the decision stays as it is.
 */
export function ofTarget(decision: Decision, { scale, others }: Observation): Decision {
  if (!others) return decision;
  const { specReplicas: from } = scale;
  const { specReplicas: otherReplicas } = others;
  const monitor = monitorStep(from, otherReplicas);
  const target = targetStep(decision.to, otherReplicas);
  return { ...decision, from, to: target.after, steps: [monitor, ...decision.steps, target] };
}

/** The result of a stage that only shifts the count. The target's count is never negative. */
export const shifted = (step: "monitor" | "target", before: number, others: number): number =>
  step === "monitor" ? before + others : Math.max(0, before - others);

const monitorStep = (before: number, others: number): Step => ({
  step: "monitor",
  before,
  after: shifted("monitor", before, others),
  others,
  reason: "CapacityMonitored",
  message: `${others} replicas of other objects count as well`,
});

function targetStep(before: number, others: number): Step {
  const after = shifted("target", before, others);
  const step = { step: "target", before, after, others } as const;
  return before < others
    ? { ...step, reason: "OthersAlone", message: `the other objects alone have ${others}` }
    : { ...step, reason: "TargetsShare", message: `${others} of these are not the target's` };
}

/** The bounds of the target itself, from its latest decision; null: unbounded. */
export function boundsOfTarget({ steps }: Decision): Range | null {
  const bound = steps.find(({ step }) => step === "bound");
  if (!bound) return null;
  const others = steps.find(({ step }) => step === "target")?.others ?? 0;
  const { atLeast, atMost } = bound;
  return {
    ...(atLeast === undefined ? {} : { atLeast: shifted("target", atLeast, others) }),
    ...(atMost === undefined ? {} : { atMost: shifted("target", atMost, others) }),
  };
}
