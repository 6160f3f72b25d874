import type { MetricTarget, Targeted } from "../model/spec/autoscaler-spec.ts";
import type { Answer } from "../model/observation/observation.ts";
import { formatMilli } from "../model/values/quantity.ts";
import type { Pod } from "../model/observation/pod.ts";
import { requestOf } from "../model/observation/pod-requests.ts";
import type { PodSamples } from "../model/observation/pod-sample.ts";
import { err, ok, type Result } from "../model/values/result.ts";
import {
  brakesScaleDown,
  groupPods,
  type PodGroups,
  podsWithout,
  type ReadinessRule,
} from "./group-pods.ts";
import type { Counted, MetricContext } from "../model/metric-vote.ts";
import { targetMilli, ratioOf } from "./usage-ratio.ts";
import { averageTexts, percentTexts, shareTexts } from "./average-text.ts";
import { podAverageProposal, type PodValues, type Proposal } from "./pod-average.ts";
import { fullUtilization, requestsOf, utilizationOf } from "./utilization.ts";

/**
 * The count for a resource, of whole pods or of one container in each.
 *
 * Errors  a sentence: no samples, no requests, no target.
 * Source  upstream horizontal.go, computeStatusForResourceMetricGeneric: averageValue takes
 *         precedence over averageUtilization, whatever target.type says.
 */
export function countFromResource(
  { name, target }: { readonly name: string } & Targeted,
  container: string | null,
  answer: Answer,
  context: MetricContext,
): Result<Counted, string> {
  if (answer.kind !== "Samples") return err(noSamples(answer));
  if (context.pods.length === 0) return err("the selector matches no pods");
  const rule = { isCpu: name === "cpu" };
  if (target.averageValue != null) {
    return countFromPlainAverage(name, target, sampled(answer.samples, rule, context));
  }
  if (target.averageUtilization == null) return err("the target has no value");

  const percent = target.averageUtilization;
  const given = sampled(withRequest(answer.samples, context, { name, container }), rule, context);
  const proposal = utilizationProposal({ resource: name, container, percent }, given);
  if (!proposal.ok) return err(`${proposal.error}${startingPart(given)}`);
  const { replicas, usage } = proposal.value;
  const averageUtilization = usage.averageUtilization ?? 0;
  const texts = averageTexts(proposal.value, percentTexts(percent), placeOf(given));
  const message = `${texts.average} of requests, target ${texts.target}${texts.rest}`;
  const averageValue = formatMilli(usage.averageValue);
  return ok({
    ...{ replicas, message, current: { averageUtilization, averageValue } },
    ...{ usageRatio: usage.ratio.value, load: usage.load, ...estimateOf(given) },
  });
}

export interface SampledPods {
  readonly samples: PodSamples;
  readonly groups: PodGroups;
  readonly silent: ReadonlySet<Pod>;
  readonly isEstimated: boolean;
  readonly context: MetricContext;
}

const estimateOf = ({ isEstimated }: SampledPods): Pick<Counted, "isEstimated"> =>
  isEstimated ? { isEstimated } : {};

export function sampled(
  samples: PodSamples,
  { isCpu }: Pick<ReadinessRule, "isCpu">,
  context: MetricContext,
): SampledPods {
  const { now, settings, pods, workloads } = context;
  const groups = groupPods(pods, samples, { isCpu, now, settings });
  const absent = new Set([...groups.missing, ...groups.unready, ...groups.ignored]);
  const isMeasured = (pod: Pod): boolean => !absent.has(pod);
  const silent = podsWithout(isMeasured, pods, workloads);
  return { samples, groups, silent, isEstimated: absent.size > 0, context };
}

const placeOf = (given: SampledPods) => ({
  specReplicas: given.context.specReplicas,
  tolerance: given.context.tolerance,
  part: partOf(given),
  hasSilentPods: given.silent.size > 0,
});

const partOf = (given: SampledPods): string => {
  const { silent, context } = given;
  const ofSome = `, no usable samples of some workloads (${silent.size} of ${context.pods.length} pods)`;
  return `${silent.size === 0 ? "" : ofSome}${startingPart(given)}`;
};

