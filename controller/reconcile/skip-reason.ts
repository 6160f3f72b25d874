import type { ScaleTargetRef } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { pausedInactivity } from "../../engine/status/pause-status.ts";
import type { StatusView } from "../../engine/status/status-view.ts";
import type { ObjectMeta } from "../../kube/watch/object.ts";
import type { Claim } from "../claims/claim.ts";
import type { ClaimIndex } from "../claims/claim-index.ts";
import type { Inactive, ObservedSpec } from "../resource-driver.ts";
import { skip, type TargetWork } from "./target-work.ts";

/** Why a target is left alone, whatever is measured; null: it is not. */
export function reasonToSkip(
  { mode, pauses, claimed }: ObservedSpec,
  { namespace = "", uid }: ObjectMeta,
  ref: ScaleTargetRef,
  claims: ClaimIndex,
): Inactive | null {
  if (mode === "Paused") return { kind: "inactive", ...pausedInactivity(pauses) };
  if (mode === "DryRun") return null;
  return rivalOn(claimed ?? [ref], each => claims.winnerOver(uid, namespace, each));
}

/** The claim that takes precedence on a target; null: none. */
export type WinnerOf = (ref: ScaleTargetRef) => Claim | null;

/** Leaves targets alone if another object's claim takes precedence. */
export function skipBehindRivals(
  winnerOf: WinnerOf,
  { claimed }: ObservedSpec,
  work: readonly TargetWork[],
): void {
  for (const item of work) {
    const inactive = rivalOn(claimed ?? [item.ref], winnerOf);
    if (inactive) skip(item, inactive);
  }
}

/** Why to skip the target if a rival takes precedence on one of these objects; null: none does. */
export function rivalOn(refs: readonly ScaleTargetRef[], winnerOf: WinnerOf): Inactive | null {
  for (const ref of refs) {
    const winner = winnerOf(ref);
    if (winner) return inactiveBehind(winner, refs.length > 1 ? `${ref.kind} ${ref.name}` : null);
  }
  return null;
}

/** Whether a status names a rival, for the object or for one of its targets. */
export const namesRival = (status: StatusView): boolean =>
  [status, ...status.targets].some(({ conditions = [] }) =>
    conditions.some(({ reason }) => reason === rivalReason),
  );

const rivalReason = "ConflictingAutoscaler";

/** The winner is an HPA, a ScaledObject, or an older object of ours. */
function inactiveBehind({ kind, name, isForeign }: Claim, one: string | null): Inactive {
  const target = one === null ? "the same target" : `${one}, which the target selector matches`;
  return {
    kind: "inactive",
    reason: rivalReason,
    message: isForeign
      ? `${kind} ${name} scales ${target}; delete it to hand the target over, or set this object's mode to DryRun`
      : `${kind} ${name} is older and scales ${target}; delete one of the two, or set its mode to DryRun`,
    permanent: true,
  };
}
