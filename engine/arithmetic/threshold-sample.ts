import type { MeteredResource } from "../model/spec/metric.ts";
import type { Answer, Measured } from "../model/observation/observation.ts";
import type { Pod } from "../model/observation/pod.ts";
import { requestOf } from "../model/observation/pod-requests.ts";
import type { PodSample } from "../model/observation/pod-sample.ts";
import { ZERO_TIME } from "../model/values/time.ts";
import { type EpochMs, err, ok, type Result } from "../model/values/result.ts";
import type { Settings } from "../model/spec/settings.ts";
import type { ValueThreshold } from "../model/spec/autoscaler-spec.ts";
import { groupPods } from "./group-pods.ts";
import { nothingMeasured } from "./pod-average.ts";
import { noSamples } from "./resource-metric.ts";
import { isStaying, trustedSamples } from "./trusted-samples.ts";
import { requestsOf } from "./utilization.ts";

/**
 * The exact value of a metric, `amount` divided by `per`, at the time of its measurement.
 *
 * sharedBy  the number of pods of which it is the average; null: it is a total. absent: the pods
 *           without a usable sample, which may have as much load as the others
 *
 * Units     amount: thousandths; for Utilization, thousandths of a percent times `per`.
 */
export interface ThresholdSample {
  readonly amount: bigint;
  readonly per: bigint;
  readonly time: EpochMs;
  readonly windowMs: number;
  readonly sharedBy: { readonly measured: number; readonly absent: number } | null;
  /** The pods without a sample that count with `fill`; absent: none do. */
  readonly filled?: number;
}

export interface SampleContext {
  readonly now: EpochMs;
  /** When the answers were requested: a value without a timestamp counts as measured then. */
  readonly askedAt: EpochMs;
  readonly specReplicas: number;
  /** Those that share a total, and the fewest that may have all of it; absent: all, as one workload has them. */
  readonly sharing?: { readonly known: number; readonly fewest: number };
  readonly pods: readonly Pod[];
  readonly settings: Settings;
}

export interface SampleRequest {
  readonly valueType?: ValueThreshold["valueType"];
  readonly isDown: boolean;
  /** The utilization of a pod without a sample, in thousandths of a percent; null: it does not count. */
  readonly fill: bigint | null;
  readonly context: SampleContext;
}

/**
 * An average per pod if the threshold asks for one and there are replicas; otherwise the total. What
 * is not known about the serving pods argues neither for fewer replicas (I2) nor for more.
 */
export function sampleOfTotal(
  amount: bigint,
  measured: Measured | undefined,
  { valueType, fill, context }: SampleRequest,
): ThresholdSample {
  const { specReplicas, sharing, askedAt } = context;
  const { known, fewest } = sharing ?? { known: specReplicas, fewest: specReplicas };
  // Only a threshold with a fill removes replicas below a value: a higher average is the safer one for it.
  const replicas = fill === null ? known : fewest;
  const isShared = valueType === "AverageValue" && replicas > 0;
  const per = isShared ? BigInt(replicas) : 1n;
  const time = Math.floor(Math.min(measured?.time ?? askedAt, askedAt));
  // Replicas without a part of the total stay.
  const sharedBy = isShared ? { measured: replicas, absent: specReplicas - fewest } : null;
  return { amount, per, time, windowMs: measured?.windowMs ?? 0, sharedBy };
}

/**
 * The average of the pods that have a usable sample. Pods without one do not change the average, and
 * for cpu, neither do starting pods. On the way down, the load may be on the pods without a sample (I2):
 * they count with `fill`, or more than a fifth of them is too many.
 *
 * metered  the resource that the metric measures; null: none
 *
 * Errors   a sentence: there is nothing to compare.
 */
