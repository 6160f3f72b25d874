import { parseHistory } from "./history-codec.ts";
import { type FailureClock, failingSince, type History, type Interval } from "./history.ts";
import { endsNoEarlier } from "./idle-clock.ts";
import { allowsNoOlder } from "./point-clock.ts";
import { type ThresholdTimer, timerOf } from "./threshold-timer.ts";

/**
 * Whether decisions based on `saved` are at least as conservative as decisions based on `actual`
 * (I3). Both are in the form that `.status` holds.
 *
 * Recommendations: in every window that ends now or later, `saved` has no lower maximum and no
 * higher minimum. So saving a recommendation below the saved maximum can wait; saving a higher one
 * cannot. Rollouts: no hold gets shorter. The health gate: no hold gets longer, either. Schedules: no maximum in force is smaller.
 * Thresholds: they wait as long, and fail as soon. Fallbacks: none takes over earlier. The last
 * replica: it stays as long. Values: none counts that is older.
 */
export function isAsSafe(saved: unknown, actual: unknown): boolean {
  const [before, after] = [parseHistory(saved, Infinity), parseHistory(actual, Infinity)];
  if (!before.ok || !after.ok) return false;
  const [old, current] = [before.value, after.value];
  return (
    outlasts(old.recommendations, current.recommendations, 1) &&
    outlasts(old.lowestRecommendations, current.lowestRecommendations, -1) &&
    holdsAsLong(old.rollout, current.rollout) &&
    isSameHold(old.healthHold, current.healthHold) &&
    isAsHigh(old.cap, current.cap) &&
    waitAsLong(old.thresholds, current.thresholds) &&
    old.failures.every(clock => isNoEarlier(clock, current.failures)) &&
    endsNoEarlier(old.idle, current.idle) &&
    allowsNoOlder(old.points, current.points)
  );
}

/** A clock of a metric that has recovered would count for its next failure. */
const isNoEarlier = (saved: FailureClock, actual: readonly FailureClock[]): boolean =>
  saved.since >= (failingSince(actual, saved.metric) ?? Infinity);

/** A saved timer without an actual one belongs to a removed threshold. */
const waitAsLong = (saved: readonly ThresholdTimer[], actual: readonly ThresholdTimer[]): boolean =>
  actual.every(timer => {
    const { name, condition, addsReplicas } = timer;
    return waitsAsLong(timerOf(saved, name, condition, addsReplicas), timer);
  });

/** A wait that is not saved only begins later. Samples too far apart block scale-down. */
function waitsAsLong(saved: ThresholdTimer, actual: ThresholdTimer): boolean {
  if (saved.gapSeconds.length < actual.gapSeconds.length) return false;
  if (saved.since !== null) return actual.since !== null && saved.since >= actual.since;
  return (saved.notBefore ?? -Infinity) >= (actual.notBefore ?? -Infinity);
}

/**
 * A later start makes the hold longer, and an unsaved rollout starts when it is observed. But if a
 * finished rollout is still saved, the next rollout is taken for it and held for less time. So is
 * the next rollout of the saved kind if the kind has changed.
 */
const holdsAsLong = (saved: History["rollout"], actual: History["rollout"]): boolean =>
  saved === null ||
  (actual !== null &&
    saved.kind === actual.kind &&
    saved.since >= actual.since &&
    (saved.announced ?? Infinity) >= (actual.announced ?? Infinity));

/** A hold that is not saved would begin again, and an end that is not saved would come later. */
const isSameHold = (saved: History["healthHold"], actual: History["healthHold"]): boolean =>
  saved?.since === actual?.since && saved?.until === actual?.until;

/** Without a saved maximum, one that a window lowers seems to have been lowered by a person. */
const isAsHigh = (saved: History["cap"], actual: History["cap"]): boolean =>
  actual === undefined ||
  (saved !== undefined &&
    saved.max >= actual.max &&
    (saved.from ?? saved.max) >= (actual.from ?? actual.max));

/**
 * Whether `saved` is nowhere below `actual` (sign -1: nowhere above it). The newest interval of
 * either queue is open-ended. Values only fall (-1: rise), so checking where each interval of
 * `saved` begins is enough. Without any, the current count is the highest, which saved ones may be below.
 */
function outlasts(saved: readonly Interval[], actual: readonly Interval[], sign: 1 | -1): boolean {
  const [oldest] = actual;
  if (!oldest) return sign === -1 || saved.length === 0;
  if (saved.length === 0) return false;
  return saved.every(({ value, since }, index) => {
    // Before its first interval, a queue has the value of that interval.
    const standing = index === 0 ? oldest : actual.findLast(other => other.since <= since);
    return value * sign >= (standing ?? oldest).value * sign;
  });
}
