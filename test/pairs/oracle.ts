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
    ...bolderAfterRestart(passage),
    ...undecided(passage),
    ...wokenByMachine(passage),
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

/** I3: over every window that ends now. What breaks the bounds, or is 0, returns at once. */
function tooFast(
  passage: Passage,
  { minReplicas, maxReplicas }: AutoscalerSpec,
  behavior: Behavior | null,
): string[] {
  const { from, to } = counts(passage);
  const isBroken = from > maxReplicas || from < (minReplicas ?? 1);
  if (behavior === null || isBroken || from === to) return [];
  const sign = to > from ? 1 : -1;
  const { now, past } = passage;
  const rules = sign > 0 ? behavior.scaleUp : behavior.scaleDown;
  const limit = furthest(rules, { now, current: from, past }, sign);
  return sign * (to - limit) > 0 ? [`I3: ${from} -> ${to}, and ${limit} is the limit`] : [];
}

/** I3: whatever was saved and whatever not. */
function bolderAfterRestart(passage: Passage): string[] {
  const { from, to } = counts(passage);
  return Object.entries({ all: passage.restarted, "what had to be": passage.lagging }).flatMap(
    ([saved, { decision }]) => {
      const isBetween = decision.to >= Math.min(from, to) && decision.to <= Math.max(from, to);
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
