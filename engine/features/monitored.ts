import { type Decision, type Range, type Step, type Bounds, shifted } from "../model/decision.ts";
import { update } from "../model/history.ts";
import type { Feature } from "../model/feature.ts";
import { type ChoiceContext, nextTargetOf } from "../votes/own-need.ts";
import { type Observation, totalOf } from "../model/observation/observation.ts";
import type { DefaultedSpec } from "../spec/defaults.ts";

/** Of all workloads together, and of the target alone. */
export const countsOf = (observation: Observation) => ({
  total: totalOf(observation).specReplicas,
  target: observation.scale.specReplicas,
});

/** A new target is decided about soon, whatever the period. */
const SWITCH_MS = 1000;

/** The target takes the whole change of a total: the other monitored objects stay as they are. */
export const monitorTotal: Feature<ChoiceContext> = {
  name: "monitor",
  field: "monitorSelectors",
  inSimulation: "the workloads of a selector are simulated as one",
  inHpa: { lost: "the bounds apply to the target alone" },
  reasons: {
    TargetChanges: { phrase: "another target is chosen", word: "target", followsVotes: true },
  },
  bounds: (bounds, _, { observation }) => withOthers(bounds, observation),
  concludes: (outcome, context) => {
    const { now, observation, spec } = context;
    const next = nextTargetOf(context, outcome.decision.votes);
    const isOther = next !== null && next !== observation.workloads?.[0]?.uid;
    return {
      ...outcome,
      ...(isOther && { wakeAt: now + SWITCH_MS }),
      history: observation.others ? update(outcome.history, { nextTarget: next }) : outcome.history,
      decision: ofTarget(outcome.decision, observation, spec, isOther),
    };
  },
};

/**
 * The bounds of the total. During a deployment, the other objects have additional replicas, so the
 * total may exceed the maximum. This excess does not reduce the target, whose pods may be the only
 * ones that serve. A target that exceeds the maximum by itself is still corrected.
 */
function withOthers(bounds: Bounds, { scale, others }: Pick<Observation, "scale" | "others">) {
  const { maxReplicas } = bounds;
  if (!others || maxReplicas === null) return bounds;
  const kept = Math.min(scale.specReplicas, maxReplicas) + others.specReplicas;
  return { ...bounds, maxReplicas: Math.max(maxReplicas, kept) };
}

/**
 * Converts a decision about a total to one about the target: the target takes the whole difference,
 * down to its floor. Additions that another workload needs wait until it is the target. Without
 * monitored objects, the decision stays as it is.
 *
 * isOtherNext  whether the next decision is about another target
 */
function ofTarget(
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
