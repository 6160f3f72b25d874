// engine/arithmetic/: the count for one metric from the samples of its pods, or from a total.

import { saturatedInt32 } from "../model/values/casts.ts";
import type { Pod } from "../model/observation/pod.ts";
import type { PodSamples } from "../model/observation/pod-sample.ts";
import { err, ok, type Result } from "../model/values/result.ts";
import type { AutoscalerProfile } from "../model/spec/profile.ts";
import type { PodGroups } from "./group-pods.ts";
import type { MeasuredLoad, Tolerance } from "../model/metric-vote.ts";
import type { UsageRatio } from "./usage-ratio.ts";

export const nothingMeasured =
  "no samples of these pods, which may not be ready yet; look at the pods";

/** Values in thousandths by pod name: measured, or assumed for pods without a sample. */
export type PodValues = ReadonlyMap<string, { readonly value: bigint }>;

export interface Usage {
  readonly ratio: UsageRatio;
  /** Thousandths for each pod. */
  readonly averageValue: bigint;
  /** Percent of the requests; null if the target is no utilization. */
  readonly averageUtilization: number | null;
  /** The same in thousandths of a percent; absent: whole percent are compared. */
  readonly exactUtilization?: bigint;
  readonly load: MeasuredLoad;
}

/**
 * What a count is computed from.
 *
 * usage   with the values that are assumed
 * pods    the number of pods that the ratio is multiplied by
 * filled  of these, those whose values are assumed
 * isUp    whether these count as 0, and not in full
 * gives   their product; null: the current count stays, whatever it is
 */
export interface Basis {
  readonly usage: Usage;
  readonly pods: number;
  readonly filled: number;
  readonly isUp: boolean;
  readonly gives: number | null;
}

export interface Proposal {
  readonly replicas: number;
  readonly usage: Usage;
  readonly basis: Basis;
}

export interface PodAverageInput {
  readonly currentReplicas: number;
  /** The unready and missing pods that belong to workloads without any measured pod. */
  readonly silent: ReadonlySet<Pod>;
  readonly tolerance: Tolerance;
  readonly groups: PodGroups;
  /** Whether a pod without a usable sample argues against a scale-down. */
  readonly brakes: (pod: Pod) => boolean;
  readonly samples: PodSamples;
  readonly profile: Pick<AutoscalerProfile, "unreadyPods" | "surgePods" | "casts">;
  readonly usageOf: (values: PodValues) => Result<Usage, string>;
  /** The assumed value of a pod without a sample if the other pods argue for scale-down. */
  readonly fullValue: (pod: Pod) => bigint;
}

/**
 * The count for the workloads that are measured, plus the pods of the others. Those may be of a
 * broken version, on whose pods growth must not depend, or they may be the ones that serve: then
 * they carry at most their own load, so no more than their pods have to stay.
 */
export function podAverageProposal(input: PodAverageInput): Result<Proposal, string> {
  const { silent, groups, currentReplicas } = input;
  if (silent.size === 0) return averageProposal(input);
  const { ready, unready, missing, ignored } = groups;
  const kept = Math.min(silent.size, currentReplicas);
  const ofMeasured = averageProposal({
    ...input,
    currentReplicas: currentReplicas - kept,
    groups: {
      ready,
      unready: unready.filter(pod => !silent.has(pod)),
      missing: missing.filter(pod => !silent.has(pod)),
      ignored: [...ignored, ...silent],
    },
  });
  if (!ofMeasured.ok) return ofMeasured;
  const replicas = saturatedInt32(ofMeasured.value.replicas + kept);
  return ok({ ...ofMeasured.value, replicas });
}

/**
 * The count that brings an average over the pods to its target; the same steps for a utilization
 * and for a plain average.
 *
 * Missing data can reduce a change but never reverse it. On the way down, a missing sample counts
 * in full; on the way up, it and an unready pod count as 0. If that crosses the target, or the
 * number of samples alone would reverse the change, the current count stays. Upstream leaves
 * unready pods out on the way down.
 *
 * Errors  a sentence: there is nothing to average over.
 * Source  upstream replica_calculator.go, GetResourceReplicas and calcPlainMetricReplicas.
 */
