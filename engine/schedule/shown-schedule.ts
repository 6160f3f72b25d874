import type { ScheduleStatus } from "../../crds/generated/autoscaler.ts";
import type { EpochMs } from "../result.ts";
import { segmentAt } from "./segment.ts";
import type { Schedule } from "../spec/autoscaler-spec.ts";
import { timestamp } from "../timestamp.ts";

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
