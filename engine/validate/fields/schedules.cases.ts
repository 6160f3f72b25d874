import { type AutoscalerCase, spec } from "../testing/autoscaler-spec.ts";
import { many } from "../testing/spec-case.ts";

const office = {
  ...{ name: "office", timeZone: "Europe/Berlin", start: "0 8 * * 1-5", end: "0 20 * * 1-5" },
  minReplicas: 5,
};
const schedules = (...list: unknown[]) => spec({ schedules: list });
const schedule = (fields: object) => schedules({ ...office, ...fields });
const queue = {
  type: "External",
  external: { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "5" } },
};
const wakes = {
  name: "any",
  type: "Value",
  value: {
    ...{ metric: { type: "External", external: { metric: { name: "queue" } } }, value: "1" },
    ...{ comparison: "GreaterThan", durationSeconds: 30, increment: 1 },
  },
};

/** What the CRD states. */
// prettier-ignore
const stated: readonly AutoscalerCase[] = [
  { when: "a schedule",                        spec: schedule({}),                                                errors: [] },
  { when: "no schedules",                      spec: schedules(),                                                 errors: [] },
  { when: "a schedule with both bounds beyond the spec's", spec: schedule({ minReplicas: 20, maxReplicas: 80 }),  errors: [] },
  { when: "a schedule with a maximum",         spec: schedule({ minReplicas: null, maxReplicas: 3 }),             errors: [] },
  { when: "50 schedules",                      spec: schedules(...many(50, at => ({ ...office, name: `s-${at}` }))), errors: [], warnings: ["ScheduleHidden", "ScheduleHidden", "ScheduleHidden"] },
  { when: "a window that an earlier one always hides", spec: schedules(office, { ...office, name: "lunch", start: "0 12 * * 1-5", end: "0 14 * * 1-5" }), errors: [], warnings: ["ScheduleHidden"] },
  { when: "a window that two earlier ones hide together", spec: schedules({ ...office, end: "0 12 * * 1-5" }, { ...office, name: "late", start: "0 12 * * 1-5" }, { ...office, name: "core", start: "0 11 * * 1-5", end: "0 13 * * 1-5" }), errors: [], warnings: ["ScheduleHidden"] },
  { when: "a window that one of another time zone always hides", spec: schedules(office, { ...office, name: "lunch", timeZone: "America/New_York", start: "0 12 * * 1", end: "0 14 * * 1" }), errors: [], warnings: ["ScheduleHidden"] },
  { when: "a window that an earlier one hides on weekdays", spec: schedules(office, { ...office, name: "lunch", start: "0 12 * * *", end: "0 14 * * *" }), errors: [] },
  { when: "a window that begins before an earlier one ends", spec: schedules(office, { ...office, name: "night", start: "0 19 * * *", end: "0 6 * * *" }), errors: [] },
  { when: "a hidden window that comes first in the list", spec: schedules({ ...office, name: "lunch", start: "0 12 * * 1-5", end: "0 14 * * 1-5" }, office), errors: [] },
  { when: "a cap where nothing may be taken away", spec: spec({ schedules: [{ ...office, maxReplicas: 8 }], behavior: { scaleDown: { selectPolicy: "Disabled" } } }), errors: [], warnings: ["ScheduleCapUnused"] },
  { when: "51 schedules",                      spec: schedules(...many(51, at => ({ ...office, name: `s-${at}` }))), errors: ["TooMany"] },
  { when: "schedules that are text",           spec: spec({ schedules: "0 8 * * *" }),                            errors: ["Type"] },
  { when: "two schedules of one name",         spec: schedules(office, office),                                   errors: ["Duplicate"], warnings: ["ScheduleHidden"], bySchema: true },
  { when: "a schedule without a name",         spec: schedule({ name: null }),                                    errors: ["Required"] },
  { when: "a malformed name of a schedule",    spec: schedule({ name: "Office hours" }),                          errors: ["ScheduleNameMalformed"] },
  { when: "a schedule without a time zone",    spec: schedule({ timeZone: null }),                                errors: ["Required"] },
  { when: "a schedule in UTC",                 spec: schedule({ timeZone: "Etc/UTC" }),                           errors: [] },
  { when: "a schedule in the short name of UTC", spec: schedule({ timeZone: "UTC" }),                             errors: [] },
  { when: "a time zone of three parts",        spec: schedule({ timeZone: "America/Argentina/Buenos_Aires" }),    errors: [] },
  { when: "an offset in place of a time zone", spec: schedule({ timeZone: "+01:00" }),                            errors: ["TimeZoneMalformed"] },
  { when: "an unknown time zone",              spec: schedule({ timeZone: "Europe/Berln" }),                      errors: ["TimeZoneUnknown"] },
  { when: "a schedule without a start",        spec: schedule({ start: null }),                                   errors: ["Required"] },
  { when: "a schedule without an end",         spec: schedule({ end: null }),                                     errors: ["Required"] },
  { when: "a start with names",                spec: schedule({ start: "0 8 * JAN-MAR MON-FRI" }),               errors: [] },
  { when: "a start on the last day",           spec: schedule({ start: "0 8 L * *" }),                            errors: [] },
  { when: "a start on the second Friday",      spec: schedule({ start: "0 8 * * 5#2" }),                          errors: [] },
  { when: "a start on a leap day",             spec: schedule({ start: "0 8 29 2 *" }),                           errors: [] },
  { when: "a start between spaces",            spec: schedule({ start: " 0  8 * * * " }),                         errors: [] },
  { when: "a start of four fields",            spec: schedule({ start: "8 * * 1-5" }),                            errors: ["CronMalformed"] },
  { when: "a start with seconds",              spec: schedule({ start: "0 0 8 * * 1-5" }),                        errors: ["CronMalformed"] },
  { when: "a nickname of an expression",       spec: schedule({ start: "@daily" }),                               errors: ["CronMalformed"] },
  { when: "a start with its time zone",        spec: schedule({ start: "TZ=UTC 0 8 * * *" }),                     errors: ["CronMalformed"] },
  { when: "a malformed end",                   spec: schedule({ end: "20:00" }),                                  errors: ["CronMalformed"] },
  { when: "a start of 101 characters",         spec: schedule({ start: `0 ${"8,".repeat(46)}8 * * *` }),          errors: ["TooLong"] },
  { when: "an end that is the start",          spec: schedule({ end: office.start }),                             errors: ["ScheduleEndless"] },
  { when: "a schedule without a bound",        spec: schedule({ minReplicas: null }),                             errors: ["ScheduleUnbounded"] },
  { when: "a negative minimum in a schedule",  spec: schedule({ minReplicas: -1 }),                               errors: ["Range"] },
  { when: "a maximum of 0 in a schedule",      spec: schedule({ minReplicas: null, maxReplicas: 0 }),             errors: ["Range"] },
  { when: "bounds of a schedule that cross",   spec: schedule({ minReplicas: 5, maxReplicas: 4 }),                errors: ["MaxBelowMin"] },
  { when: "a minimum above the spec's maximum", spec: schedule({ minReplicas: 11 }),                              errors: ["ScheduleCrossesBounds"] },
  { when: "a maximum below the spec's minimum", spec: spec({ minReplicas: 4, schedules: [{ ...office, minReplicas: null, maxReplicas: 3 }] }), errors: ["ScheduleCrossesBounds"] },
  { when: "a minimum that is the spec's maximum", spec: schedule({ minReplicas: 10 }),                            errors: [] },
  { when: "a window that idles for good",      spec: schedule({ minReplicas: 0 }),                                errors: ["IdleForGood"] },
  { when: "a window that idles without scale-up", spec: spec({ metrics: [queue], behavior: { scaleUp: { selectPolicy: "Disabled" } }, schedules: [{ ...office, minReplicas: 0 }] }), errors: ["IdleForGood"] },
  { when: "a window that a metric ends",       spec: spec({ metrics: [queue], schedules: [{ ...office, minReplicas: 0 }] }), errors: [] },
  { when: "an idle spec that a window alone ends", spec: spec({ minReplicas: 0, metrics: null, schedules: [office] }), errors: [], upstream: "refused" },
  { when: "an idle spec that a window ends, and empty lists", spec: spec({ minReplicas: 0, metrics: [], thresholds: [], schedules: [office] }), errors: [], upstream: "refused" },
  { when: "an idle spec that one of two windows ends", spec: spec({ minReplicas: 0, metrics: null, schedules: [{ ...office, name: "night", start: "0 22 * * *", end: "0 6 * * *", minReplicas: 0 }, office] }), errors: [], upstream: "refused" },
  { when: "a window that idles until it ends, without a metric", spec: spec({ metrics: null, schedules: [{ ...office, minReplicas: 0 }] }), errors: [] },
  { when: "an idle spec whose only window idles, too", spec: spec({ minReplicas: 0, metrics: null, schedules: [{ ...office, minReplicas: 0 }] }), errors: ["IdleForGood"], upstream: "refused" },
  { when: "an idle spec whose only window is a cap", spec: spec({ minReplicas: 0, metrics: null, schedules: [{ ...office, minReplicas: null, maxReplicas: 3 }] }), errors: ["IdleForGood"], upstream: "refused" },
  { when: "an idle spec with a window and a metric of pods", spec: spec({ minReplicas: 0, schedules: [office] }), errors: ["IdleForGood"], upstream: "refused" },
  { when: "a window that a threshold ends",    spec: spec({ thresholds: [wakes], schedules: [{ ...office, minReplicas: 0 }] }), errors: [] },
];

