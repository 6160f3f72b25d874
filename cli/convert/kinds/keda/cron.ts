import { isTimeZone, parseCron } from "../../../../engine/schedule/cron-times.ts";
import { err, ok, type Result } from "../../../../engine/result.ts";
import type { Schedule } from "../../../../engine/spec/autoscaler-spec.ts";
import { type Fields, isFields } from "../../../../engine/json-values.ts";
import type { Draft } from "../../conversion.ts";
import type { Path } from "../../../../engine/validate/object-schema.ts";

/** A trigger of type cron, and what it asks for in its window. */
export interface CronTrigger {
  readonly from: Path;
  readonly window: Pick<Schedule, "name" | "timeZone" | "start" | "end">;
  readonly replicas: number;
}

/**
 * Source  pkg/scalers/cron_scaler.go.
 *
 * Errors  what is missing, without the trigger's type.
 */
export function readCron(trigger: Fields, from: Path): Result<CronTrigger, string> {
  const { timezone, start, end, desiredReplicas } = isFields(trigger["metadata"])
    ? trigger["metadata"]
    : {};
  const replicas = Number(desiredReplicas);
  if (typeof timezone !== "string" || !isTimeZone(timezone)) {
    return err("its timezone is not one of the IANA database");
  }
  for (const [key, text] of Object.entries({ start, end })) {
    const times = parseCron(String(text), timezone);
    if (!times.ok) return err(`its ${key} cannot be read: ${times.error}`);
  }
  if (!Number.isInteger(replicas) || replicas < 1) return err("its desiredReplicas is no size");
  const times = { timeZone: timezone, start: String(start), end: String(end) };
  return ok({ from, replicas, window: { name: nameOf(trigger, from), ...times } });
}

const nameOf = ({ name }: Fields, from: Path): string =>
  typeof name === "string" && /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name)
    ? name
    : `cron-${Number(from.at(-1)) + 1}`;

export interface KedaBounds {
  readonly min: number;
  readonly max: number;
}

/**
 * Writes the windows, the largest first: of several active triggers, KEDA takes the largest vote,
 * and here the first window counts.
 *
 * @param isAlone  there is no other metric, so nothing but the windows moves the size
 */
export function convertCrons(
  draft: Draft,
  crons: readonly CronTrigger[],
  { min, max }: KedaBounds,
  isAlone: boolean,
): void {
  const sorted = crons.toSorted((a, b) => b.replicas - a.replicas);
  for (const [index, { from, window, replicas }] of sorted.entries()) {
    const size = Math.min(max, Math.max(min, replicas));
    const bounds = { minReplicas: size, ...(isAlone ? { maxReplicas: size } : {}) };
    draft.change(from, ["spec", "schedules", String(index)], { ...window, ...bounds }, exact);
  }
}

const exact =
  "the minimum applies exactly and at once; KEDA's trigger is a metric, subject to the tolerance and to the pace of scale-up";
