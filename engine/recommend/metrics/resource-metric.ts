import type { MetricTarget, Targeted } from "../../spec/autoscaler-spec.ts";
import type { Answer } from "../../observation/observation.ts";
import { formatMilli } from "../../observation/values/quantity.ts";
import { inUnitOf } from "../../observation/values/quantity-text.ts";
import type { Pod } from "../../observation/pod.ts";
import { requestOf } from "../../observation/pod-requests.ts";
import type { PodSamples } from "../../observation/pod-sample.ts";
import { err, ok, type Result } from "../../result.ts";
import { groupPods, type PodGroups, type ReadinessRule, silentPods } from "./group-pods.ts";
import type { Counted, MetricContext } from "../metric-vote.ts";
import { targetMilli } from "../metric-target.ts";
import { podAverageProposal, type Proposal } from "./pod-average.ts";
import { plainAverageOf } from "./plain-average.ts";
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
  const hasRequest = ({ requests }: Pod): boolean => requestOf(requests, name, container).ok;
  const given = sampled(ofWorkloadsThat(hasRequest, answer.samples, context), rule, context);
  const proposal = utilizationProposal({ resource: name, container, percent }, given);
  if (!proposal.ok) return proposal;
  const { replicas, usage } = proposal.value;
  const averageUtilization = usage.averageUtilization ?? 0;
  const message = `${averageUtilization}% of requests, target ${percent}%${partOf(given)}: ${replicas}`;
  const averageValue = formatMilli(usage.averageValue);
  return ok({ replicas, message, current: { averageUtilization, averageValue } });
}

export interface SampledPods {
  readonly samples: PodSamples;
  readonly groups: PodGroups;
  readonly silent: ReadonlySet<Pod>;
  readonly context: MetricContext;
}

export function sampled(
  samples: PodSamples,
  { isCpu }: Pick<ReadinessRule, "isCpu">,
  context: MetricContext,
): SampledPods {
  const { now, settings, pods, workloads } = context;
  const groups = groupPods(pods, samples, { isCpu, now, settings });
  return { samples, groups, silent: silentPods(pods, groups, workloads), context };
}

const partOf = ({ silent, context: { pods } }: SampledPods): string =>
  silent.size === 0
    ? ""
    : `, no usable samples of some workloads (${silent.size} of ${pods.length} pods)`;

/**
 * The samples without those of workloads whose pods lack a request: such a version has no utilization,
 * and counts as a workload without samples. If that would leave no pods, all samples.
 */
function ofWorkloadsThat(
  hasRequest: (pod: Pod) => boolean,
  samples: PodSamples,
  { pods, workloads = [] }: MetricContext,
): PodSamples {
  const lacking = pods.filter(pod => !hasRequest(pod));
  const broken = workloads.filter(has => lacking.some(({ labels }) => has(labels)));
  const left = pods.filter(({ labels }) => !broken.some(has => has(labels)));
  if (broken.length === 0 || left.length === 0) return samples;
  const names = new Set(left.map(({ name }) => name));
  return new Map([...samples].filter(([name]) => names.has(name)));
}

function utilizationProposal(
  question: { resource: string; container: string | null; percent: number },
  { samples, groups, silent, context }: SampledPods,
): Result<Proposal, string> {
  const { specReplicas: currentReplicas, tolerance, pods, profile } = context;
  const { resource, container, percent } = question;
  const rule = { percent, profile };
  // Upstream reads the requests only once there are samples to compare with them.
  const counted = pods.filter(pod => !silent.has(pod));
  const requests = requestsOf(counted, resource, container);
  return podAverageProposal({
    currentReplicas,
    ...{ tolerance, groups, silent, samples, profile },
    usageOf: values => (requests.ok ? utilizationOf(values, requests.value, rule) : requests),
    fullValue: ({ name }) =>
      requests.ok ? fullUtilization(requests.value.get(name) ?? 0n, rule) : 0n,
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
    usageOf: values => ok(plainAverageOf(values, wanted.value, profile.casts)),
    fullValue: () => wanted.value,
  });
  if (!proposal.ok) return proposal;
  const { replicas, usage } = proposal.value;
  const averageValue = formatMilli(usage.averageValue);
  const written = target.averageValue ?? "";
  const inUnit = inUnitOf(written, name);
  const share = `${inUnit(averageValue)} of ${inUnit(written)} per pod`;
  const message = `${share}${partOf(given)}: ${replicas}`;
  return ok({ replicas, message, current: { averageValue } });
}

export const noSamples = (answer: Answer): string =>
  answer.kind === "Failed" ? answer.message : "the answer is to another question";
