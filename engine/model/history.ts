// engine/model/: what a decision reads and returns; it imports only itself and the types of the CRDs.

import { isSameJson } from "./values/json-values.ts";
import type { EpochMs } from "./values/result.ts";
import type { InMemory } from "./codec.ts";
import type * as saved from "./generated/history.ts";
import type { IdleClock } from "./idle-clock.ts";
import type { PointClock } from "./point-clock.ts";
import type { ThresholdTimer } from "./threshold-timer.ts";
import type { UpstreamLists } from "./upstream-lists.ts";

/** A recommendation that stood from `since` to the next interval's `since` (the last one: until now). */
export type Interval = InMemory<saved.SerializedInterval>;

/**
 * A written change of the replica count: positive up, negative down.
 *
 * cause  "Bounds": no vote asked for it, so it uses up no rate policy; absent: the votes did
 * span  only for an uncertain event: several changes since then that a window may cover in part,
 *       one change at an unknown time since then, or one that may not have happened. `up` and
 *       `down` are the maximum in each direction. A scale-up limit counts `up` and a scale-down
 *       limit counts `down`, so that neither is loosened.
 */
export type ScaleEvent = InMemory<saved.SerializedEvent>;

/**
 * A change about to be written. It is in the status before it is on the target.
 *
 * scaledToZero  the value of `History.scaledToZero` after the change; absent: null
 * cause         that of the event
 * answered      the total to which the change adds all replicas that the votes ask for; absent: it
 *               adds fewer or none, or no cooldown asks
 */
export type PendingScale = InMemory<saved.SerializedPending>;

/**
 * The latest addition of all replicas that the votes asked for, and its total.
 *
 * moved  the replicas that this object has added and removed since; absent: none
 */
export type Addition = InMemory<saved.SerializedAddition>;

/** What a change after this decision leaves in the history. The spec is not available when it is written. */
export interface RescaleContext extends Pick<PendingScale, "cause" | "answered"> {
  /** Whether scaling may end a 0 that is written now; null: not tracked. */
  readonly mayIdle: boolean | null;
  /** The longest policy period of each direction; null: no policies, so no events are kept for them. */
  readonly longestPeriodSeconds: { readonly scaleUp: number; readonly scaleDown: number } | null;
}

/**
 * The rollout in progress.
 *
 * since      when its present kind was first seen
 * kind       absent: an earlier version stored it
 * announced  of a rollout that the status of a target shows: when the announcement before it was
 *            first seen; absent: there was none
 */
export type RolloutClock = InMemory<saved.SerializedRollout>;

/** A hold of the health gate. until: when it ended; null: it lasts. */
export interface HealthHold {
  readonly since: EpochMs;
  readonly until: EpochMs | null;
}

/**
 * The maximum that schedules set.
 *
 * max    at the latest decision
 * since  when it was first applied
 * from   the maximum in force while the count descends to `max`; absent: it is reached
 */
export type ScheduledCap = InMemory<saved.SerializedCap>;

/**
 * Why a new history began although there was one before, and when.
 *
 * UnknownVersion  another release has written it in another format
 * InvalidHistory  another client has changed it
 */
export type HistoryReset = InMemory<saved.SerializedReset>;

/**
 * Since when a metric has failed. Only metrics with a fallback have a clock, and only while they
 * fail.
 *
 * metric  what it asks, as text (`questionOf`): the clock survives another order of the list, and
 *         does not apply to another question
 */
export type FailureClock = InMemory<saved.SerializedFailure>;

export const failingSince = (clocks: readonly FailureClock[], metric: string): EpochMs | null =>
  clocks.find(clock => clock.metric === metric)?.since ?? null;

/**
 * Everything that the next decision on one target needs besides its observation. It is stored in
 * `.status` (versioned, validated on load) and nowhere else; everything else in memory is a cache.
 *
 * recommendations        oldest first; values strictly fall: an older, smaller one can never be the
 *                        highest of a window that ends now, so it is not kept (see `recordHigh`)
 * lowestRecommendations  the same for the lowest: values rise; kept only while scale-up has a
 *                        window
 * scaleEvents            oldest first
 * scaledToZero           upstream's condition ScaledToZero; null: the object does not have it
 * added                  only with a cooldown
 * rollout                only if the spec asks for a hold
 * healthHold             the latest hold of the health gate, until the gate has rested
 * cap                    absent without schedules
 * thresholds             the timers of the thresholds
 * idle                   how long every metric that could start the workload has been inactive; null: one
 *                        is active, or the spec does not ask
 * failures               of the metrics that have a fallback and fail, and of thresholds that fail
 * points                 of the metrics whose values are seldom measured
 * lists                  upstream's own form of the past, which decides instead under its profile.
 *                        Only its events are saved; after a restart the intervals replace the rest
 * reset                  absent, unless an earlier history was lost within the last hour
 * nextTarget             of several workloads, the uid of the one to scale next; null: sizes decide.
 *                        Not saved: every decision sets it again
 * terms                  not saved: every decision sets them again
 */
export interface History {
  readonly version: 1;
  readonly targetUID: string;
  readonly recommendations: readonly Interval[];
  readonly lowestRecommendations: readonly Interval[];
  readonly scaleEvents: readonly ScaleEvent[];
  readonly pending: PendingScale | null;
  readonly scaledToZero: boolean | null;
  readonly added?: Addition | undefined;
  readonly rollout: RolloutClock | null;
  readonly healthHold: HealthHold | null;
  readonly cap?: ScheduledCap | undefined;
  readonly thresholds: readonly ThresholdTimer[];
  readonly idle: IdleClock | null;
  readonly failures: readonly FailureClock[];
  readonly points: readonly PointClock[];
  readonly lists: UpstreamLists | null;
  readonly reset?: HistoryReset | undefined;
  readonly nextTarget?: string | null;
  readonly terms: RescaleContext | null;
}

/** The same object if no part changes. */
export function update(history: History, parts: Partial<History>): History {
  const known: Partial<History> = history;
  const names = Object.keys(parts) as (keyof History)[];
  const isSame = names.every(name => isSameJson(parts[name], known[name]));
  return isSame ? history : { ...history, ...parts };
}

export const emptyHistory = (targetUID: string): History => ({
  version: 1,
  targetUID,
  recommendations: [],
  lowestRecommendations: [],
  scaleEvents: [],
  pending: null,
  scaledToZero: null,
  rollout: null,
  healthHold: null,
  thresholds: [],
  idle: null,
  failures: [],
  points: [],
  lists: null,
  terms: null,
});
