import type { Condition } from "../../../crds/generated/shared.ts";
import type { ConditionDraft } from "./conditions.ts";

/** False while a Paused object does not claim its target; otherwise absent. */
export const targetClaimed = "TargetClaimed";

interface Stored {
  readonly generation: number | undefined;
  readonly conditions: readonly Condition[] | undefined;
}

/** Whether an object in this mode claims its target, unless it could not be reviewed. */
export const isClaiming = (mode: unknown): boolean => mode === "Active" || mode === "Paused";

/**
 * Whether an object claims its target. A pause keeps the claim, because a rival must not start to
 * scale during an incident.
 *
 * Admission cannot check who may scale a kind that the API server does not serve, and lets only a
 * Paused object name it. Such an object claims nothing until its spec changes, which admission
 * checks: otherwise, a user who may not scale a workload could prevent others from scaling it (I9).
 */
export const holdsClaim = (mode: string, stored: Stored): boolean =>
  isClaiming(mode) && !(mode === "Paused" && isUnreviewed(stored));

/** An object that was stored before the schema required a spec may have none. */
export const modeOf = ({ spec }: { readonly spec?: { readonly mode?: string } | null }) =>
  spec?.mode;

const isUnreviewed = ({ generation, conditions }: Stored): boolean =>
  (conditions ?? []).some(
    ({ type, observedGeneration }) => type === targetClaimed && observedGeneration === generation,
  );

/** @param problem why the target could not be read */
export function claimConditions(
  { mode, problem }: { readonly mode: string | undefined; readonly problem: string | undefined },
  stored: Stored,
): ConditionDraft[] {
  if (mode !== "Paused" || (problem !== "UnknownKind" && !isUnreviewed(stored))) return [];
  const message =
    "the API server did not serve this kind when the spec was written, so admission could not check the right to scale it, and another autoscaler may scale the target; once the kind is served, change spec.mode";
  return [{ type: targetClaimed, status: "False", reason: "AccessNotReviewed", message }];
}
