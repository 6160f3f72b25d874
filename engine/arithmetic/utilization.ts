import type { Pod } from "../model/observation/pod.ts";
import { type PodRequests, requestOf } from "../model/observation/pod-requests.ts";
import { err, ok, type Result } from "../model/values/result.ts";
import type { AutoscalerProfile } from "../model/spec/profile.ts";
import type { PodValues, Usage } from "./pod-average.ts";
import { doubleRatio, ratioOf } from "./usage-ratio.ts";

/** Pods, and what each of them requests, in thousandths. */
export interface Requests {
  readonly pods: readonly Pod[];
  readonly amounts: readonly bigint[];
}

/** The target in percent, and how to compare with it. */
export interface UtilizationRule {
  readonly percent: number;
  readonly profile: Pick<AutoscalerProfile, "arithmetic" | "requests" | "casts">;
}

const remedy = "set it in the pod template, or a target of type AverageValue";

/**
 * The requests of every pod, including terminating ones.
 *
 * Errors  a sentence that names the first pod without a request: then there is no utilization.
 * Source  upstream replica_calculator.go, calculateRequests.
 */
export function requestsOf(
  pods: readonly Pod[],
  resource: string,
  container: string | null,
  of: AutoscalerProfile["requests"] = "Running",
): Result<Requests, string> {
  const amounts: bigint[] = [];
  // Pods of one template share their requests.
  let shared: PodRequests | null = null;
  let request: Result<bigint, string> = ok(0n);
  for (const pod of pods) {
    if (pod.requests !== shared) request = requestOf(pod.requests, resource, container, of);
    shared = pod.requests;
    if (!request.ok) return err(`pod ${pod.name}: ${request.error}; ${remedy}`);
    amounts.push(request.value);
  }
  return ok({ pods, amounts });
}

/**
 * Usage in percent of the requests, compared with a target in percent; upstream truncates the
 * percentage before it compares. Samples of unknown pods do not count.
 *
 * Errors  a sentence: no sample belongs to a pod that requests anything.
 * Source  upstream metrics/utilization.go, GetResourceUtilizationRatio.
 */
export function utilizationOf(
  values: PodValues,
  { pods: all, amounts }: Requests,
  { percent: target, profile }: UtilizationRule,
): Result<Usage, string> {
  let used = 0n;
  let requested = 0n;
  let pods = 0;
  all.forEach(({ name }, index) => {
    const sample = values.get(name);
    if (!sample) return;
    used += sample.value;
    requested += amounts[index] ?? 0n;
    pods += 1;
  });
  const { casts, arithmetic } = profile;
  used = casts.milli(used);
  requested = casts.milli(requested);
  if (requested === 0n) return err("no samples of pods that request anything");
  const averageUtilization = casts.percent(casts.milli(used * 100n) / requested);
  const averageValue = used / BigInt(pods);
  const perPod = (Number(requested) * target) / 100_000 / pods;
  const usage = { averageUtilization, averageValue, load: { total: Number(used) / 1_000, perPod } };
  if (arithmetic === "Doubles") {
    const ratio = doubleRatio(averageUtilization / target, casts);
    return ok({ ...usage, ratio });
  }
  // `simulate` searches among targets with a fraction.
  const wanted = requested * BigInt(Math.round(target * 1_000_000));
  const ratio = ratioOf(used * 100_000_000n, wanted, profile);
  const exactUtilization = (used * 100_000n) / requested;
  return ok({ ...usage, ratio, exactUtilization });
}

/** On the way down, a pod without a sample counts with its full request, or the target if that is higher. */
export const fullUtilization = (request: bigint, { percent, profile }: UtilizationRule): bigint =>
  profile.casts.milli(request * BigInt(Math.max(100, percent))) / 100n;
