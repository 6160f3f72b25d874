// engine/features/forecast/: what a forecast does to the count. `engine/forecast/` finds out what to expect.

import { type Vote, winnerOf, within } from "../../model/decision.ts";
import type { Stage } from "../../model/feature.ts";
import type { Observation } from "../../model/observation/observation.ts";
import { isWithin, toleranceOf } from "../../arithmetic/usage-ratio.ts";
import type { Settings } from "../../model/spec/settings.ts";
import type { DefaultedSpec } from "../../spec/defaults.ts";

interface ForecastContext {
  readonly currentReplicas: number;
  readonly votes: readonly Vote[];
  readonly spec: Pick<DefaultedSpec, "behavior">;
  readonly settings: Settings;
  readonly observation: Pick<Observation, "forecast">;
}

/** Only the simulator observes a forecast yet: no spec asks for one, so no status has a reason of these steps. */
const noReasons = {};

/**
 * Asks for the pods that an expected load needs, before it comes. From the same state, the count is never below the one
 * without a forecast. What comes after applies to it as to any vote: windows, rates, cooldown, bounds.
 */
export const followForecast: Stage<ForecastContext> = {
  name: "forecast",
  reasons: noReasons,
  run: ({ count }, { observation: { forecast }, currentReplicas, spec, settings }) => {
    // A 0 ends by work that is there, not by work that may come.
    if (forecast?.returnsTo !== null || currentReplicas === 0) return null;
    const { demand, message } = forecast;
    const isHeld = isWithin(demand / currentReplicas, toleranceOf(spec.behavior, settings));
    const atLeast = isHeld ? currentReplicas : Math.ceil(demand);
    const after = within(count, { atLeast });
    const reason = after > count ? "LoadWillRise" : "DesiredWithinRange";
    return { step: { step: "forecast", before: count, after, atLeast, reason, message } };
  },
};

/**
 * While the load is unknown, what the forecast has added goes: the count falls to that without a forecast, which a failed
 * metric still holds (I2). What another metric asks for stays. It comes after the windows, which keep what was asked for.
 */
export const returnForecast: Stage<ForecastContext> = {
  name: "return",
  reasons: noReasons,
  caps: (_, { observation: { forecast }, currentReplicas }) => {
    const returnsTo = forecast?.returnsTo ?? null;
    return returnsTo !== null && returnsTo < currentReplicas ? returnsTo : null;
  },
  run: ({ count }, { votes, observation: { forecast } }) => {
    if (forecast?.returnsTo == null) return null;
    const atMost = Math.max(forecast.returnsTo, winnerOf(votes)?.replicas ?? 0);
    const after = within(count, { atMost });
    const reason = after < count ? "ForecastReturned" : "DesiredWithinRange";
    const { message } = forecast;
    return { step: { step: "return", before: count, after, atMost, reason, message } };
  },
};
