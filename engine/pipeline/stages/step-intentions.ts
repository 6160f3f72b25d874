import { within } from "./bound.ts";
import { winnerOf } from "./combine.ts";
import type { Step, Vote } from "../decision.ts";
import { groupsWithin, wholeGroups } from "../whole-groups.ts";
import type { Progress, Stage } from "../stage.ts";
import type { DefaultedSpec } from "../../spec/defaults.ts";
import type { Observation } from "../../observation/observation.ts";
import { thresholdSource } from "../../recommend/thresholds/value-thresholds.ts";
import type { EpochMs } from "../../result.ts";

interface IntentionContext {
  readonly now: EpochMs;
  readonly currentReplicas: number;
  readonly votes: readonly Vote[];
  readonly spec: Pick<DefaultedSpec, "thresholds" | "replicaMultiple">;
  readonly observation: Pick<Observation, "askedAt">;
}

export const stepIntentions: Stage<IntentionContext> = {
  name: "intention",
  limitReasons: ["IntentionStep"],
  run: (progress, context) => {
    const intentions = context.spec.thresholds.filter(({ type }) => type === "Intention");
    const sources = new Set(intentions.map(({ name }) => thresholdSource(name)));
    return sources.size === 0 ? null : { step: intentionStep(progress, context, sources) };
  },
};

/**
 * Where an intention decides, the count moves by at most one replica, or one group of
 * `replicaMultiple`. Nothing is removed unless an
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
  const changedAt = scaleEvents.at(-1)?.time ?? -Infinity;
  const { replicaMultiple: multiple } = spec;
  const most = askedAt > changedAt ? multiple : 0;
  const asked = winnerOf(votes.filter(({ source }) => !intentions.has(source)))?.replicas ?? 0;
  const others = wholeGroups(asked, multiple);
  const range = {
    atLeast: groupsWithin(Math.max(0, currentReplicas - most), currentReplicas, multiple),
    atMost: Math.max(groupsWithin(currentReplicas + most, currentReplicas, multiple), others),
  };
  const after = within(desired, range);
  const step = { step: "intention", before: desired, after, ...range } as const;
  return after === desired
    ? { ...step, reason: "DesiredWithinRange", message: "no more than one step of an intention" }
    : { ...step, reason: "IntentionStep", message: "an intention moves one replica at a time" };
}
