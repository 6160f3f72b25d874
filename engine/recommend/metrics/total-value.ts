import { formatMilli } from "../../observation/values/quantity.ts";
import type { Pod } from "../../observation/pod.ts";
import { err, ok, type Result } from "../../result.ts";
import { MAX_INT32, MAX_INT64 } from "../../casts.ts";
import type { Counted, MetricContext } from "../metric-vote.ts";
import { isWithin } from "../tolerance.ts";
import { isRunningAndReady, podsPerhapsWithout, podsWithout } from "./group-pods.ts";

/** One value for all pods and its target, in thousandths. */
export interface TotalValue {
  readonly value: bigint;
  readonly target: bigint;
}

/**
 * The count for a value that grows with load that all pods together cannot handle: proportional to
 * the running and ready pods. From zero, it is the ratio itself, without tolerance.
 *
 * Errors  a sentence: the selector matches no pods.
 * Source  upstream replica_calculator.go, getUsageRatioReplicaCount: the number of ready pods may
 *         be 0, and so may the count (see `unreadyPods`); only the first of the two casts is
 *         bounded.
 */
export function countFromValue(
  { value, target }: TotalValue,
  { specReplicas, tolerance, pods, profile }: MetricContext,
): Result<Counted, string> {
  const usageRatio = Number(value) / Number(target);
  const says = `${formatMilli(value)}, target ${formatMilli(target)}`;
  const measured = { current: { value: formatMilli(value) }, total: value };
  if (specReplicas === 0) {
    const replicas = profile.casts.count(Math.ceil(usageRatio));
    return ok({ replicas, message: `${says}: ${replicas} from zero`, ...measured });
  }
  if (isWithin(usageRatio, tolerance)) {
    return ok({ replicas: specReplicas, message: `${says}: within tolerance`, ...measured });
  }
  if (pods.length === 0) return err("the selector matches no pods");
  const ready = pods.filter(isRunningAndReady).length;
  const isSurgeLeftOut = profile.surgePods === "ForNoMore" && usageRatio > 1;
  const exact = usageRatio * (isSurgeLeftOut ? Math.min(ready, specReplicas) : ready);
  const byReady = exact > MAX_INT32 ? MAX_INT32 : profile.casts.count(Math.ceil(exact));
  const replicas =
    profile.unreadyPods === "LeftOut"
      ? byReady
      : neverFewer(byReady, usageRatio, { specReplicas, ready });
  return ok({ replicas, message: `${says}, ${ready} ready pods: ${replicas}`, ...measured });
}

/** On the way down, unready pods count as ready; on the way up, they reduce nothing. */
function neverFewer(
  byReady: number,
  usageRatio: number,
  { specReplicas, ready }: { readonly specReplicas: number; readonly ready: number },
): number {
  if (usageRatio > 1) return Math.max(specReplicas, byReady);
  const byAll = Math.ceil(usageRatio * Math.max(ready, specReplicas));
  return Math.min(specReplicas, byAll);
}

/**
 * The count for a value that is shared among the pods: as many as make each share equal the target.
 * Within tolerance the count stays: for upstream, that is the number of existing pods (see
 * `heldCount`). If a quota keeps some pods from existing, the others carry the load, so the value
 * itself gives the count, and the count comes down. If each share is below the target, ready surge
 * pods included, there is no reason for more.
 *
 * saturates  whether overflows do, as in upstream only for External metrics: the count, and a value
 *            that exceeds int64 as a double
 *
 * Source  upstream replica_calculator.go, GetObjectPerPodMetricReplicas and
 *         GetExternalPerPodMetricReplicas. Without pods, the ratio is NaN or infinite and never
 *         tolerated.
 */
export function countFromValuePerPod(
  { value, target }: TotalValue,
  context: MetricContext,
  { saturates }: { readonly saturates: boolean },
): Counted {
  const { specReplicas, statusReplicas, tolerance, profile } = context;
  const sharing = sharingReplicas(context);
  const usageRatio = Number(value) / (Number(target) * sharing);
  const share = profile.casts.share(value, sharing);
  const isBeyond = saturates && Number(value) >= 2 ** 63;
  const averageValue = formatMilli(isBeyond ? MAX_INT64 : share);
  const says = `${formatMilli(value)}, target ${formatMilli(target)} each`;
  const measured = { current: { averageValue }, total: value };
  const isHeld = isWithin(usageRatio, tolerance);
  if (isHeld && (profile.heldCount === "StatusReplicas" || statusReplicas >= specReplicas)) {
    const replicas = profile.heldCount === "StatusReplicas" ? statusReplicas : specReplicas;
    return { replicas, message: `${says}: within tolerance`, ...measured };
  }
  const exact = Math.ceil(Number(value) / Number(target));
  const needed = saturates && exact > MAX_INT32 ? MAX_INT32 : profile.casts.count(exact);
  const isEnough = isHeld || (usageRatio < 1 && profile.surgePods === "ForNoMore");
  const replicas = isEnough ? Math.min(needed, specReplicas) : needed;
  return { replicas, message: `${says}: ${replicas}`, ...measured };
}

/** A surge pod that is not ready has no share: its version may be broken, and growth must not wait for it. */
function sharingReplicas({ specReplicas, statusReplicas, pods, profile }: MetricContext): number {
  if (profile.surgePods === "Counted" || statusReplicas <= specReplicas) return statusReplicas;
  const ready = pods.filter(isRunningAndReady).length;
  return Math.min(statusReplicas, Math.max(specReplicas, ready));
}

type Count = (ofServing: MetricContext) => Result<Counted, string>;

/**
 * Of several workloads, one without a ready pod may be of a broken version, and takes none of the load:
 * the others get what the load needs, whatever the number of its pods. If it is not known which workload
 * a ready pod belongs to, the count is the possible one that is nearest to the current one (I2).
 */
export function besideUnready(context: MetricContext, count: Count): Result<Counted, string> {
  const { specReplicas, pods, workloads, profile } = context;
  const counted = profile.unreadyPods === "LeftOut" ? [] : workloads;
  const possible = podsPerhapsWithout(isRunningAndReady, pods, counted);
  if (possible.size === 0) return count(context);
  const most = beside(possible, context, count);
  const certain = podsWithout(isRunningAndReady, pods, counted);
  if (certain.size === possible.size || !most.ok) return most;
  const least = certain.size === 0 ? count(context) : beside(certain, context, count);
  return least.ok ? ok(nearest(least.value, most.value, specReplicas)) : least;
}

function beside(
  idle: ReadonlySet<Pod>,
  context: MetricContext,
  count: Count,
): Result<Counted, string> {
  const { specReplicas, statusReplicas, pods } = context;
  const kept = Math.min(idle.size, specReplicas);
  const ofServing = count({
    ...context,
    specReplicas: specReplicas - kept,
    statusReplicas: Math.max(0, statusReplicas - idle.size),
    pods: pods.filter(pod => !idle.has(pod)),
  });
  if (!ofServing.ok) return ofServing;
  const replicas = ofServing.value.replicas + kept;
  const message = `${ofServing.value.message}, and ${kept} of workloads without a ready pod: ${replicas}`;
  return ok({ ...ofServing.value, replicas, message, isEstimated: true });
}

function nearest(one: Counted, other: Counted, current: number): Counted {
  const [least, most] = one.replicas <= other.replicas ? [one, other] : [other, one];
  if (current <= least.replicas) return { ...least, isEstimated: true };
  if (current >= most.replicas) return { ...most, isEstimated: true };
  const message = `${least.message}; ${current} stay, as it is not known whose the ready pods are`;
  return { ...least, replicas: current, message, isEstimated: true };
}
