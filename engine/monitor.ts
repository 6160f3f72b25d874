import type { Decision, Range, Step } from "./decision.ts";
import type { Observation, ScaleCounts } from "./observation/observation.ts";

/** What the target has, and all that is monitored beside it. */
export function totalOf({ scale, others }: Observation): ScaleCounts {
  if (!others) return scale;
  return {
    specReplicas: scale.specReplicas + others.specReplicas,
    statusReplicas: scale.statusReplicas + others.statusReplicas,
  };
}

/**
 * A decision about a total as one about the target: the target alone takes the difference, as far as
 * it goes. With nothing monitored it stays as it is.
 */
export function ofTarget(decision: Decision, { scale, others }: Observation): Decision {
  if (!others) return decision;
  const { specReplicas: from } = scale;
  const { specReplicas: beside } = others;
  const monitor = monitorStep(from, beside);
  const target = targetStep(decision.to, beside);
  return { ...decision, from, to: target.after, steps: [monitor, ...decision.steps, target] };
}

/** What a stage that only shifts the count makes of it; the target never gets fewer than none. */
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

/** Between what counts the target alone may be, as its latest decision saw the others; null: nothing bounds it. */
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
