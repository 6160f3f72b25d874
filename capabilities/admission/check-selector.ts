import type { ClaimIndex } from "../../controller/claims/claim-index.ts";
import type { ObjectsSelector } from "../../controller/targets/label-index.ts";
import type { PoolState, SelectedTargets } from "../../controller/targets/selected-targets.ts";
import type { FieldError } from "../../engine/field-error.ts";
import { sleep } from "../../kube/clock.ts";
import {
  checkAccess,
  isUnserved,
  problemErrors,
  type AccessPorts,
  type CheckedTarget,
  type AdmissionContext,
} from "./check-target.ts";

export interface NamedSelector {
  readonly path: string;
  readonly selector: ObjectsSelector;
  /** Whether the matches are scaled, or only counted. */
  readonly isTarget: boolean;
}

export interface SelectorPorts extends AccessPorts {
  readonly pools: Pick<SelectedTargets, "read">;
  readonly claims: Pick<ClaimIndex, "firstOther">;
}

/** A newly opened cache is filled soon. The controller finds whatever is missed here. */
const tries = 10;
const pauseMs = 100;

/**
 * A selector may match any object of its kind, so the user must be allowed to scale all of them. No match yet
 * is only a warning, because GitOps applies in any order.
 */
export async function checkSelector(
  ports: SelectorPorts,
  { path, selector, isTarget }: NamedSelector,
  context: AdmissionContext,
): Promise<CheckedTarget> {
  const [pool, reviewed] = await Promise.all([
    settled(ports.pools, context.namespace, selector),
    isTarget ? checkAccess(ports, { path, ref: selector, resource: null }, context) : [],
  ]);
  const access = isUnserved(pool) ? [] : reviewed;
  const errors = [...poolErrors(pool, path, context), ...access];
  if (!isTarget || pool.kind !== "known") return { errors, selector: null };
  if (pool.members.length === 0) errors.push(nothingMatches(path, selector));
  const rivals = checkRivals(ports, { path, pool }, context);
  return { errors: [...errors, ...rivals], selector: pool.members[0]?.state.selector ?? null };
}

async function settled(
  pools: Pick<SelectedTargets, "read">,
  namespace: string,
  selector: ObjectsSelector,
): Promise<PoolState> {
  for (let attempt = 1; attempt < tries; attempt++) {
    const pool = await pools.read(namespace, selector);
    if (pool.kind !== "waiting") return pool;
    await sleep(pauseMs);
  }
  return pools.read(namespace, selector);
}

function poolErrors(pool: PoolState, path: string, context: AdmissionContext): FieldError[] {
  if (pool.kind === "problem") return problemErrors(pool.problem, path, context);
  if (pool.kind === "known") return [];
  const message = "what it matches could not be looked at in time";
  const remedy = "the operator checks it again and reports in the object's status";
  return [{ path, code: "TargetUnknown", message, remedy, severity: "warning" }];
}

const nothingMatches = (path: string, { kind }: ObjectsSelector): FieldError => ({
  ...{ path, code: "TargetNotFound", severity: "warning" },
  message: `no ${kind} has these labels yet`,
  remedy: "create one, or correct the labels",
});

/** An edit of other fields must pass. The controller settles claims that exist already. */
function checkRivals(
  { claims }: SelectorPorts,
  { path, pool }: { readonly path: string; readonly pool: PoolState },
  { namespace, uid, mode, wasClaimed }: AdmissionContext,
): FieldError[] {
  if (mode !== "Active" || wasClaimed || pool.kind !== "known") return [];
  for (const { ref } of pool.members) {
    const rival = claims.firstOther(uid, namespace, ref);
    if (!rival) continue;
    const message = `${rival.kind} ${rival.name} scales ${ref.kind} ${ref.name} already, which this selector matches`;
    const remedy = "delete it first, or write mode: DryRun to compare the two";
    return [{ path, code: "ConflictingAutoscaler", message, remedy, severity: "error" }];
  }
  return [];
}
