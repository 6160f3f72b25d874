// engine/features/forecast/: what a forecast does to the count. `engine/forecast/` finds out what to expect.

import { failedOf, MAX_REPLICAS, type Vote, winnerOf, within } from "../../model/decision.ts";
import type { Stage } from "../../model/feature.ts";
import type { MeasuredLoad } from "../../model/metric-vote.ts";
import type { ExpectedMetric, Observation } from "../../model/observation/observation.ts";
import { isWithin, toleranceOf } from "../../arithmetic/usage-ratio.ts";
import type { Settings } from "../../model/spec/settings.ts";
import type { DefaultedSpec } from "../../spec/defaults.ts";

interface ForecastContext {
  readonly currentReplicas: number;
  readonly votes: readonly Vote[];
  readonly loads: readonly (MeasuredLoad | null)[];
  readonly spec: Pick<DefaultedSpec, "behavior" | "forecast">;
  readonly settings: Settings;
  readonly observation: Pick<Observation, "forecast">;
}

/** Whether every source shows what the load is. A fallback counts in place of a load that is not known. */
export const isLoadKnown = (votes: readonly Vote[]): boolean =>
  failedOf(votes).length === 0 &&
  !votes.some(vote => vote.type === "Count" && vote.reason === "FallbackActive");

/**
 * Asks for the pods that an expected load needs, before it comes. From the same state, the count is never below the one
 * without a forecast. What comes after applies to it as to any vote: windows, rates, cooldown, bounds.
 */
export const followForecast: Stage<ForecastContext> = {
  name: "forecast",
  field: "forecast",
  inHpa: { lost: "replicas come after the load has risen, and not before" },
  permission: {
    group: "autoscaling.trimtab.dev",
    ...{ resources: ["forecastrecords"], verbs: ["list", "create", "patch"] },
  },
  reasons: {
    LoadWillRise: { phrase: "the load is about to rise", word: "forecast" },
  },
  run: (
    { count },
    { observation: { forecast }, votes, loads, currentReplicas, spec, settings },
  ) => {
    // A 0 ends by work that is there, not by work that may come, unless the object asks for that.
    if (currentReplicas === 0 && spec.forecast?.wakeAhead !== true) return null;
    const most = largestOf(forecast?.expected ?? [], loads);
    if (!most || !isLoadKnown(votes)) return null;
    const isHeld = isWithin(most.demand / currentReplicas, toleranceOf(spec.behavior, settings));
    const atLeast = isHeld ? currentReplicas : Math.min(MAX_REPLICAS, Math.ceil(most.demand));
    const after = within(count, { atLeast });
    const reason = after > count ? "LoadWillRise" : "DesiredWithinRange";
    const rather = after > count ? `: ${after} replicas rather than ${count}` : "";
    const message = `${most.message}${rather}`;
    return { step: { step: "forecast", before: count, after, atLeast, reason, message } };
  },
};

/** The largest demand in pods at their target; undefined: there is none. */
const largestOf = (expected: readonly ExpectedMetric[], loads: ForecastContext["loads"]) =>
  expected
    .map(({ metric, load, message }) => ({
      demand: load / (loads[metric]?.perPod ?? NaN),
      message,
    }))
    .filter(({ demand }) => demand >= 0 && demand < Infinity)
    .sort((a, b) => b.demand - a.demand)[0];

/**
 * While the load is unknown, what the forecast has added goes: the count falls to that without a forecast, which a failed
 * metric still holds (I2). What another metric asks for stays. It comes after the windows, which keep what was asked for.
 */
export const returnForecast: Stage<ForecastContext> = {
  name: "return",
  reasons: {
    ForecastReturned: { phrase: "what the forecast added is taken back", word: "forecast" },
  },
  caps: (_, { observation: { forecast }, currentReplicas }) => {
    const without = forecast?.without ?? null;
    return without !== null && without < currentReplicas ? without : null;
  },
  run: ({ count }, { votes, observation: { forecast } }) => {
    if (forecast?.without == null || isLoadKnown(votes)) return null;
    const atMost = Math.max(forecast.without, winnerOf(votes)?.replicas ?? 0);
    const after = within(count, { atMost });
    const reason = after < count ? "ForecastReturned" : "DesiredWithinRange";
    const message = "the load is unknown, so nothing is expected of it";
    return { step: { step: "return", before: count, after, atMost, reason, message } };
  },
};
