// engine/recommend/metrics/: the count for one metric from the samples of its pods, or from a total.
// engine/sources/ imports it.

import type { Pod } from "../../observation/pod.ts";
import type { PodSamples } from "../../observation/pod-sample.ts";
import { err, ok, type Result } from "../../result.ts";
import type { AutoscalerProfile } from "../../spec/profile.ts";
import type { PodGroups } from "./group-pods.ts";
import { isWithin, type Tolerance } from "../tolerance.ts";

export const nothingMeasured =
  "no samples of these pods, which may not be ready yet; look at the pods";

/** Values in thousandths by pod name: measured, or assumed for pods without a sample. */
export type PodValues = ReadonlyMap<string, { readonly value: bigint }>;

export interface Usage {
  /** 1: on target. */
  readonly usageRatio: number;
  /** Thousandths for each pod. */
  readonly averageValue: bigint;
  /** Percent of the requests; null if the target is no utilization. */
  readonly averageUtilization: number | null;
}

export interface Proposal {
  readonly replicas: number;
  readonly usage: Usage;
}

export interface PodAverageInput {
  readonly currentReplicas: number;
  /** Of the unready and missing pods, those of workloads without any measured pod. */
  readonly silent: ReadonlySet<Pod>;
  readonly tolerance: Tolerance;
  readonly groups: PodGroups;
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
  const replicas = ofMeasured.value.replicas + kept;
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

  const { usageRatio } = usage.value;
  const replicas =
    absentPods(input, usageRatio).length > 0
      ? replicasFromFilled(input, measured, usageRatio)
      : ok(replicasFromMeasured(input, usageRatio));
  return replicas.ok ? ok({ replicas: replicas.value, usage: usage.value }) : replicas;
}

function replicasFromMeasured(input: PodAverageInput, usageRatio: number): number {
  if (isWithin(usageRatio, input.tolerance)) return input.currentReplicas;
  return multiplied(input, usageRatio, input.groups.ready);
}

/**
 * The ratio times the number of pods behind it. Surge pods exist only for a rollout: they do not
 * count on the way up, and on the way down the result never exceeds the spec.
 */
function multiplied(
  { currentReplicas, profile }: PodAverageInput,
  usageRatio: number,
  pods: number,
): number {
  const { casts, surgePods } = profile;
  const isUp = usageRatio > 1;
  const counted = surgePods === "ForNoMore" && isUp ? Math.min(pods, currentReplicas) : pods;
  const replicas = casts.count(Math.ceil(usageRatio * counted));
  return surgePods === "Counted" || isUp ? replicas : Math.min(replicas, currentReplicas);
}

function replicasFromFilled(
  input: PodAverageInput,
  measured: PodValues,
  usageRatio: number,
): Result<number, string> {
  const { currentReplicas, tolerance } = input;
  const filled = fillAbsent(input, measured, usageRatio);
  const refilled = input.usageOf(filled);
  if (!refilled.ok) return refilled;
  const newRatio = refilled.value.usageRatio;
  if (isWithin(newRatio, tolerance) || areAcrossTarget(usageRatio, newRatio)) {
    return ok(currentReplicas);
  }
  const replicas = multiplied(input, newRatio, filled.size);
  const turnsRound =
    (newRatio < 1 && replicas > currentReplicas) || (newRatio > 1 && replicas < currentReplicas);
  return ok(turnsRound ? currentReplicas : replicas);
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
function absentPods({ groups, profile }: PodAverageInput, usageRatio: number): readonly Pod[] {
  const { missing, unready } = groups;
  const isFilled = usageRatio > 1 || (usageRatio < 1 && profile.unreadyPods === "NeverFewer");
  return isFilled ? [...missing, ...unready] : missing;
}

/**
 * On the way up an absent pod counts as 0, on the way down with its full value (`fullValue`: the
 * target, or the request), so that no missing sample argues for a change.
 */
function fillAbsent(input: PodAverageInput, measured: PodValues, usageRatio: number): PodValues {
  const filled = new Map(measured);
  if (usageRatio === 1) return filled;
  for (const pod of absentPods(input, usageRatio).slice(0, roomFor(input, measured, usageRatio))) {
    filled.set(pod.name, { value: usageRatio < 1 ? input.fullValue(pod) : 0n });
  }
  return filled;
}

/** On the way up, absent pods dampen the rise; a rollout's surge pods do not. */
function roomFor(
  { currentReplicas, profile }: PodAverageInput,
  measured: PodValues,
  usageRatio: number,
): number {
  if (profile.surgePods === "Counted" || usageRatio < 1) return Infinity;
  return Math.max(0, currentReplicas - measured.size);
}

const areAcrossTarget = (a: number, b: number): boolean => (a < 1 && b > 1) || (a > 1 && b < 1);
