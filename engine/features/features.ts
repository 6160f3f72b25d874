// engine/features/: everything that a user can switch on, one file for each, and their list.

import type { StabilizationRule } from "../history/recommendation-range.ts";
import type { Bounds, Vote } from "../model/decision.ts";
import type { Feature } from "../model/feature.ts";
import type { MeasuredLoad } from "../model/metric-vote.ts";
import type { Observation } from "../model/observation/observation.ts";
import type { AutoscalerProfile } from "../model/spec/profile.ts";
import type { Settings } from "../model/spec/settings.ts";
import type { EpochMs } from "../model/values/result.ts";
import type { Pause } from "../model/pauses.ts";
import type { Behavior, DefaultedSpec } from "../spec/defaults.ts";
import { enforceBounds, keepInBounds } from "./bounds.ts";
import { combineMetrics, combineVotes } from "./combine.ts";
import { coolDown } from "./cooldown.ts";
import { followForecast, returnForecast } from "./forecast/follow-forecast.ts";
import { roundToGroups } from "./groups.ts";
import { holdUnhealthy } from "./health-gate.ts";
import { activate, delayIdling } from "./scale-to-zero/idle.ts";
import { stepIntentions } from "./intentions.ts";
import { limitRate } from "./limits.ts";
import { monitorTotal } from "./monitored.ts";
import { pauseScaleDown } from "./pause.ts";
import { orderRemoval } from "./removal-order.ts";
import { holdRollout } from "./rollout.ts";
import { descendToCap } from "./schedules/descend-to-cap.ts";
import { stabilize } from "./stabilize.ts";
import { respectZero } from "./scale-to-zero/zero.ts";

/** What every feature may read; each declares its own part. */
export interface ProportionalContext {
  readonly now: EpochMs;
  readonly currentReplicas: number;
  readonly votes: readonly Vote[];
  readonly rule: StabilizationRule;
  readonly behavior: Behavior | null;
  readonly bounds: Bounds | null;
  readonly scaleDownPause: Pause | null;
  readonly keptForNow: number;
  readonly cap: number | null;
  readonly profile: AutoscalerProfile;
}

export interface AutoscalerContext extends ProportionalContext {
  readonly windowed?: number | null;
  readonly fired?: number | null;
  readonly loads: readonly (MeasuredLoad | null)[];
  /** With the bounds of the active window. */
  readonly spec: DefaultedSpec;
  /** As it is written. */
  readonly given: DefaultedSpec;
  readonly settings: Settings;
  readonly observation: Observation;
}

/** The features of an Autoscaler, in order. The first count is the current one. */
export const autoscalerFeatures: readonly Feature<AutoscalerContext>[] = [
  respectZero,
  combineMetrics,
  followForecast,
  stabilize,
  returnForecast,
  roundToGroups,
  stepIntentions,
  descendToCap,
  holdRollout,
  holdUnhealthy,
  pauseScaleDown,
  coolDown,
  delayIdling,
  limitRate,
  activate,
  enforceBounds,
  monitorTotal,
  orderRemoval,
];

export const proportionalFeatures: readonly Feature<ProportionalContext>[] = [
  combineVotes,
  stabilize,
  pauseScaleDown,
  limitRate,
  activate,
  keepInBounds,
];

/** The features that do nothing without a right which an administrator grants. */
export const permissions = autoscalerFeatures.flatMap(({ field, permission }) =>
  field && permission ? [{ field, ...permission }] : [],
);
