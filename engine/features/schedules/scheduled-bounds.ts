import { type History, type ScheduledCap, update } from "../../model/history.ts";
import type { EpochMs } from "../../model/values/result.ts";
import type { Schedule } from "../../model/spec/autoscaler-spec.ts";
import type { DefaultedSpec } from "../../spec/defaults.ts";
import { inWholeGroups, wholeGroups } from "../../arithmetic/whole-groups.ts";
import { calculated, type Segment, segmentAt } from "./segment.ts";
import type { ScheduleStatus } from "../../../crds/generated/autoscaler.ts";
import { timestamp } from "../../model/values/time.ts";

type Scheduled = Pick<
  DefaultedSpec,
  "minReplicas" | "maxReplicas" | "leastReplicas" | "replicaMultiple" | "schedules"
>;

/**
 * A spec with the bounds in force: those of the active window, as far as it sets any, in whole
 * groups of replicas.
 */
export const inWindow = <Spec extends Scheduled>(spec: Spec, now: EpochMs): Spec =>
  withBounds(spec, activeWindow(spec, now));

/** The window whose bounds are in force; null: none. */
export const activeWindow = ({ schedules }: Scheduled, now: EpochMs): Schedule | null =>
  schedules ? windowIn(schedules, segmentAt(schedules, now)) : null;

const windowIn = (schedules: readonly Schedule[], { active }: Segment): Schedule | null =>
  active === null ? null : (schedules[active] ?? null);

function withBounds<Spec extends Scheduled>(spec: Spec, window: Schedule | null): Spec {
  if (window === null) return inWholeGroups(spec);
  const { minReplicas = spec.minReplicas, maxReplicas = spec.maxReplicas } = window;
  const least = Math.max(spec.leastReplicas ?? 0, minReplicas);
  return inWholeGroups({ ...spec, minReplicas: least, maxReplicas });
}

/** When the bounds of a spec may change by themselves; null: never. */
export const boundsChangeAt = ({ schedules }: Scheduled, now: EpochMs): EpochMs | null =>
  schedules ? segmentAt(schedules, now).until : null;

interface CapContext {
  /** As it is written. */
  readonly given: Scheduled;
  /** With the bounds of the active window. */
  readonly spec: Pick<DefaultedSpec, "maxReplicas">;
  readonly currentReplicas: number;
  readonly now: EpochMs;
}

/**
 * Follows the maximum from decision to decision. If a window lowers it, the count descends to it
 * under the scale-down policies: until then, the maximum in force is the count last written, in
 * whole groups. If a person lowers it, it is in force at once, as without schedules.
 */
export function trackCap(history: History, context: CapContext): History {
  const { given, spec, currentReplicas, now } = context;
  const { cap: before } = history;
  if (!given.schedules) return update(history, { cap: undefined });
  const { maxReplicas: max } = spec;
  const isByTime = !before || max >= before.max || isLoweredByTime(given, before, max);
  const count = wholeGroups(currentReplicas, given.replicaMultiple);
  const from = isByTime ? Math.min(limitOf(history) ?? max, count) : max;
  const since = before?.max === max ? before.since : now;
  return update(history, { cap: { max, since, ...(from > max ? { from } : {}) } });
}

/** Whether today's spec had a larger maximum when the previous one came into force. */
function isLoweredByTime(given: Scheduled, { since }: ScheduledCap, max: number): boolean {
  const { schedules = [] } = given;
  return withBounds(given, windowIn(schedules, calculated(schedules, since))).maxReplicas > max;
}

/** The maximum in force after the previous decision; null: there was none. What was lost may have been any. */
const limitOf = ({ cap, reset }: Pick<History, "cap" | "reset">): number | null =>
  cap ? (cap.from ?? cap.max) : reset ? Infinity : null;

/**
 * Whether a count has to be corrected at once, without votes. A 0 is left alone, unless scaling
 * itself went there and a window has raised the minimum.
 */
export function isOutOfBounds(
  given: Scheduled,
  history: History,
  { total, target }: { readonly total: number; readonly target: number },
  now: EpochMs,
): boolean {
  const spec = inWindow(given, now);
  const { minReplicas, maxReplicas } = spec;
  const { scaledToZero } = history;
  if (total === 0) return given.schedules !== undefined && minReplicas > 0 && scaledToZero === true;
  const { cap } = trackCap(history, { given, spec, currentReplicas: total, now });
  return total < minReplicas || target > (cap?.from ?? maxReplicas);
}

/** The windows in force now and next. It changes only at boundaries. */
export function shownSchedule(
  schedules: readonly Schedule[] | undefined,
  now: EpochMs,
): { readonly schedule?: ScheduleStatus } {
  if (!schedules) return {};
  const { active, until, next, nextAt } = segmentAt(schedules, now);
  const nameOf = (index: number | null): string | undefined =>
    index === null ? undefined : schedules[index]?.name;
  const [activeName, nextName] = [nameOf(active), nameOf(next)];
  return {
    schedule: {
      ...(activeName === undefined ? {} : { active: activeName }),
      ...(until === null ? {} : { until: timestamp(until) }),
      ...(nextName === undefined ? {} : { next: nextName }),
      ...(nextAt === null ? {} : { nextAt: timestamp(nextAt) }),
    },
  };
}
