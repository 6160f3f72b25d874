import type { AutoscalerSpec } from "../../engine/model/spec/autoscaler-spec.ts";
import type { Behavior } from "../../engine/spec/defaults.ts";
import { furthest } from "../../engine/testing/rate-model.ts";
import type { Passage } from "./journey.ts";

/** The violations of a decision, checked independently of the engine; []: none. */
export function complaints(passage: Passage, given: AutoscalerSpec, behavior: Behavior) {
  const spec = { ...given, ...passage.bounds };
  return [
    ...outOfBounds(passage, spec),
    ...arguedByAbsence(passage, spec),
    ...tooFast(passage, spec, behavior),
    ...bolderAfterRestart(passage, spec),
    ...raisedByThePast(passage, spec),
    ...moreThanOneStep(passage, spec),
    ...undecided(passage),
    ...wokenByMachine(passage),
    ...smallerInRollout(passage, spec),
    ...abandoned(passage, spec),
    ...largerWhileFailing(passage, spec),
    ...restless(passage, spec),
    ...tooEarly(passage, spec),
    ...gone(passage, spec),
    ...brokenGroup(passage, spec),
  ];
}

const counts = ({ outcome }: Passage) => outcome.decision;

/**
 * I1: for written counts, with all monitored workloads. An existing 0 is not a written count. What
 * others have beyond the maximum takes nothing from the target.
 */
function outOfBounds(passage: Passage, spec: AutoscalerSpec): string[] {
  const { minReplicas: min = 1, maxReplicas: max } = spec;
  const { from, to } = counts(passage);
  const { others } = passage;
  const kept = others > 0 ? Math.min(from, max) : 0;
  const isWithin = to + others >= (min ?? 1) && to <= Math.max(max - others, kept);
  const isZero = from === 0 && to === 0;
  return isWithin || isZero ? [] : [`I1: ${from} -> ${to} next to ${others}`];
}

const floorOf = (from: number, min: number | null): number => Math.min(from, Math.max(1, min ?? 1));

/** Next to workloads that may not serve, a target keeps its floor, unless the total is to be 0. */
function abandoned(passage: Passage, { minReplicas = 1 }: AutoscalerSpec): string[] {
  const { outcome, others } = passage;
  const { from, to, steps } = outcome.decision;
  const isIdle = steps.at(-1)?.before === 0;
  return others > 0 && !isIdle && to < floorOf(from, minReplicas)
    ? [`floor: ${from} -> ${to} next to ${others}`]
    : [];
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
    if (!vote.source.startsWith("threshold value") || vote.type !== "Count") return [];
    const isKept = adding.has(vote.source) && vote.replicas <= from + others;
    return isKept && vote.replicas < spec.maxReplicas ? [] : [vote.replicas];
  });
}

/** Whether nothing that can start the workload is active, so that metrics of pods keep no last replica. */
const isIdle = ({ to, votes }: Passage["outcome"]["decision"]): boolean =>
  to === 0 && votes.some(({ message }) => message.includes("keeps no last replica"));

/**
 * I2: with less known no count is smaller than with more, or than the present one. A threshold that asks
 * for fewer and has no data says nothing, as if it had not fired: then what others ask for counts. Nor
 * does it then find out that its duration is too short for its samples. What a fallback asks for is the user's own
 * word. An idle workload keeps no last replica for a metric of pods that fails.
 */
function arguedByAbsence(passage: Passage, spec: AutoscalerSpec): string[] {
  const { from, to } = counts(passage);
  if (fired(passage, spec).some(replicas => replicas < from + passage.others)) return [];
  const adding = addingIn(spec);
  const isMistaken = passage.outcome.decision.votes.some(
    vote =>
      vote.type === "Failed" &&
      vote.reason === "DurationBelowResolution" &&
      !adding.has(vote.source),
  );
  if (isMistaken) return [];
  const isLast = from + passage.others <= (spec.replicaMultiple ?? 1);
  return passage.worse.flatMap(({ decision }, index) =>
    decision.to < Math.min(from, to) &&
    decision.fallbacks === undefined &&
    !(isLast && isIdle(decision))
      ? [`I2: ${from} -> ${to}, and ${decision.to} where data are missing (${index})`]
      : [],
  );
}

/** The bounds of whole groups, if any are within the bounds. */
function boundsOf({ minReplicas, maxReplicas, replicaMultiple }: AutoscalerSpec) {
  const [min, groups] = [minReplicas ?? 1, replicaMultiple ?? 1];
  const least = min + ((groups - (min % groups)) % groups);
  const most = maxReplicas - (maxReplicas % groups);
  return most > 0 && least <= most ? { least, most } : { least: min, most: maxReplicas };
}

