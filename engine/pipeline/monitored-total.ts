import type { Decision, Range, Step } from "./decision.ts";
import type { History } from "../history/history.ts";
import type { Observation, ScaleCounts } from "../observation/observation.ts";
import type { DefaultedSpec } from "../spec/defaults.ts";
import type { Bounds } from "./stages/bound.ts";

export function totalOf({ scale, others }: Observation): ScaleCounts {
  if (!others) return scale;
  return {
    specReplicas: scale.specReplicas + others.specReplicas,
    statusReplicas: scale.statusReplicas + others.statusReplicas,
  };
}

/** Of all workloads together, and of the target alone. */
export const countsOf = (observation: Observation) => ({
  total: totalOf(observation).specReplicas,
  target: observation.scale.specReplicas,
});

/**
 * The bounds of the total. While the count descends to the maximum of a schedule, the maximum in
 * force is what it has come down to. During a deployment, the other objects have additional
 * replicas, so the total may exceed the maximum. This excess does not reduce the target, whose pods
 * may be the only ones that serve. A target that exceeds the maximum by itself is still corrected.
 */
export function boundsInForce(
  { cap }: Pick<History, "cap">,
  { minReplicas, maxReplicas: max }: Pick<DefaultedSpec, "minReplicas" | "maxReplicas">,
  { scale, others }: Pick<Observation, "scale" | "others">,
): Bounds {
  const maxReplicas = cap?.from ?? max;
  if (!others) return { minReplicas, maxReplicas };
  const kept = Math.min(scale.specReplicas, maxReplicas) + others.specReplicas;
  return { minReplicas, maxReplicas: Math.max(maxReplicas, kept) };
}

/**
 * Converts a decision about a total to one about the target: the target takes the whole difference,
 * down to its floor. Additions that another workload needs wait until it is the target. Without
 * monitored objects, the decision stays as it is.
 *
 * isOtherNext  whether the next decision is about another target
 */
export function ofTarget(
  decision: Decision,
  { scale, others, workloads = [] }: Pick<Observation, "scale" | "others" | "workloads">,
  { minReplicas }: Pick<DefaultedSpec, "minReplicas">,
  isOtherNext: boolean,
): Decision {
  if (!others) return decision;
  const { specReplicas: from } = scale;
  const { specReplicas: otherReplicas } = others;
  const [{ uid, isServing } = {}] = workloads;
  // Of several chosen targets, only one would wake from 0, and perhaps not the one that serves then.
  const mayEnd = otherReplicas === 0 || uid === undefined || isServing === true;
  // Pods of the others can be ready without serving.
  const floor = decision.to === 0 && mayEnd ? 0 : Math.min(from, Math.max(1, minReplicas));
  const monitor = monitorStep(from, otherReplicas);
  const target =
    isOtherNext && decision.to - otherReplicas > from && from >= minReplicas
      ? deferred(decision.to, otherReplicas, from)
      : targetStep(decision.to, otherReplicas, floor);
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

function targetStep(before: number, others: number, floor: number): Step {
  const after = shifted("target", before, others);
  const step = { step: "target", before, after, others } as const;
  if (after < floor) {
    const message = `the target keeps ${floor}, because the other objects may not serve yet`;
    return { ...step, after: floor, atLeast: floor, reason: "TargetKept", message };
  }
  return before < others
    ? { ...step, reason: "OthersAlone", message: `the other objects alone have ${others}` }
    : { ...step, reason: "TargetsShare", message: `${others} of these are not the target's` };
}

const deferred = (before: number, others: number, from: number): Step => ({
  ...{ step: "target", before, after: from, others, atMost: from, reason: "TargetChanges" },
  message: "another workload has the highest usage, and becomes the target with the next decision",
});

/** The bounds of the target itself, from its latest decision; null: unbounded. */
export function boundsOfTarget({ steps }: Decision): Range | null {
  const bound = steps.find(({ step }) => step === "bound");
  if (!bound) return null;
  const { others = 0, atLeast: floor = 0 } = steps.find(({ step }) => step === "target") ?? {};
  const { atLeast, atMost } = bound;
  const shareOf = (total: number): number => Math.max(floor, shifted("target", total, others));
  return {
    ...(atLeast === undefined ? {} : { atLeast: shareOf(atLeast) }),
    ...(atMost === undefined ? {} : { atMost: shareOf(atMost) }),
  };
}
