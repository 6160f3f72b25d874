import type { EpochMs } from "../engine/result.ts";
import type { Seen } from "./scaling-kind.ts";
import { earliest, type TargetWork } from "./target-work.ts";

/** How often what no watch covers is looked at. */
const pollMs = 30_000;
/** A list that is asked for a moment early still counts as one a period later. */
const periodSlack = 0.1;

/** Limits hold for a decision, so there is one for a period, however often there is a pass. */
export function isDue(
  periodMs: number | null,
  generation: number,
  {
    reading,
    state: {
      decided,
      memory: { lastScaleTime },
    },
  }: TargetWork,
  now: EpochMs,
): boolean {
  if (periodMs === null || !reading) return true;
  const leastMs = periodMs * (1 - periodSlack);
  // After a restart: else a process that crashes again and again doubles a count each time.
  if (!decided) return lastScaleTime === null || !isWithin(lastScaleTime, now, leastMs);
  if (decided.generation !== generation) return true;
  if (decided.again !== null && decided.again <= now) return true;
  return reading.askedAt - decided.askedAt >= leastMs;
}

/** Not so long ago; a time to come, of a clock that was ahead, says nothing. */
const isWithin = (time: EpochMs, now: EpochMs, ms: number): boolean =>
  time <= now && now - time < ms;

/**
 * When to decide again on what was measured already. Where the period of a policy is that of the
 * decisions, the next one may come a moment before the change of the last one counts no more; it
 * would take a whole period more.
 */
export function againAt(periodMs: number | null, work: TargetWork, now: EpochMs): EpochMs | null {
  const { outcome, reading, state } = work;
  if (periodMs === null || !outcome?.due || reading?.askedAt === state.decided?.askedAt)
    return null;
  return outcome.due - now <= periodMs * periodSlack ? outcome.due : null;
}

/** When to look at the targets again. Where there is a period, what is asked for wakes, if anything is. */
export function nextLook(
  { periodMs }: Seen,
  work: readonly TargetWork[],
  now: EpochMs,
): EpochMs | null {
  if (periodMs === null) {
    const dues = work.map(({ outcome }) => outcome?.due ?? null);
    return earliest([work.some(polled) ? now + pollMs : null, ...dues]);
  }
  const isUnwatched = work.some(isQuiet);
  // Telling of a decision may take until the next; of an older one only what is to come is left.
  const again = work.flatMap(({ outcome, state: { decided } }) =>
    decided?.again != null && (outcome !== null || decided.again > now) ? [decided.again] : [],
  );
  return earliest([isUnwatched ? now + periodMs : null, ...again]);
}

/** No answer is to come; where nothing is measured, no watch tells of the target either. */
const isQuiet = (item: TargetWork): boolean =>
  item.reading === null ? polled(item) : item.reading.isUnasked === true;

const polled = ({ observation }: TargetWork): boolean =>
  (observation.kind === "found" || observation.kind === "problem") && observation.polled;