/** True if the total is already out of bounds, which is corrected immediately. */
function isBroken({ outcome, others }: Passage, spec: AutoscalerSpec): boolean {
  const total = outcome.decision.from + others;
  const { least, most } = boundsOf(spec);
  return total > most || total < least;
}

/**
 * The promise of `replicaMultiple`: every change leads to whole groups, if any are within the bounds that
 * are asked for. Until the count is down to them, the maximum in force is larger, and has no part in it.
 */
function brokenGroup(passage: Passage, spec: AutoscalerSpec): string[] {
  const { from, to } = counts(passage);
  const groups = spec.replicaMultiple ?? 1;
  const { least, most } = boundsOf({ ...spec, maxReplicas: passage.scheduledMax });
  const hasGroups = least % groups === 0 && most % groups === 0;
  if (!hasGroups || from === to || to % groups === 0) return [];
  return [`groups of ${groups}: ${from} -> ${to}`];
}

/** I3: over every window that ends now. What breaks the bounds returns at once, and leaving 0 is no growth. */
function tooFast(passage: Passage, spec: AutoscalerSpec, behavior: Behavior): string[] {
  const { from, to } = counts(passage);
  if (isBroken(passage, spec) || from === to) return [];
  const sign = to > from ? 1 : -1;
  const { now, past, others } = passage;
  const rules = sign > 0 ? behavior.scaleUp : behavior.scaleDown;
  const group = spec.replicaMultiple ?? 0;
  if (from + others === 0 && to <= Math.max(1, group)) return [];
  const limit = furthest(rules, { now, current: from + others, past }, sign, group) - others;
  return sign * (to - limit) > 0 ? [`I3: ${from} -> ${to}, and ${limit} is the limit`] : [];
}

/**
 * I3: whatever was saved and whatever not. That a threshold's wait has begun is not worth a write: what is lost of it only comes later. What
 * comes later on the way up then holds back nothing that fires on the way down.
 */
function bolderAfterRestart(passage: Passage, spec: AutoscalerSpec): string[] {
  const { restarted, lagging, others } = passage;
  const { from, to } = counts(passage);
  const haveFired = [passage, { outcome: lagging, others }].some(
    each => fired(each, spec).length > 0,
  );
  const least = haveFired ? 0 : Math.min(from, to);
  const most = Math.max(from, to);
  return [
    ...(restarted.decision.to === to ? [] : [`I3: ${from} -> ${to}, and ${restarted.decision.to}`]),
    ...(lagging.decision.to >= least && lagging.decision.to <= most
      ? []
      : [`I3: ${from} -> ${to}, and ${lagging.decision.to} with what had to be saved`]),
  ];
}

/** The inputs of an expression have no part in it. */
const votedFor = ({ outcome }: Passage): number[] =>
  outcome.decision.votes.flatMap(vote =>
    vote.type === "Count" && vote.input === undefined ? [vote.replicas] : [],
  );

/** What a forecast asks for: it is asked for now, and for more than one replica. */
const foreseen = ({ outcome }: Passage): number[] =>
  outcome.decision.steps.flatMap(({ step, atLeast = 0 }) => (step === "forecast" ? [atLeast] : []));

/** Only what is asked for now raises a count, and the minimum; part of a group becomes a whole one. */
function raisedByThePast(passage: Passage, spec: AutoscalerSpec): string[] {
  const { from, to } = counts(passage);
  const { others } = passage;
  const part = (spec.replicaMultiple ?? 1) - 1;
  const asked = [...votedFor(passage), ...foreseen(passage)];
  const most = Math.max(from + others, boundsOf(spec).least, ...asked) + part;
  return to + others > most ? [`the past: ${from} -> ${to}, and ${most} is asked for`] : [];
}

/** The promise of intentions: one replica at a time, unless others ask for more. */
function moreThanOneStep(passage: Passage, spec: AutoscalerSpec): string[] {
  const intentions = (spec.thresholds ?? []).filter(({ type }) => type === "Intention");
  if (intentions.length === 0 || isBroken(passage, spec)) return [];
  const { from, to } = counts(passage);
  const sources = new Set(intentions.map(({ name }) => `threshold ${name}`));
  const asked = passage.outcome.decision.votes.flatMap(vote =>
    vote.type === "Count" && vote.input === undefined && !sources.has(vote.source)
      ? [vote.replicas]
      : [],
  );
  const group = spec.replicaMultiple ?? 1;
  asked.push(...foreseen(passage));
  const most = Math.max(from + 1, ...asked.map(count => count - passage.others)) + group - 1;
  const least = Math.min(from - group, Math.max(0, passage.scheduledMax - passage.others));
  const isStep = to >= least && to <= Math.max(most, boundsOf(spec).least - passage.others);
  return isStep ? [] : [`intention: ${from} -> ${to}`];
}

