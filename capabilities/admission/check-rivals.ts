import type { Claim } from "../../controller/claims/named-claims.ts";
import type { PoolMember } from "../../controller/targets/selected-targets.ts";
import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import type { FieldError } from "../../engine/model/values/result.ts";
import { isClaiming } from "../../engine/status/targets/target-claim.ts";
import type { AdmissionContext, Proposed, AdmissionPorts } from "./admission-ports.ts";

interface Scaled {
  readonly path: string;
  readonly refs: readonly ScaleTargetRef[];
  /** Whether a selector matches them; otherwise the spec names them. */
  readonly isSelected: boolean;
}

/**
 * An edit of other fields must pass, and so must a pause. The controller settles claims that exist already. An
 * object that leaves DryRun begins to claim, even as Paused: if it is older, it would stop another one.
 */
export function checkRivals(
  { claims }: AdmissionPorts,
  { path, refs, isSelected }: Scaled,
  { namespace, proposed, mode, wasClaimed }: AdmissionContext,
): FieldError[] {
  if (!isClaiming(mode) || wasClaimed) return [];
  const how = isSelected ? ", which this selector matches" : "";
  for (const ref of refs) {
    const rival = otherOf(claims, proposed, namespace, ref);
    if (!rival) continue;
    const message = `${rival.kind} ${rival.name} scales ${ref.kind} ${ref.name} already${how}`;
    const remedy = "delete it first, or write mode: DryRun to compare the two";
    return [{ path, code: "ConflictingAutoscaler", message, remedy, severity: "error" }];
  }
  return [];
}

/** Of all other objects in an index, the first one about a workload. */
function otherOf(
  index: AdmissionPorts["claims"],
  proposed: Proposed,
  namespace: string,
  ref: ScaleTargetRef,
): Claim | null {
  const first = index.firstOther(proposed.uid, namespace, ref);
  // The cache may still contain the deleted object whose name this one has.
  const isReplaced = first?.kind === proposed.kind && first.name === proposed.name;
  return isReplaced ? index.firstOther(first.uid, namespace, ref) : first;
}

/**
 * Two objects that count the same workloads and scale a target each both add replicas for the same load. The first
 * such workload is enough for the warning. If both had the same target, that would be an error.
 */
export function checkOverlap(
  { monitors }: AdmissionPorts,
  path: string,
  members: readonly PoolMember[],
  { namespace, proposed, mode }: AdmissionContext,
): FieldError[] {
  if (!isClaiming(mode)) return [];
  for (const { ref } of members) {
    const other = otherOf(monitors, proposed, namespace, ref);
    if (!other) continue;
    const message = `${other.kind} ${other.name} monitors ${ref.kind} ${ref.name} as well, so both add replicas for the same load`;
    const remedy = "let one object scale for this workload, or monitor different ones";
    return [{ path, code: "MonitoringOverlap", message, remedy, severity: "warning" }];
  }
  return [];
}