/** A HorizontalPodAutoscaler has no schedules. */
export const scheduleCases: readonly AutoscalerCase[] = stated.map(row =>
  row.errors.length === 0 ? row : { upstream: "accepted", ...row },
);

/** What only a calendar shows, and so no rule of the CRD can state. */
// prettier-ignore
export const calendarCases: readonly (AutoscalerCase & { readonly says: string })[] = [
  { when: "a minute beyond the hour",     spec: schedule({ start: "60 8 * * *" }),             errors: ["CronMalformed"], says: '"60 8 * * *" is not a cron expression: invalid value for minute: 60' },
  { when: "an hour beyond the day",       spec: schedule({ end: "0 24 * * *" }),               errors: ["CronMalformed"], says: '"0 24 * * *" is not a cron expression: invalid value for hour: 24' },
  { when: "a name that is none",          spec: schedule({ start: "0 8 * * MONDAY" }),         errors: ["CronMalformed"], says: "is not a cron expression" },
  { when: "a step without a range",       spec: schedule({ start: "5/10 8 * * *" }),           errors: ["CronMalformed"], says: "is not a cron expression" },
  { when: "a range that goes down",       spec: schedule({ start: "0 8 * * 5-1" }),            errors: ["CronMalformed"], says: "is not a cron expression" },
  { when: "30 February",                  spec: schedule({ start: "0 8 30 2 *" }),             errors: ["CronNeverComes"], says: '"0 8 30 2 *" is a day that no calendar has' },
  { when: "an end on 31 of short months", spec: schedule({ end: "0 8 31 2,4,6,9,11 *" }),      errors: ["CronNeverComes"], says: "is a day that no calendar has" },
  { when: "an end that is the start in other words", spec: schedule({ end: "00 8 * * MON-FRI" }), errors: ["ScheduleEndless"], says: "comes only with a start" },
  { when: "an end at every start, and more", spec: schedule({ end: "0 8,20 * * *" }),          errors: [], says: "" },
  { when: "an end only at a start",       spec: schedule({ start: "0 8,20 * * *", end: "0 8 * * 1" }), errors: ["ScheduleEndless"], says: "comes only with a start" },
  { when: "an end that is nearly the start", spec: schedule({ end: "1 8 * * 1-5" }),           errors: [], says: "" },
];