/** How many pods do not count because of the object's own periods. */
function startingPart({ groups, context: { pods, showsStarting } }: SampledPods): string {
  if (!showsStarting) return "";
  const starting = groups.unready.filter(({ phase }) => phase !== "Pending").length;
  return starting === 0 ? "" : `, ${starting} of ${pods.length} pods still starting`;
}

/**
 * Of several workloads, one may be a version whose pods lack a request. They have no utilization, so
 * it counts as a workload without samples.
 */
function withRequest(
  samples: PodSamples,
  { pods, workloads = [] }: MetricContext,
  { name: resource, container }: { readonly name: string; readonly container: string | null },
): PodSamples {
  if (workloads.length < 2) return samples;
  const lacking = pods.filter(({ requests }) => !requestOf(requests, resource, container).ok);
  const names = new Set(lacking.map(({ name }) => name));
  return lacking.length === pods.length
    ? samples
    : new Map([...samples].filter(([name]) => !names.has(name)));
}

function utilizationProposal(
  question: { resource: string; container: string | null; percent: number },
  { samples, groups, silent, context }: SampledPods,
): Result<Proposal, string> {
  const { specReplicas: currentReplicas, tolerance, pods, profile } = context;
  const { resource, container, percent } = question;
  const rule = { percent, profile };
  // Upstream reads the requests only once there are samples to compare with them.
  const counted = silent.size === 0 ? pods : pods.filter(pod => !silent.has(pod));
  const requests = requestsOf(counted, resource, container, profile.requests);
  return podAverageProposal({
    currentReplicas,
    ...{ tolerance, groups, silent, samples, profile },
    brakes: pod => brakesScaleDown(pod, context),
    usageOf: values => (requests.ok ? utilizationOf(values, requests.value, rule) : requests),
    fullValue: pod => {
      const request = requestOf(pod.requests, resource, container, profile.requests);
      return request.ok ? fullUtilization(request.value, rule) : 0n;
    },
  });
}

/** A target for the average of all pods, in the metric's unit. */
export function countFromPlainAverage(
  name: string,
  target: MetricTarget,
  given: SampledPods,
): Result<Counted, string> {
  const { samples, groups, silent, context } = given;
  const wanted = targetMilli(target.averageValue);
  if (!wanted.ok) return wanted;
  const { specReplicas: currentReplicas, tolerance, profile } = context;
  const proposal = podAverageProposal({
    currentReplicas,
    ...{ tolerance, groups, silent, samples, profile },
    brakes: pod => brakesScaleDown(pod, context),
    usageOf: values => ok(plainAverageOf(values, wanted.value, profile)),
    fullValue: () => wanted.value,
  });
  if (!proposal.ok) return err(`${proposal.error}${startingPart(given)}`);
  const { replicas, usage } = proposal.value;
  const averageValue = formatMilli(usage.averageValue);
  const written = target.averageValue ?? "";
  const texts = averageTexts(proposal.value, shareTexts(written, name), placeOf(given));
  const message = `${texts.average} of ${texts.target} per pod${texts.rest}`;
  const measured = { current: { averageValue }, usageRatio: usage.ratio.value, load: usage.load };
  return ok({ replicas, message, ...measured, ...estimateOf(given) });
}

export const noSamples = (answer: Answer): string =>
  answer.kind === "Failed" ? answer.message : "the answer is to another question";

/**
 * Compares the average of all values with a target, both in thousandths.
 *
 * Source  upstream metrics/utilization.go, GetMetricUsageRatio: samples of unknown pods count.
 */
function plainAverageOf(values: PodValues, target: bigint, profile: MetricContext["profile"]) {
  let sum = 0n;
  for (const { value } of values.values()) sum += value;
  const averageValue = profile.casts.milli(sum) / BigInt(values.size);
  const ratio = ratioOf(averageValue, target, profile);
  const load = { total: Number(sum) / 1_000, perPod: Number(target) / 1_000 };
  return { ratio, averageValue, averageUtilization: null, load };
}
