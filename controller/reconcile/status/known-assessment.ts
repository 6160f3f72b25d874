import type { Repetition } from "../../../engine/status/targets/repeated-report.ts";
import type { WriteAssessment, WritePriority } from "../../../engine/status/write-priority.ts";
import type { TargetMemory } from "../../../engine/transition.ts";

/**
 * A pass over an object with one target that says again what its saved status says. The status, and what is
 * remembered of the target, are other objects as soon as they change.
 */
export interface RepeatedPass extends Repetition {
  readonly saved: unknown;
  readonly memory: TargetMemory;
}

/** What such a pass was worth when its status was made and compared. */
export interface KnownAssessment extends Omit<RepeatedPass, "valuesMoved"> {
  readonly priority: WritePriority | null;
}

/** What a repeated pass is worth without its status; null: that is not known. */
export function recall(
  known: KnownAssessment | null,
  { saved, memory, valuesMoved }: RepeatedPass,
): WriteAssessment | null {
  const isKnown = known !== null && known.saved === saved && known.memory === memory;
  return isKnown ? { priority: known.priority, valuesMoved } : null;
}

export const knownFrom = (
  { saved, memory }: RepeatedPass,
  { priority }: WriteAssessment,
): KnownAssessment => ({ saved, memory, priority });
