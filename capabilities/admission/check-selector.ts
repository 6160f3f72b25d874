import type { ObjectsSelector } from "../../controller/targets/label-index.ts";
import type { PoolState } from "../../controller/targets/selected-targets.ts";
import type { FieldError } from "../../engine/model/values/result.ts";
import { sleep } from "../../kube/clock.ts";
import type { AdmissionContext, AdmissionPorts } from "./admission-ports.ts";
import { checkOverlap, checkRivals } from "./check-rivals.ts";
import {
  checkAccess,
  isUnserved,
  problemErrors,
  stoppedAt,
  targetUnknown,
  type CheckedTarget,
} from "./check-target.ts";

export interface NamedSelector {
  readonly path: string;
  readonly selector: ObjectsSelector;
  /** Whether the matches are scaled, or only counted. */
  readonly isTarget: boolean;
}

/** A newly opened cache is filled soon. The controller finds whatever is missed here. */
const tries = 10;
const pauseMs = 100;

/**
 * A selector may match any object of its kind, so the user must be allowed to scale all of them. No match yet
 * is only a warning, because GitOps applies in any order.
 */
export async function checkSelector(
  ports: AdmissionPorts,
  { path, selector, isTarget }: NamedSelector,
  context: AdmissionContext,
): Promise<CheckedTarget> {
  const [pool, reviewed] = await Promise.all([
    settled(ports, context.namespace, selector),
    isTarget ? checkAccess(ports, { path, ref: selector, resource: null }, context) : [],
  ]);
  const access = isUnserved(pool) ? [] : reviewed;
  const errors = [...poolErrors(pool, path, context), ...access];
  if (pool.kind !== "known") return { errors, selector: null, stopped: null };
  if (!isTarget) {
    const overlap = checkOverlap(ports, path, pool.members, context);
    return { errors: [...errors, ...overlap], selector: null, stopped: null };
  }
  if (pool.members.length === 0) errors.push(nothingMatches(path, selector));
  const refs = pool.members.map(({ ref }) => ref);
  const rivals = checkRivals(ports, { path, refs, isSelected: true }, context);
  const stopped = stoppedAt(path, pool.members, context);
  const podSelector = pool.members[0]?.state.selector ?? null;
  return { errors: [...errors, ...rivals], selector: podSelector, stopped };
}

async function settled({ pools }: AdmissionPorts, namespace: string, selector: ObjectsSelector) {
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
  return [targetUnknown(path, "what it matches could not be looked at in time")];
}

const nothingMatches = (path: string, { kind }: ObjectsSelector): FieldError => ({
  ...{ path, code: "TargetNotFound", severity: "warning" },
  message: `no ${kind} has these labels yet`,
  remedy: "create one, or correct the labels",
});
