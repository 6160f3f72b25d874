import { keptIn, type Step, type Vote, winnerOf } from "../model/decision.ts";
import { groupsWithin, wholeGroups } from "../arithmetic/whole-groups.ts";
import { held, type Progress, type Stage } from "../model/feature.ts";
import type { DefaultedSpec } from "../spec/defaults.ts";
import type { Observation } from "../model/observation/observation.ts";
import { thresholdSource } from "../votes/value-thresholds.ts";
import { PUNCTUAL_MS } from "../history/scale-record.ts";
import type { EpochMs } from "../model/values/result.ts";

interface IntentionContext {
  readonly now: EpochMs;
  readonly currentReplicas: number;
  readonly votes: readonly Vote[];
  readonly spec: Pick<DefaultedSpec, "thresholds" | "replicaMultiple" | "syncPeriodSeconds">;
  readonly observation: Pick<Observation, "askedAt">;
}

export const stepIntentions: Stage<IntentionContext> = {
  name: "intention",
  reasons: { IntentionStep: held("one replica at a time", "step") },
  run: (progress, context) => {
    const intentions = context.spec.thresholds.filter(({ type }) => type === "Intention");
    const sources = new Set(intentions.map(({ name }) => thresholdSource(name)));
    return sources.size === 0 ? null : { step: intentionStep(progress, context, sources) };
  },
};

/** An intention adds or removes one replica for each of these. */
const STEP_MS = 15_000;

/**
 * Where an intention decides, the count moves by one replica, or one group of `replicaMultiple`, for
 * each 15 s since the latest change, at most by those of one sync period. Nothing is removed unless an
 * intention agrees, because the largest vote wins; what other sources ask for is added at once. The
 * windows come first, so no step waits for the previous one. Answers that are older than the latest
 * change have had their step.
 *
 * Source  the proposal of 2015, autoscaling.md: "adjust by 1 accordingly".
 */
function intentionStep(
  { count: desired, history: { scaleEvents } }: Progress,
  { now, currentReplicas, votes, spec, observation: { askedAt = now } }: IntentionContext,
  intentions: ReadonlySet<string>,
): Step {
  const { replicaMultiple: multiple, syncPeriodSeconds } = spec;
  const changedAt = scaleEvents.at(-1)?.time ?? -Infinity;
  const passedMs = Math.min(askedAt - changedAt, Math.max(syncPeriodSeconds * 1000, STEP_MS));
  // A sync may come a little early.
  const most = Math.max(0, Math.floor((passedMs + PUNCTUAL_MS) / STEP_MS)) * multiple;
  const asked = winnerOf(votes.filter(({ source }) => !intentions.has(source)))?.replicas ?? 0;
  const others = wholeGroups(asked, multiple);
  const step = keptIn("intention", desired, {
    atLeast: groupsWithin(Math.max(0, currentReplicas - most), currentReplicas, multiple),
    atMost: Math.max(groupsWithin(currentReplicas + most, currentReplicas, multiple), others),
  });
  return step.after === desired
    ? { ...step, reason: "DesiredWithinRange", message: "no more than the steps of an intention" }
    : { ...step, reason: "IntentionStep", message: "an intention moves one replica for each 15 s" };
}
