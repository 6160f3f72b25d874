import { parseHistory } from "./history-codec.ts";
import type { History, Interval } from "./history.ts";
import { freshTimer, type ThresholdTimer } from "./threshold-timer.ts";

/**
 * Whether a process that goes on from `saved` decides nothing less conservatively than one that goes
 * on from `actual` (I3). Both as they are in a status.
 *
 * Recommendations: in no window that ends now or later does it find a lower highest one, or a higher
 * lowest one. So what is lower than the highest one that stands in `saved` can wait, and what is
 * higher cannot. Rollouts: none is held for less long. Thresholds: they wait as long, and hold no
 * count that is not asked for any more.
 */
export function isAsCautious(saved: unknown, actual: unknown): boolean {
  const [before, after] = [parseHistory(saved, Infinity), parseHistory(actual, Infinity)];
  if (!before.ok || !after.ok) return false;
  const { recommendations: highs, lowestRecommendations: lows, rollout: begun } = before.value;
  const { recommendations, lowestRecommendations, rollout, thresholds } = after.value;
  return (
    outlasts(highs, recommendations, 1) &&
    outlasts(lows, lowestRecommendations, -1) &&
    holdsAsLong(begun, rollout) &&
    waitAsLong(before.value.thresholds, thresholds)
  );
}

/** What is no longer among the actual ones is of a threshold that is gone. */
const waitAsLong = (saved: readonly ThresholdTimer[], actual: readonly ThresholdTimer[]): boolean =>
  actual.every(timer => {
    const found = saved.find(({ name }) => name === timer.name);
    const isSame = found?.condition === timer.condition;
    return waitsAsLong(isSame ? found : freshTimer(timer.name, timer.condition), timer);
  });

/**
 * A wait that is not saved only begins later. A level that is not would be set anew at whatever count
 * there is then, after somebody's edit too, which ends it and the wait with it.
 */
function waitsAsLong(saved: ThresholdTimer, actual: ThresholdTimer): boolean {
  if (saved.level !== actual.level) return false;
  if (saved.since !== null) return actual.since !== null && saved.since >= actual.since;
  return (saved.notBefore ?? -Infinity) >= (actual.notBefore ?? -Infinity);
}

/**
 * A rollout that began later is held for longer, and one that is not known begins when it is seen;
 * but one that is over, if it is taken for the next one, shortens the hold of that.
 */
const holdsAsLong = (saved: History["rollout"], actual: History["rollout"]): boolean =>
  saved === null || (actual !== null && saved.since >= actual.since);

/**
 * Of two queues of intervals, the newest of which stands until now, whenever that is: whether the
 * first is nowhere below (-1: above) the second. Values only fall (rise), so it is enough to look
 * where an interval of the first begins.
 */
function outlasts(saved: readonly Interval[], actual: readonly Interval[], sign: 1 | -1): boolean {
  const [oldest] = actual;
  if (!oldest) return true;
  if (saved.length === 0) return false;
  return saved.every(({ value, since }, index) => {
    // Before its first interval a queue says the same as in it.
    const standing = index === 0 ? oldest : actual.findLast(other => other.since <= since);
    return value * sign >= (standing ?? oldest).value * sign;
  });
}