/** I5 */
function undecided({ outcome, again }: Passage): string[] {
  return JSON.stringify(outcome.decision) === JSON.stringify(again.decision) ? [] : ["I5"];
}

/** I7 */
function wokenByMachine({ outcome, isPersonsZero }: Passage): string[] {
  return isPersonsZero && outcome.decision.to !== 0 ? [`I7: 0 -> ${outcome.decision.to}`] : [];
}

/** Monitors hold by default. */
function isHeld({ now, rollingSince }: Passage, spec: AutoscalerSpec): boolean {
  const isTotal = (spec.monitorSelectors ?? []).length > 0;
  const { scaleDown = isTotal ? "Hold" : "Allow", maxHoldSeconds } = spec.rollout ?? {};
  if (scaleDown !== "Hold" || rollingSince === null) return false;
  return now - rollingSince < (maxHoldSeconds ?? 3600) * 1000;
}

/** The promise of `rollout`: no scale-down for its duration, unless the target alone is too large. */
function smallerInRollout(passage: Passage, spec: AutoscalerSpec): string[] {
  const { from, to } = counts(passage);
  const isSmaller = to < Math.min(from, boundsOf(spec).most);
  return isSmaller && isHeld(passage, spec) ? [`rollout: ${from} -> ${to}`] : [];
}

/** The promise of `healthGate`: while the newest pods fail, no more than there are or the minimum asks for. */
function largerWhileFailing(passage: Passage, spec: AutoscalerSpec): string[] {
  const { now, others, failingSince } = passage;
  const { from, to } = counts(passage);
  if (!spec.healthGate || failingSince === null) return [];
  const isHeld = now - failingSince < (spec.healthGate.maxHoldSeconds ?? 300) * 1000;
  const most = Math.max(from, (spec.minReplicas ?? 1) - others);
  return isHeld && to > most ? [`health: ${from} -> ${to} next to ${others}`] : [];
}

/** The promise of `cooldown` about what the latest addition of all replicas that the votes ask for answers. */
function restless(passage: Passage, spec: AutoscalerSpec): string[] {
  const { now, outcome, past } = passage;
  const { added } = outcome.history;
  const { from, to, votes, steps } = outcome.decision;
  if (!spec.cooldown || !added || votes.length === 0 || from === 0 || to <= from) return [];
  const own = past
    .filter(({ time }) => time > added.time)
    .reduce((sum, one) => sum + one.change, 0);
  if (counts(passage).from !== added.to + own) return [];
  const sinceMs = now - added.time;
  const isEarly = sinceMs < (spec.cooldown.scaleUpSeconds ?? 0) * 1000;
  const asked = steps.findLast(({ step }) => step === "combine" || step === "forecast")?.after;
  return isEarly && (asked ?? Infinity) <= added.to
    ? [`cooldown: ${from} -> ${to} after ${sinceMs} ms`]
    : [];
}

/** The promise of a fallback: it counts only after the metric has failed for its time. */
function tooEarly({ now, outcome, queue }: Passage, { metrics }: AutoscalerSpec): string[] {
  const metric = metrics?.find(({ type }) => type === "External");
  const { failureDurationSeconds = 180 } = metric?.fallback ?? {};
  const counts = outcome.decision.votes.some(
    vote =>
      vote.source === "external metric queue" && vote.type === "Count" && vote.reason !== undefined,
  );
  const failedMs = queue.failing === null ? 0 : now - queue.failing;
  return counts && failedMs < failureDurationSeconds * 1000
    ? [`fallback: after ${failedMs} ms`]
    : [];
}

/** The promise of `idle`: the last replica stays until the queue has been short for its time. */
function gone(passage: Passage, { idle, thresholds }: AutoscalerSpec): string[] {
  const { now, outcome, others, queue } = passage;
  const { from, to, steps } = outcome.decision;
  const isLast = from + others > 0 && to + others === 0 && from > to;
  const isCorrected = !steps.some(({ step }) => step === "combine");
  if (!idle || !isLast || isCorrected || (thresholds ?? []).length > 0) return [];
  const idleMs = queue.idle === null ? -1 : now - queue.idle;
  return idleMs >= (idle.afterSeconds ?? 0) * 1000 ? [] : [`idle: to 0 after ${idleMs} ms`];
}
