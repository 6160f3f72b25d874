import type { FieldReader } from "../field-reader.ts";
import { areCrossed, boundsWithin, type SpecBounds } from "./schedules.ts";

export function checkReplicaMultiple(spec: FieldReader, bounds: SpecBounds): void {
  const multiple = spec.number("replicaMultiple");
  if (multiple === undefined) return;
  const { min, max } = bounds;
  if (hasNoGroup(bounds, multiple)) {
    spec.report("replicaMultiple", {
      code: "MultipleOutOfBounds",
      message: `no multiple of ${multiple} is between minReplicas ${min} and maxReplicas ${max}`,
      remedy: "write another replicaMultiple, or wider bounds",
    });
  }
  if ((spec.list("monitorSelectors") ?? []).length > 0) {
    spec.report("replicaMultiple", {
      code: "MultipleOfTotal",
      message:
        "with monitorSelectors, the count is a total of which the target has a part, so whole groups are not possible",
      remedy: "remove replicaMultiple or monitorSelectors",
    });
  }
  checkWindows(spec, bounds, multiple);
  checkIncrements(spec, multiple);
  for (const direction of ["scaleUp", "scaleDown"]) warnOfSlowPolicies(spec, direction, multiple);
}

const hasNoGroup = ({ min, max }: SpecBounds, multiple: number): boolean =>
  min !== undefined &&
  max !== undefined &&
  Math.floor(max / multiple) * multiple < Math.max(1, min);

/** Bounds that cross have an error of their own. */
function checkWindows(spec: FieldReader, bounds: SpecBounds, multiple: number): void {
  for (const schedule of spec.objects("schedules")) {
    const within = boundsWithin(schedule, bounds);
    if (areCrossed(within) || !hasNoGroup(within, multiple)) continue;
    spec.report("schedules", {
      code: "MultipleOutOfBounds",
      message: `in the schedule ${schedule.text("name")}, no multiple of ${multiple} is between the minimum ${within.min} and the maximum ${within.max}`,
      remedy: "write another replicaMultiple, or wider bounds in it",
    });
    return;
  }
}

function checkIncrements(spec: FieldReader, multiple: number): void {
  const increments = spec
    .objects("thresholds")
    .map(threshold => threshold.object("value")?.number("increment") ?? 0);
  if (increments.every(increment => increment >= 0 || increment <= -multiple)) return;
  spec.report("thresholds", {
    code: "IncrementBelowMultiple",
    message: `an increment takes away less than a group of ${multiple} replicas, so rounding up to whole groups would undo it`,
    remedy: `write increment: -${multiple}`,
  });
}

/** A percentage depends on the count, so it is left out. */
function warnOfSlowPolicies(spec: FieldReader, direction: string, multiple: number): void {
  const rules = spec.object("behavior")?.object(direction);
  const policies = rules?.objects("policies") ?? [];
  const limits = policies.map(policy =>
    policy.text("type") === "Pods" ? (policy.number("value") ?? Infinity) : Infinity,
  );
  const isMin = rules?.text("selectPolicy") === "Min";
  const most = isMin ? Math.min(...limits) : Math.max(...limits);
  if (policies.length === 0 || most >= multiple) return;
  rules?.warn("policies", {
    code: "PoliciesBelowMultiple",
    message: `the policies allow ${most} replicas in a period, but whole groups of ${multiple} are faster: one group is always allowed`,
    remedy: `write value: ${multiple}, with a periodSeconds that is longer in proportion`,
  });
}
