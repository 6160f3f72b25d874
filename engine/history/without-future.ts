import type { History, Interval, RolloutClock, ScaleEvent } from "./history.ts";
import type { EpochMs } from "../result.ts";
import { ofAnyAge } from "./scale-record.ts";
import type { ThresholdTimer } from "./threshold-timer.ts";

/**
 * A time in the future counts as now: the clock was ahead when it was recorded, and it cannot be
 * later than that. So no wait is longer than its configured length, whatever the clock does.
 * Upstream's lists keep their times. Returns the same object if nothing is in the future.
 */
export function withoutFuture(history: History, now: EpochMs): History {
  if (!isAhead(history, now)) return history;
  const { pending, added, rollout, healthHold: hold, cap, idle, reset } = history;
  return {
    ...history,
    recommendations: history.recommendations.map(interval => past(interval, now)),
    lowestRecommendations: history.lowestRecommendations.map(interval => past(interval, now)),
    scaleEvents: history.scaleEvents.map(event => pastEvent(event, now)),
    pending: pending && { ...pending, time: Math.min(pending.time, now) },
    ...(added && { added: { ...added, time: Math.min(added.time, now) } }),
    rollout: rollout && pastRollout(rollout, now),
    healthHold: hold && { ...past(hold, now), until: pastOrNull(hold.until, now) },
    ...(cap && { cap: past(cap, now) }),
    thresholds: history.thresholds.map(timer => pastTimer(timer, now)),
    idle: idle && "since" in idle ? past(idle, now) : idle,
    failures: history.failures.map(clock => past(clock, now)),
    points: history.points.map(point => ({ ...point, time: Math.min(point.time, now) })),
    ...(reset && { reset: past(reset, now) }),
  };
}

const past = <T extends Pick<Interval, "since">>(one: T, now: EpochMs): T =>
  one.since > now ? { ...one, since: now } : one;

/** An announcement is never later than the rollout that follows it. */
function pastRollout(rollout: RolloutClock, now: EpochMs): RolloutClock {
  const { announced } = rollout;
  const known = past(rollout, now);
  return announced === undefined ? known : { ...known, announced: Math.min(announced, now) };
}

/** The real age of an event in the future is unknown, and stays unknown after it is set to now. */
function pastEvent(event: ScaleEvent, now: EpochMs): ScaleEvent {
  const { time, span } = event;
  const known = span ? { ...event, span: past(span, now) } : event;
  return time > now ? { ...known, time: now, span: ofAnyAge(known) } : known;
}

const pastTimer = (timer: ThresholdTimer, now: EpochMs): ThresholdTimer => ({
  ...timer,
  since: pastOrNull(timer.since, now),
  last: pastOrNull(timer.last, now),
  notBefore: pastOrNull(timer.notBefore, now),
});

const pastOrNull = (time: EpochMs | null, now: EpochMs): EpochMs | null =>
  time === null ? null : Math.min(time, now);

function isAhead(history: History, now: EpochMs): boolean {
  const { recommendations, lowestRecommendations, scaleEvents, thresholds, failures } = history;
  const { pending, added, rollout, healthHold, cap, idle, reset, points } = history;
  const idleSince = idle && "since" in idle ? idle.since : null;
  const isLater = (time: EpochMs | null | undefined): boolean => (time ?? -Infinity) > now;
  const starts = [
    rollout,
    healthHold,
    cap,
    reset,
    ...recommendations,
    ...lowestRecommendations,
    ...failures,
  ];
  return (
    [pending?.time, added?.time, healthHold?.until, idleSince].some(isLater) ||
    starts.some(each => isLater(each?.since)) ||
    points.some(({ time }) => isLater(time)) ||
    scaleEvents.some(({ time, span }) => isLater(time) || isLater(span?.since)) ||
    thresholds.some(({ since, last, notBefore }) => [since, last, notBefore].some(isLater))
  );
}
