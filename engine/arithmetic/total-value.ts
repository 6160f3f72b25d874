import { formatMilli } from "../model/values/quantity.ts";
import type { Pod } from "../model/observation/pod.ts";
import { err, ok, type Result } from "../model/values/result.ts";
import { MAX_INT64, saturatedInt32 } from "../model/values/casts.ts";
import type { Counted, MetricContext } from "../model/metric-vote.ts";
import {
  brakesScaleDown,
  isRunningAndReady,
  podsPerhapsWithout,
  podsWithout,
} from "./group-pods.ts";
import { ratioOf } from "./usage-ratio.ts";

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
  context: MetricContext,
): Result<Counted, string> {
  const { specReplicas, tolerance, pods, profile } = context;
  const says = `${formatMilli(value)}, target ${formatMilli(target)}`;
  const measured = { current: { value: formatMilli(value) }, total: value };
  if (specReplicas === 0) {
    const replicas = ratioOf(value, target, profile).times(1);
    return ok({ replicas, message: `${says}: ${replicas} from zero`, ...measured });
  }
  const ratio = ratioOf(value, target, profile, { saturates: true });
  if (ratio.isWithin(tolerance)) {
    return ok({ replicas: specReplicas, message: `${says}: within tolerance`, ...measured });
  }
  if (pods.length === 0) return err("the selector matches no pods");
  const ready = pods.filter(isRunningAndReady).length;
  const isUp = ratio.side > 0;
  const isSurgeLeftOut = profile.surgePods === "ForNoMore" && isUp;
  const serving = isSurgeLeftOut ? Math.min(ready, specReplicas) : ready;
  if (profile.unreadyPods === "LeftOut") {
    const replicas = ratio.times(serving);
    return ok({ replicas, message: `${says}, ${serving} ready pods: ${replicas}`, ...measured });
  }
  const counted = isUp ? serving : Math.max(ready, Math.min(specReplicas, braking(context)));
  const needed = ratio.times(counted);
  const replicas = isUp ? Math.max(specReplicas, needed) : Math.min(specReplicas, needed);
  const by = counted === ready ? `${ready} ready pods` : `${counted} pods, ${ready} of them ready`;
  const count = needed === replicas ? `${replicas}` : `${needed}, so ${replicas}`;
  return ok({ replicas, message: `${says}, ${by}: ${count}`, ...measured });
}

/** On the way down, unready pods count as ready for a time. Pods that do not exist carry nothing. */
const braking = ({ pods, ...rule }: MetricContext): number =>
  pods.filter(pod => brakesScaleDown(pod, rule)).length;

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
  const ratio = ratioOf(value, target, profile, { shares: sharing });
  const share = profile.casts.share(value, sharing);
  const isBeyond = saturates && Number(value) >= 2 ** 63;
  const averageValue = formatMilli(isBeyond ? MAX_INT64 : share);
  const says = `${formatMilli(value)}, target ${formatMilli(target)} each`;
  const load = { total: Number(value) / 1_000, perPod: Number(target) / 1_000 };
  const measured = { current: { averageValue }, total: value, load };
  const isHeld = ratio.isWithin(tolerance);
  const held = profile.heldCount === "StatusReplicas" ? statusReplicas : specReplicas;
  // While pods are missing, as under a quota, the existing ones may be enough for good.
  const wouldHold = () => ratioOf(value, target, profile, { shares: held }).isWithin(tolerance);
  if (isHeld && (held <= statusReplicas || wouldHold())) {
    return { replicas: held, message: `${says}: within tolerance`, ...measured };
  }
  const needed = ratioOf(value, target, profile, { saturates }).times(1);
  const isEnough = isHeld || (ratio.side < 0 && profile.surgePods === "ForNoMore");
  const replicas = isEnough ? Math.min(needed, specReplicas) : needed;
  const count = needed === replicas ? `${replicas}` : `${needed}, so ${replicas}`;
  return { replicas, message: `${says}: ${count}`, ...measured };
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

function beside(idle: ReadonlySet<Pod>, context: MetricContext, count: Count) {
  const { specReplicas, statusReplicas, pods } = context;
  const kept = Math.min(idle.size, specReplicas);
  const ofServing = count({
    ...context,
    specReplicas: specReplicas - kept,
    statusReplicas: Math.max(0, statusReplicas - idle.size),
    pods: pods.filter(pod => !idle.has(pod)),
  });
  if (!ofServing.ok) return ofServing;
  const replicas = saturatedInt32(ofServing.value.replicas + kept);
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
