import type { Repetition } from "../../../engine/status/targets/repeated-report.ts";
import type { WriteAssessment, WritePriority } from "../../../engine/status/write-priority.ts";
import type { TargetMemory } from "../../../engine/transition.ts";

/** The saved status, and what is remembered of the target: other objects as soon as they change. */
interface Compared {
  readonly saved: unknown;
  readonly memory: TargetMemory;
}

/** A pass over an object with one target that says again what its saved status says. */
export interface RepeatedPass extends Repetition, Compared {}

/** What such a pass was worth when its status was made and compared. */
export interface KnownAssessment extends Compared {
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