export function sampleOfPods(
  metered: MeteredResource | null,
  answer: Answer,
  request: SampleRequest,
): Result<ThresholdSample, string> {
  if (answer.kind !== "Samples") return err(noSamples(answer));
  const { valueType, isDown, fill, context } = request;
  const staying = context.pods.filter(isStaying);
  const compared = comparablePods(staying, metered, request);
  const trusted = trustedSamples(answer.samples, compared, context.askedAt);
  if (!trusted.ok) return trusted;
  const { now, settings } = context;
  const rule = { isCpu: metered?.resource === "cpu", now, settings };
  const { unready, ignored, missing, ready } = groupPods(compared, trusted.value, rule);
  const counted = new Map(trusted.value);
  for (const { name } of [...unready, ...ignored]) counted.delete(name);
  if (counted.size === 0) return err(nothingMeasured);
  const isFilled = valueType === "Utilization" && fill !== null;
  if (isDown && !isFilled && ready < missing.length * 4) {
    const measured = `${ready} of ${ready + missing.length} pods`;
    return err(`samples of only ${measured}, which are fewer than 80%; look at the pods`);
  }

  const samples = [...counted.values()];
  const used = samples.reduce((sum, { value }) => sum + value, 0n);
  const sharedBy = { measured: counted.size, absent: staying.length - counted.size };
  const sample = { amount: used, ...measuredIn(samples, context.askedAt), sharedBy };
  if (valueType !== "Utilization") return ok({ ...sample, per: BigInt(counted.size) });
  const pods = staying.filter(({ name }) => counted.has(name));
  return utilizationSample(sample, { pods, missing }, metered, fill);
}

/** Pods without a sample add their requests, filled, if there is a fill. */
function utilizationSample(
  sample: Omit<ThresholdSample, "per">,
  { pods, missing }: { readonly pods: readonly Pod[]; readonly missing: readonly Pod[] },
  metered: MeteredResource | null,
  fill: bigint | null,
): Result<ThresholdSample, string> {
  const requested = requestedBy(pods, metered);
  if (!requested.ok) return requested;
  const whole = { ...sample, amount: sample.amount * 100_000n, per: requested.value };
  if (fill === null || missing.length === 0) return ok(whole);
  const assumed = requestedBy(missing, metered);
  if (!assumed.ok) return assumed;
  const amount = whole.amount + assumed.value * fill;
  return ok({ ...whole, amount, per: whole.per + assumed.value, filled: missing.length });
}

/**
 * Growth does not depend on pods that lack a request, which may be of a broken version. Without any
 * request, there is no utilization.
 */
function comparablePods(
  pods: readonly Pod[],
  metered: MeteredResource | null,
  { valueType, isDown }: SampleRequest,
): readonly Pod[] {
  const { resource = "", container = null } = metered ?? {};
  if (isDown || valueType !== "Utilization") return pods;
  const requesting = pods.filter(({ requests }) => requestOf(requests, resource, container).ok);
  return requesting.length > 0 ? requesting : pods;
}

function requestedBy(pods: readonly Pod[], metered: MeteredResource | null) {
  const { resource = "", container = null } = metered ?? {};
  const requests = requestsOf(pods, resource, container);
  if (!requests.ok) return requests;
  const requested = requests.value.amounts.reduce((sum, request) => sum + request, 0n);
  return requested > 0n ? ok(requested) : err("no samples of pods that request anything");
}

/** The oldest sample determines the age of the average. */
function measuredIn(samples: readonly PodSample[], askedAt: EpochMs) {
  const times = samples.map(({ time }) => (time === ZERO_TIME ? askedAt : time));
  return { time: Math.floor(Math.min(askedAt, ...times)), windowMs: resolutionMs(samples) };
}

/**
 * The median window counts: a kubelet that was scraped twice in a row, or missed once, does not
 * show the resolution. Neither does an adapter that reports no window.
 */
export function resolutionMs(samples: readonly PodSample[]): number {
  const windows = samples
    .map(each => (each.isWindowAssumed ? 0 : each.windowMs))
    .sort((a, b) => a - b);
  return windows[Math.floor((windows.length - 1) / 2)] ?? 0;
}
