import type { Pod } from "../model/observation/pod.ts";
import type { PodPredicate } from "../model/observation/observation.ts";
import type { PodSample, PodSamples } from "../model/observation/pod-sample.ts";
import { ZERO_TIME } from "../model/values/time.ts";
import type { EpochMs } from "../model/values/result.ts";
import type { Settings } from "../model/spec/settings.ts";

/**
 * A target's pods by the use of their samples.
 *
 * ready    counted; their samples are averaged
 * unready  starting: their samples do not show the load
 * missing  running without a sample
 * ignored  terminating or failed
 */
export interface PodGroups {
  readonly ready: number;
  readonly unready: readonly Pod[];
  readonly missing: readonly Pod[];
  readonly ignored: readonly Pod[];
}

/**
 * The pods of each of several workloads that has no good pod; none if no workload has a good one,
 * or if there is only one.
 */
export function podsWithout(
  isGood: (pod: Pod) => boolean,
  pods: readonly Pod[],
  workloads: readonly PodPredicate[] = [],
): ReadonlySet<Pod> {
  if (workloads.length < 2) return new Set();
  const good = pods.filter(isGood);
  const heard = workloads.filter(has => good.some(has));
  return new Set(heard.length === 0 ? [] : pods.filter(pod => !heard.some(has => has(pod))));
}

/**
 * The same, with the pods of workloads of which only such pods are good that may be another's: several
 * selectors match them, or their controller is not known yet.
 */
export function podsPerhapsWithout(
  isGood: (pod: Pod) => boolean,
  pods: readonly Pod[],
  workloads: readonly PodPredicate[] = [],
): ReadonlySet<Pod> {
  if (workloads.length < 2) return new Set();
  const good = pods.filter(isGood);
  const isShared = (pod: Pod, its: PodPredicate): boolean =>
    workloads.some(has => has !== its && has(pod));
  const doubtful = workloads.filter(has => !good.some(pod => has(pod) && !isShared(pod, has)));
  if (good.length === 0 || doubtful.length === 0) return new Set();
  return new Set(pods.filter(pod => !isGood(pod) && doubtful.some(has => has(pod))));
}

export const isRunningAndReady = ({ phase, ready }: Pod): boolean =>
  phase === "Running" && ready?.status === "True";

/** Readiness only matters for cpu: startup uses extra CPU, but not more of other resources. */
export interface ReadinessRule {
  readonly isCpu: boolean;
  readonly now: EpochMs;
  readonly settings: Settings;
}

/**
 * Pods that terminate or have failed are ignored: their samples do not count, either.
 *
 * Source  upstream replica_calculator.go, groupPods; the first matching rule applies.
 */
export function groupPods(
  pods: readonly Pod[],
  samples: PodSamples,
  rule: ReadinessRule,
): PodGroups {
  const unready: Pod[] = [];
  const missing: Pod[] = [];
  const ignored: Pod[] = [];
  let ready = 0;
  for (const pod of pods) {
    const sample = samples.get(pod.name);
    if (pod.isDeleting || pod.phase === "Failed") ignored.push(pod);
    else if (pod.phase === "Pending") unready.push(pod);
    else if (!sample) missing.push(pod);
    else if (rule.isCpu && isStarting(pod, sample, rule)) unready.push(pod);
    else ready += 1;
  }
  return { ready, unready, missing, ignored };
}

/** Pods need no longer than this to become ready, unless their start period is longer. */
const BRAKE_MS = 900_000;

/**
 * Whether a pod argues against a scale-down whatever its sample: one that is ready may serve, and one that
 * is not may soon take its part of the load. A pod without a node has nothing that a scale-down would take
 * away. Nor has one that has been unready for too long, such as one that crashes or lacks its image.
 */
export function brakesScaleDown(
  pod: Pod,
  { now, settings }: Omit<ReadinessRule, "isCpu">,
): boolean {
  const { hasNode, ready, startTime } = pod;
  if (isRunningAndReady(pod)) return true;
  if (!hasNode) return false;
  const since = [ready?.since ?? null, startTime].find(time => time !== null && time > ZERO_TIME);
  const { cpuInitializationPeriodSeconds, initialReadinessDelaySeconds } = settings;
  const startSeconds = Math.max(cpuInitializationPeriodSeconds, initialReadinessDelaySeconds);
  return since == null || now - since <= Math.max(BRAKE_MS, startSeconds * 1000);
}

/**
 * During the initialization period, a sample counts once its whole window lies after the pod became
 * ready. Later, only a pod that was never ready is left out. Ready "Unknown" counts as ready.
 */
function isStarting(
  { ready, startTime }: Pod,
  sample: PodSample,
  { now, settings }: ReadinessRule,
): boolean {
  if (ready === null || startTime === null) return true;
  const isUnready = ready.status === "False";
  if (startTime + settings.cpuInitializationPeriodSeconds * 1000 > now) {
    return isUnready || sample.time < ready.since + sample.windowMs;
  }
  return isUnready && startTime + settings.initialReadinessDelaySeconds * 1000 > ready.since;
}