function averageProposal(input: PodAverageInput): Result<Proposal, string> {
  const measured = countedValues(input);
  if (measured.size === 0) return err(nothingMeasured);
  const usage = input.usageOf(measured);
  if (!usage.ok) return usage;

  const basis =
    absentPods(input, usage.value.ratio).length > 0
      ? filledBasis(input, measured, usage.value.ratio)
      : ok(basisOf(input, usage.value, { pods: input.groups.ready, filled: 0 }));
  if (!basis.ok) return basis;
  const replicas = boundedCount(input, basis.value);
  return ok({ replicas, usage: usage.value, basis: basis.value });
}

/**
 * The ratio times the number of pods behind it. Surge pods exist only for a rollout: they do not
 * count on the way up.
 */
function basisOf(
  { currentReplicas, tolerance, profile }: PodAverageInput,
  usage: Usage,
  { pods: all, filled }: Pick<Basis, "pods" | "filled">,
): Basis {
  const { ratio } = usage;
  const isUp = ratio.side > 0;
  const pods = profile.surgePods === "ForNoMore" && isUp ? Math.min(all, currentReplicas) : all;
  const gives = ratio.isWithin(tolerance) ? null : ratio.times(pods);
  return { usage, pods, filled, isUp, gives };
}

/** On the way down, surge pods never take the result above the spec. */
function boundedCount(
  { currentReplicas, profile }: PodAverageInput,
  { gives, filled, isUp }: Basis,
): number {
  if (gives === null) return currentReplicas;
  const turnsRound = isUp ? gives < currentReplicas : gives > currentReplicas;
  if (filled > 0 && turnsRound) return currentReplicas;
  return profile.surgePods === "Counted" || isUp ? gives : Math.min(gives, currentReplicas);
}

function filledBasis(input: PodAverageInput, measured: PodValues, ratio: UsageRatio) {
  const values = fillAbsent(input, measured, ratio);
  const usage = input.usageOf(values);
  if (!usage.ok) return usage;
  const filled = values.size - measured.size;
  const basis = basisOf(input, usage.value, { pods: values.size, filled });
  const isAcross = ratio.side * usage.value.ratio.side < 0;
  return ok({ ...basis, isUp: ratio.side > 0, gives: isAcross ? null : basis.gives });
}

/** Samples of unknown pods stay in, as in upstream. */
function countedValues({ groups, samples }: PodAverageInput): PodValues {
  const { ignored, unready } = groups;
  if (ignored.length === 0 && unready.length === 0) return samples;
  const values = new Map(samples);
  for (const { name } of ignored) values.delete(name);
  for (const { name } of unready) values.delete(name);
  return values;
}

/** The pods whose values must be assumed, because they have no usable sample. */
function absentPods({ groups, brakes, profile }: PodAverageInput, ratio: UsageRatio) {
  const { missing, unready } = groups;
  if (ratio.side > 0) return [...missing, ...unready];
  if (ratio.side === 0 || profile.unreadyPods === "LeftOut") return missing;
  return [...missing, ...unready].filter(brakes);
}

/**
 * On the way up an absent pod counts as 0, on the way down with its full value (`fullValue`: the
 * target, or the request), so that no missing sample argues for a change.
 */
function fillAbsent(input: PodAverageInput, measured: PodValues, ratio: UsageRatio): PodValues {
  const filled = new Map(measured);
  if (ratio.side === 0) return filled;
  for (const pod of absentPods(input, ratio).slice(0, roomFor(input, measured, ratio))) {
    filled.set(pod.name, { value: ratio.side < 0 ? input.fullValue(pod) : 0n });
  }
  return filled;
}

/** On the way up, absent pods dampen the rise; a rollout's surge pods do not. */
function roomFor(
  { currentReplicas, profile }: PodAverageInput,
  measured: PodValues,
  ratio: UsageRatio,
): number {
  if (profile.surgePods === "Counted" || ratio.side < 0) return Infinity;
  return Math.max(0, currentReplicas - measured.size);
}
