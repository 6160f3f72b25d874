import type { ScaleTargetRef } from "../crds/generated/cluster-proportional-autoscaler.ts";
import type { ObjectMeta } from "../kube/object.ts";
import type { Claim, Claims } from "./claims.ts";
import type { Inactive, Seen } from "./scaling-kind.ts";

/** Why a target is left alone, whatever is seen; null: it is not. */
export function reasonToRest(
  { mode }: Seen,
  { namespace = "", uid }: ObjectMeta,
  ref: ScaleTargetRef,
  claims: Claims,
): Inactive | null {
  if (mode === "Paused") return paused;
  if (mode === "DryRun") return null;
  const winner = claims.olderThan(uid, namespace, ref);
  return winner && conflicting(winner);
}

const paused: Inactive = {
  kind: "inactive",
  reason: "Paused",
  message: "spec.mode is Paused; set it to Active to scale again",
  permanent: false,
};

/** Who comes first is a foreign one, or the older one of ours. */
export const conflicting = ({ kind, name, isForeign }: Claim): Inactive => ({
  kind: "inactive",
  reason: "ConflictingAutoscaler",
  message: isForeign
    ? `${kind} ${name} scales the same target; delete it to hand the target over, or set this object's mode to DryRun`
    : `${kind} ${name} is older and scales the same target; delete one of the two, or set its mode to DryRun`,
  permanent: true,
});
