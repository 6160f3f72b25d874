import type { AutoscalerSpec } from "../../engine/spec/autoscaler-spec.ts";
import type { Behavior } from "../../engine/spec/defaults.ts";
import { furthest } from "../../engine/testing/rate-model.ts";
import type { Passage } from "./journey.ts";

/** The violations of a decision, checked independently of the engine; []: none. */
export function complaints(passage: Passage, spec: AutoscalerSpec, behavior: Behavior | null) {
  return [
    ...outOfBounds(passage, spec),
    ...arguedByAbsence(passage, spec),
    ...tooFast(passage, spec, behavior),
    ...bolderAfterRestart(passage, spec, behavior),
    ...undecided(passage),
    ...wokenByMachine(passage),
    ...smallerInRollout(passage, spec),
    ...restless(passage, spec),
  ];
}

const counts = ({ outcome }: Passage) => outcome.decision;

/**
 * I1: for written counts, with all monitored workloads. An existing 0 is not a written count; if
 * the others alone exceed the maximum, the target can only have 0.
 */
function outOfBounds(passage: Passage, { minReplicas, maxReplicas }: AutoscalerSpec): string[] {
  const { from, to } = counts(passage);
  const total = to + passage.others;
  const isWithin = total >= (minReplicas ?? 1) && total <= maxReplicas;
  const isAllThatCanBe = to === 0 && (from === 0 || passage.others > maxReplicas);
  return isWithin || isAllThatCanBe ? [] : [`I1: ${from} -> ${to} next to ${passage.others}`];
}

/** The value thresholds that add replicas, by the source of their votes. */
const addingIn = ({ thresholds }: AutoscalerSpec): ReadonlySet<string> =>
  new Set(
    (thresholds ?? []).flatMap(one =>
      one.type === "Value" && one.value.increment > 0 ? [`threshold ${one.name}`] : [],
    ),
  );

/**
 * The counts of value thresholds that fired. A threshold that adds replicas and asks for no more than
 * there are may only keep what it would add again.
 */
function fired(
  { outcome, others }: Pick<Passage, "outcome" | "others">,
  spec: AutoscalerSpec,
): number[] {
  const { from, votes } = outcome.decision;
  const adding = addingIn(spec);
  return votes.flatMap(vote => {
    if (!vote.source.startsWith("threshold value") || vote.kind !== "Count") return [];
    const isKept = adding.has(vote.source) && vote.replicas <= from + others;
    return isKept && vote.replicas < spec.maxReplicas ? [] : [vote.replicas];
  });
}

/**
 * I2: with less known no count is smaller than with more, or than the present one. A threshold that asks
 * for fewer and has no data says nothing, as if it had not fired: then what others ask for counts. Nor
 * does it then find out that its duration is too short for its samples.
 */
function arguedByAbsence(passage: Passage, spec: AutoscalerSpec): string[] {
  const { from, to } = counts(passage);
  if (fired(passage, spec).some(replicas => replicas < from + passage.others)) return [];
  const adding = addingIn(spec);
  const isMistaken = passage.outcome.decision.votes.some(
    vote =>
      vote.kind === "Failed" &&
      vote.reason === "DurationBelowResolution" &&
      !adding.has(vote.source),
  );
  if (isMistaken) return [];
  return passage.worse.flatMap(({ decision }, index) =>
    decision.to < Math.min(from, to)
      ? [`I2: ${from} -> ${to}, and ${decision.to} where data are missing (${index})`]
      : [],
  );
}

/** True if the total is already out of bounds, which is corrected immediately. */
function isBroken(
  { outcome, others }: Passage,
  { minReplicas, maxReplicas }: AutoscalerSpec,
): boolean {
  const total = outcome.decision.from + others;
  return total > maxReplicas || total < (minReplicas ?? 1);
}

/** I3: over every window that ends now. What breaks the bounds, or is 0, returns at once. */
function tooFast(passage: Passage, spec: AutoscalerSpec, behavior: Behavior | null): string[] {
  const { from, to } = counts(passage);
  if (behavior === null || isBroken(passage, spec) || from === to) return [];
  const sign = to > from ? 1 : -1;
  const { now, past, others } = passage;
  const rules = sign > 0 ? behavior.scaleUp : behavior.scaleDown;
  const limit = furthest(rules, { now, current: from + others, past }, sign) - others;
  return sign * (to - limit) > 0 ? [`I3: ${from} -> ${to}, and ${limit} is the limit`] : [];
}

/**
 * I3: whatever was saved and whatever not. Without `behavior` the past may raise a count, as upstream's
 * does. That a threshold's wait has begun is not worth a write: what is lost of it only comes later. What
 * comes later on the way up then holds back nothing that fires on the way down.
 */
function bolderAfterRestart(
  passage: Passage,
  spec: AutoscalerSpec,
  behavior: Behavior | null,
): string[] {
  const { restarted, lagging, others } = passage;
  const { from, to } = counts(passage);
  const haveFired = [passage, { outcome: lagging, others }].some(
    each => fired(each, spec).length > 0,
  );
  const least = haveFired ? 0 : Math.min(from, to);
  const most = behavior === null ? Infinity : Math.max(from, to);
  return [
    ...(restarted.decision.to === to ? [] : [`I3: ${from} -> ${to}, and ${restarted.decision.to}`]),
    ...(lagging.decision.to >= least && lagging.decision.to <= most
      ? []
      : [`I3: ${from} -> ${to}, and ${lagging.decision.to} with what had to be saved`]),
  ];
}

/** I5 */
function undecided({ outcome, again }: Passage): string[] {
  return JSON.stringify(outcome.decision) === JSON.stringify(again.decision) ? [] : ["I5"];
}

/** I7 */
function wokenByMachine({ outcome, isPersonsZero }: Passage): string[] {
  return isPersonsZero && outcome.decision.to !== 0 ? [`I7: 0 -> ${outcome.decision.to}`] : [];
}

/** The promise of `rollout`: no scale-down for its duration. */
function smallerInRollout(passage: Passage, spec: AutoscalerSpec): string[] {
  const { now, rollingSince } = passage;
  const { from, to } = counts(passage);
  const { scaleDown, maxHoldSeconds } = spec.rollout ?? {};
  if (scaleDown !== "Hold" || rollingSince === null || isBroken(passage, spec)) return [];
  const isHeld = now - rollingSince < (maxHoldSeconds ?? 3600) * 1000;
  return isHeld && to < from ? [`rollout: ${from} -> ${to}`] : [];
}

/** The promise of `cooldown` about the operator's changes. */
function restless(passage: Passage, spec: AutoscalerSpec): string[] {
  const { now, past } = passage;
  const { from, to } = counts(passage);
  if (!spec.cooldown || from === to || isBroken(passage, spec)) return [];
  const { scaleUpSeconds, scaleDownSeconds } = spec.cooldown;
  const seconds = (to > from ? scaleUpSeconds : scaleDownSeconds) ?? 0;
  const sinceMs = now - (past.at(-1)?.time ?? -Infinity);
  return sinceMs < seconds * 1000 ? [`cooldown: ${from} -> ${to} after ${sinceMs} ms`] : [];
}
