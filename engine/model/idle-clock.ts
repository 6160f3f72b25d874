import type { EpochMs } from "./values/result.ts";

/**
 * How long every metric that could start the workload has been inactive, without the times at which it
 * was not known.
 *
 * since       the clock runs: the time between these answers and now counts. After a stop, it is later
 *             than the first of these answers, by as long as the clock stood
 * forSeconds  the clock has stopped, because one of the metrics is not known to be inactive
 */
export type IdleClock = { readonly since: EpochMs } | { readonly forSeconds: number };

/** Idle: all are inactive. Unknown: none is active, but not all of them are known. */
export type Activity = "Active" | "Idle" | "Unknown";

/** The same object while nothing changes. */
export function advanced(
  clock: IdleClock | null,
  activity: Activity,
  now: EpochMs,
): IdleClock | null {
  if (activity === "Active") return null;
  if (activity === "Unknown") {
    if (clock === null || "forSeconds" in clock) return clock;
    return { forSeconds: Math.max(0, Math.floor((now - clock.since) / 1000)) };
  }
  if (clock === null) return { since: now };
  return "since" in clock ? clock : { since: now - clock.forSeconds * 1000 };
}

/**
 * Whether a clock that is read again cannot end earlier than the actual one. A stopped clock may belong
 * to an idle time before the actual one, so it is not compared with a running one.
 */
export function endsNoEarlier(saved: IdleClock | null, actual: IdleClock | null): boolean {
  if (saved === null) return true;
  if (actual === null) return false;
  if ("since" in saved) return "since" in actual && saved.since >= actual.since;
  return "forSeconds" in actual && saved.forSeconds <= actual.forSeconds;
}
