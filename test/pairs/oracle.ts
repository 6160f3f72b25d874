import type { AutoscalerSpec } from "../../engine/autoscaler-spec.ts";
import type { Behavior } from "../../engine/defaults.ts";
import { furthest } from "../../engine/testing/rate-model.ts";
import type { Passage } from "./journey.ts";

/** What is wrong with a decision, by the invariants' own words and not by the engine's; [] if nothing is. */
export function complaints(passage: Passage, spec: AutoscalerSpec, behavior: Behavior | null) {
  return [
    ...outOfBounds(passage, spec),
    ...arguedByAbsence(passage),
    ...tooFast(passage, spec, behavior),
    ...bolderAfterRestart(passage, behavior),
    ...undecided(passage),
    ...wokenByMachine(passage),
    ...smallerInRollout(passage, spec),
    ...restless(passage, spec),
  ];
}

const counts = ({ outcome }: Passage) => outcome.decision;

/** I1: of what is written. A 0 that stands is no count of ours. */
function outOfBounds(passage: Passage, { minReplicas, maxReplicas }: AutoscalerSpec): string[] {
  const { from, to } = counts(passage);
  const isWithin = to >= (minReplicas ?? 1) && to <= maxReplicas;
  return isWithin || (from === 0 && to === 0) ? [] : [`I1: ${from} -> ${to}`];
}

/** I2: with less known no count is smaller than with more, or than the present one. */
function arguedByAbsence(passage: Passage): string[] {
  const { from, to } = counts(passage);
  return passage.worse.flatMap(({ decision }, index) =>
    decision.to < Math.min(from, to)
      ? [`I2: ${from} -> ${to}, and ${decision.to} where data are missing (${index})`]
      : [],
  );
}

const isBroken = (from: number, { minReplicas, maxReplicas }: AutoscalerSpec): boolean =>
  from > maxReplicas || from < (minReplicas ?? 1);

/** I3: over every window that ends now. What breaks the bounds, or is 0, returns at once. */
function tooFast(passage: Passage, spec: AutoscalerSpec, behavior: Behavior | null): string[] {
  const { from, to } = counts(passage);
  if (behavior === null || isBroken(from, spec) || from === to) return [];
  const sign = to > from ? 1 : -1;
  const { now, past } = passage;
  const rules = sign > 0 ? behavior.scaleUp : behavior.scaleDown;
  const limit = furthest(rules, { now, current: from, past }, sign);
  return sign * (to - limit) > 0 ? [`I3: ${from} -> ${to}, and ${limit} is the limit`] : [];
}

/** I3: whatever was saved and whatever not. Without `behavior` the past may raise a count, as upstream's does. */
function bolderAfterRestart(passage: Passage, behavior: Behavior | null): string[] {
  const { from, to } = counts(passage);
  const most = behavior === null ? Infinity : Math.max(from, to);
  return Object.entries({ all: passage.restarted, "what had to be": passage.lagging }).flatMap(
    ([saved, { decision }]) => {
      const isBetween = decision.to >= Math.min(from, to) && decision.to <= most;
      return isBetween ? [] : [`I3: ${from} -> ${to}, and ${decision.to} with ${saved} saved`];
    },
  );
}

/** I5 */
function undecided({ outcome, again }: Passage): string[] {
  return JSON.stringify(outcome.decision) === JSON.stringify(again.decision) ? [] : ["I5"];
}

/** I7 */
function wokenByMachine({ outcome, isPersonsZero }: Passage): string[] {
  return isPersonsZero && outcome.decision.to !== 0 ? [`I7: 0 -> ${outcome.decision.to}`] : [];
}

/** What `rollout` promises: nothing is taken away, for as long as it says. */
function smallerInRollout({ now, rollingSince, outcome }: Passage, spec: AutoscalerSpec): string[] {
  const { from, to } = outcome.decision;
  const { scaleDown, maxHoldSeconds } = spec.rollout ?? {};
  if (scaleDown !== "Hold" || rollingSince === null || isBroken(from, spec)) return [];
  const isHeld = now - rollingSince < (maxHoldSeconds ?? 3600) * 1000;
  return isHeld && to < from ? [`rollout: ${from} -> ${to}`] : [];
}

/** What `cooldown` promises, of our own changes. */
function restless({ now, past, outcome }: Passage, spec: AutoscalerSpec): string[] {
  const { from, to } = outcome.decision;
  if (!spec.cooldown || from === to || isBroken(from, spec)) return [];
  const { scaleUpSeconds, scaleDownSeconds } = spec.cooldown;
  const seconds = (to > from ? scaleUpSeconds : scaleDownSeconds) ?? 0;
  const sinceMs = now - (past.at(-1)?.time ?? -Infinity);
  return sinceMs < seconds * 1000 ? [`cooldown: ${from} -> ${to} after ${sinceMs} ms`] : [];
}
