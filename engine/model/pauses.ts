import { type FieldError, type EpochMs, err, ok } from "./values/result.ts";
import { shortText } from "./values/short-text.ts";
import { earliest, timestamp } from "./values/time.ts";
import type { Mode } from "./spec/autoscaler-spec.ts";

/**
 * The annotations that pause an object for a time. They are no fields of the spec, because GitOps
 * tools revert those.
 */
export const pauseAnnotations = {
  all: "autoscaling.trimtab.dev/paused-until",
  scaleDown: "autoscaling.trimtab.dev/scale-down-paused-until",
  reason: "autoscaling.trimtab.dev/paused-reason",
} as const;

/** Objects in files may contain anything. */
export type Annotations = Readonly<Record<string, unknown>> | null | undefined;

export interface Pause {
  readonly until: EpochMs;
  /** Empty: none is given. */
  readonly reason: string;
}

export interface Pauses {
  /** null: the object is not paused. */
  readonly all: Pause | null;
  /** null: scale-down is not paused. */
  readonly scaleDown: Pause | null;
  /** Annotations that are invalid, and are therefore ignored. */
  readonly ignored: readonly FieldError[];
  /** When the passing of time alone changes this; null: never. */
  readonly due: EpochMs | null;
}

export const noPauses: Pauses = { all: null, scaleDown: null, ignored: [], due: null };

const DAY_MS = 86_400_000;
/** A longer pause belongs into the spec. */
const mostDays = 30;
export const longestPauseMs = mostDays * DAY_MS;
const longestReason = 256;

/** The pauses at a moment. An expired one is none. */
export function pausesAt(annotations: Annotations, now: EpochMs): Pauses {
  const all = timeIn(annotations, "all", now);
  const scaleDown = timeIn(annotations, "scaleDown", now);
  if (all === null && scaleDown === null) return noPauses;
  const reason = reasonIn(annotations);
  const pause = (time: Time | null): Pause | null =>
    time?.error === null && time.until > now ? { until: time.until, reason } : null;
  const given = [all, scaleDown].filter(time => time !== null);
  // A time that is too far ahead counts as soon as it is near enough.
  const changes = given
    .flatMap(({ until }) => [until - longestPauseMs, until])
    .filter(at => at > now);
  return {
    ...{ all: pause(all), scaleDown: pause(scaleDown) },
    ignored: given.flatMap(({ error }) => error ?? []),
    due: earliest(changes),
  };
}

/** A paused object behaves like one whose mode is Paused. */
export const modeDuring = (mode: Mode, { all }: Pauses): Mode => (all ? "Paused" : mode);

export const isInForce = (pause: Pause | null | undefined, now: EpochMs): pause is Pause =>
  pause != null && pause.until > now;

export const pauseText = (what: string, { until, reason }: Pause): string =>
  `${what} until ${timestamp(until)}${reason === "" ? "" : `: ${reason}`}`;

/** The annotations above, if an object has any, in the length that is shown. */
export function pickPauses(annotations: Annotations): Record<string, string> | undefined {
  const kept = Object.values(pauseAnnotations).flatMap(key => {
    const value = annotations?.[key];
    return typeof value === "string" ? [[key, shortText(value, longestReason)] as const] : [];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/**
 * The errors of annotations that a user sets or changes. An unchanged one may have expired.
 *
 * Codes: NotATime, NoZone, InThePast, TooFarAhead, TooLong.
 */
export function checkPauses(next: Annotations, before: Annotations, now: EpochMs): FieldError[] {
  const isNew = (part: Part): boolean =>
    next?.[pauseAnnotations[part]] !== before?.[pauseAnnotations[part]];
  const times = (["all", "scaleDown"] as const).filter(isNew).flatMap(part => {
    const time = timeIn(next, part, now);
    if (time === null) return [];
    return time.error ?? (time.until > now ? [] : expired(part, time.until, now));
  });
  const reason = next?.[pauseAnnotations.reason];
  const isLong = typeof reason === "string" && reason.length > longestReason && isNew("reason");
  return isLong ? [...times, tooLong(reason)] : times;
}

type Part = keyof typeof pauseAnnotations;

interface Time {
  /** NaN: it cannot be read. */
  readonly until: EpochMs;
  readonly error: FieldError | null;
}

function timeIn(annotations: Annotations, part: Part, now: EpochMs): Time | null {
  const value = annotations?.[pauseAnnotations[part]];
  if (value === undefined || value === null) return null;
  const time = readTime(value, now);
  if (!time.ok) return { until: NaN, error: errorOf(part, time.error) };
  const until = time.value;
  return { until, error: until - now > longestPauseMs ? tooFar(part, until, now) : null };
}

const reasonIn = (annotations: Annotations): string => {
  const reason = annotations?.[pauseAnnotations.reason];
  return typeof reason === "string"
    ? shortText(reason.replace(/\s+/g, " ").trim(), longestReason)
    : "";
};

const errorOf = (part: Part, error: Omit<FieldError, "path" | "severity">): FieldError => ({
  ...error,
  path: `metadata.annotations[${pauseAnnotations[part]}]`,
  severity: "error",
});

const expired = (part: Part, until: EpochMs, now: EpochMs): FieldError =>
  errorOf(part, {
    code: "InThePast",
    message: `${timestamp(until)} has passed, it is ${timestamp(now)}`,
    remedy: "write a time in the future, or remove the annotation",
  });

const tooFar = (part: Part, until: EpochMs, now: EpochMs): FieldError =>
  errorOf(part, {
    code: "TooFarAhead",
    message: `${timestamp(until)} is more than ${mostDays} days ahead`,
    remedy: `write a time until ${timestamp(now + longestPauseMs)}, or write mode: Paused`,
  });

const tooLong = (reason: string): FieldError =>
  errorOf("reason", {
    code: "TooLong",
    message: `it has ${reason.length} characters, more than ${longestReason}`,
    remedy: "write a shorter reason, or a link to it",
  });

const local = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?$/;
const zone = /(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const HOUR_MS = 3_600_000;

/** A time in RFC 3339, as Kubernetes writes it, with a zone. `now` is for the example in the remedy. */
function readTime(value: unknown, now: EpochMs) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const shown = JSON.stringify(shortText(text, 64));
  if (local.test(text) && isDate(text)) {
    const remedy = `append the zone: ${shortText(text, 64)}Z for UTC, or an offset such as +02:00`;
    return err({ code: "NoZone", message: `${shown} has no time zone`, remedy });
  }
  const zoned = zone.exec(text);
  if (zoned && local.test(text.slice(0, zoned.index)) && isDate(text)) return ok(Date.parse(text));
  const remedy = `write date, time and zone: ${timestamp(now + 2 * HOUR_MS)} is in two hours`;
  return err({ code: "NotATime", message: `${shown} is not an RFC 3339 time`, remedy });
}

/** Whether the calendar has this day: `Date.parse` takes February 30 as March 2. */
function isDate(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split("-").map(Number);
  const at = new Date(Date.UTC(year, month - 1, day));
  return year >= 1970 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
}
