import { type Annotations, modeDuring, noPauses, pausesAt } from "../engine/pause/pauses.ts";
import type { EpochMs } from "../engine/result.ts";
import { earliest } from "../engine/timestamp.ts";
import type { ObservedSpec } from "./resource-driver.ts";

/** Applies the annotations that pause an object. The pass at the end of a pause is due by itself. */
export function withPauses<Observed extends ObservedSpec>(
  observed: Observed,
  annotations: Annotations,
  now: EpochMs,
): Observed {
  const pauses = pausesAt(annotations, now);
  if (pauses === noPauses) return observed;
  const mode = modeDuring(observed.mode, pauses);
  return { ...observed, mode, pauses, due: earliest([observed.due, pauses.due]) };
}
