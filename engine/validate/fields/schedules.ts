import { hiddenWindows } from "../../features/schedules/hidden-window.ts";
import { parseCron, type CronTimes } from "../../features/schedules/cron-times.ts";
import { isTimeZone } from "../../model/values/time-zone.ts";
import type { FieldReader, Parts } from "../../schema/field-reader.ts";
import { show } from "../../model/values/short-text.ts";

/** The windows of a spec, one in each part. Returns whether a window lets the workload idle. */
export function* checkSchedules(spec: FieldReader): Parts<{ readonly mayIdleInWindow: boolean }> {
  const schedules = spec.objects("schedules");
  const search = { isOver: false };
  let areValid = true;
  for (const schedule of schedules) {
    areValid = !hasOneTime(schedule) && checkScheduleTimes(schedule, search) && areValid;
    yield;
  }
  if (areValid) yield* warnOfHidden(schedules);
  warnOfUnusedCaps(spec, schedules);
  return { mayIdleInWindow: schedules.some(schedule => schedule.number("minReplicas") === 0) };
}

/** The CRD has a rule for it. */
const hasOneTime = (schedule: FieldReader): boolean =>
  schedule.text("start") === schedule.text("end");

/** More warnings than that help no more. */
const mostHidden = 3;

/** A cap comes down under the scale-down policies. */
function warnOfUnusedCaps(spec: FieldReader, schedules: readonly FieldReader[]): void {
  const policy = spec.object("behavior")?.object("scaleDown")?.text("selectPolicy");
  if (policy !== "Disabled") return;
  const capped = schedules.find(schedule => schedule.has("maxReplicas"));
  capped?.warn("maxReplicas", {
    code: "ScheduleCapUnused",
    message: "takes no replicas away, because behavior.scaleDown.selectPolicy is Disabled",
    remedy: "write policies that allow some in place of Disabled, or remove maxReplicas",
  });
}

function* warnOfHidden(schedules: readonly FieldReader[]): Parts {
  const text = (schedule: FieldReader | undefined, key: string) => schedule?.text(key) ?? "";
  const list = schedules.map(schedule => ({
    timeZone: text(schedule, "timeZone"),
    start: text(schedule, "start"),
    end: text(schedule, "end"),
  }));
  let left = mostHidden;
  for (const found of hiddenWindows(list, aTime)) {
    if (yield) return;
    if (!found || left-- <= 0) continue;
    const name = text(schedules[found.by], "name");
    schedules[found.hidden]?.warn("", {
      code: "ScheduleHidden",
      message: `whenever it is active, so is an earlier one, such as ${name}, and the first active one counts`,
      remedy: `move it before ${name}, or remove it`,
    });
  }
}

/** Without a zone, an expression is still checked. The CRD's rules report the zone. */
const anyZone = "Etc/UTC";

/**
 * To find that a time never comes takes up to 50 ms. Admission waits for it, and a spec has up to 100 times. After
 * the first of them, the calendar is not searched for the others.
 */
interface Search {
  isOver: boolean;
}

/** Whether the times can be calculated. */
export function checkScheduleTimes(schedule: FieldReader, search: Search = { isOver: false }) {
  const zone = schedule.text("timeZone");
  const isKnown = zone !== undefined && isTimeZone(zone);
  const timeZone = isKnown ? zone : anyZone;
  const [starts, ends] = ["start", "end"].map(key => {
    const times = parseTimes(schedule, key, timeZone);
    return times && comes(schedule, key, times, search) ? times : undefined;
  });
  if (!starts || !ends) return false;
  if (!alwaysComesWith(ends, starts)) return isKnown;
  schedule.report("end", {
    code: "ScheduleEndless",
    message: "comes only with a start, so the window would never end",
    remedy: "write an end at another time, or the bounds into the spec",
  });
  return false;
}

/**
 * The calendar repeats itself after 400 years, and no search is longer. The rules of time zones change: the rules
 * of a recent year decide which windows overlap.
 */
const aTime = Date.UTC(2026, 0, 1);

/** undefined: absent or malformed. */
function parseTimes(schedule: FieldReader, key: string, timeZone: string): CronTimes | undefined {
  const text = schedule.text(key);
  if (text === undefined) return undefined;
  const times = parseCron(text, timeZone);
  if (!times.ok) {
    schedule.report(key, {
      code: "CronMalformed",
      message: `${show(text)} is not a cron expression: ${times.error}`,
      remedy:
        "write minute, hour, day of the month, month and day of the week, such as 0 8 * * 1-5",
    });
    return undefined;
  }
  return times.value;
}

/** Whether the calendar has such a time; false also if that is not looked at. */
function comes(schedule: FieldReader, key: string, times: CronTimes, search: Search): boolean {
  if (search.isOver) return false;
  if (times.firstAfter(aTime) !== null) return true;
  search.isOver = true;
  schedule.report(key, {
    code: "CronNeverComes",
    message: `${show(schedule.text(key) ?? "")} is a day that no calendar has, so it never comes`,
    remedy: "write a day that the month has, or L for its last day",
  });
  return false;
}

/** Whether each time of one comes with a time of the other, as far as eight of them show. */
function alwaysComesWith(times: CronTimes, others: CronTimes): boolean {
  let at: number | null = aTime;
  for (let count = 0; count < 8; count++) {
    at = times.firstAfter(at);
    // To look forward from the millisecond before takes half of the time.
    if (at === null || others.firstAfter(at - 1) !== at) return false;
  }
  return true;
}
