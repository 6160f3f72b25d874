import type { Pod } from "../observation/pod.ts";
import type { PodSamples } from "../observation/pod-sample.ts";
import { err, ok, type Result } from "../result.ts";
import type { AutoscalerProfile } from "../profile.ts";
import type { PodGroups } from "./group-pods.ts";
import { isWithin, type Tolerance } from "./tolerance.ts";

const nothingMeasured = "no samples of these pods, which may not be ready yet; look at the pods";

/** Values in thousandths by the pod's name: measured, or assumed where nothing was. */
export type PodValues = ReadonlyMap<string, { readonly value: bigint }>;

/** How a set of values compares with the target. */
export interface Usage {
  /** 1: on target. */
  readonly usageRatio: number;
  /** Thousandths for each pod. */
  readonly averageValue: bigint;
  /** Percent of the requests; null where the target is not one. */
  readonly averageUtilization: number | null;
}

/** What a metric proposes, and the usage as it was measured. */
export interface Proposal {
  readonly replicas: number;
  readonly usage: Usage;
}

export interface PodAverageInput {
  readonly currentReplicas: number;
  readonly tolerance: Tolerance;
  readonly groups: PodGroups;
  readonly samples: PodSamples;
  readonly profile: Pick<AutoscalerProfile, "unreadyPods" | "surgePods" | "casts">;
  readonly usageOf: (values: PodValues) => Result<Usage, string>;
  /** What a pod without a sample counts as where the rest argues for scaling down. */
  readonly fullValue: (pod: Pod) => bigint;
}

/**
 * The count that brings an average over the pods to its target; the same steps for a utilization
 * and for a plain average.
 *
 * Absent data can make a change smaller and never turn it round: on the way down a missing sample
 * counts in full, on the way up it and an unready pod count as 0, and if that crosses the target,
 * or the number of samples alone would, the current count holds. Upstream leaves unready pods out on
 * the way down.
 *
 * Errors  a sentence: there is nothing to average over.
 * Source  upstream replica_calculator.go, GetResourceReplicas and calcPlainMetricReplicas.
 */
export function podAverageProposal(input: PodAverageInput): Result<Proposal, string> {
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
 * The ratio times the pods that it is the ratio of. Pods in excess of those asked for are there for
 * a rollout only: on the way up they do not count, and on the way down it never ends above the spec.
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
  if (isWithin(newRatio, tolerance) || areAcross(usageRatio, newRatio, 1)) {
    return ok(currentReplicas);
  }
  const replicas = multiplied(input, newRatio, filled.size);
  const turnsRound =
    (newRatio < 1 && replicas > currentReplicas) || (newRatio > 1 && replicas < currentReplicas);
  return ok(turnsRound ? currentReplicas : replicas);
}

/** Samples of pods that nobody knows stay in, as upstream has it. */
function countedValues({ groups, samples }: PodAverageInput): PodValues {
  const { ignored, unready } = groups;
  if (ignored.length === 0 && unready.length === 0) return samples;
  const values = new Map(samples);
  for (const { name } of ignored) values.delete(name);
  for (const { name } of unready) values.delete(name);
  return values;
}

/** Pods that something has to be assumed about. */
function absentPods({ groups, profile }: PodAverageInput, usageRatio: number): readonly Pod[] {
  const { missing, unready } = groups;
  const isFilled = usageRatio > 1 || (usageRatio < 1 && profile.unreadyPods === "NeverFewer");
  return isFilled ? [...missing, ...unready] : missing;
}

function fillAbsent(input: PodAverageInput, measured: PodValues, usageRatio: number): PodValues {
  const filled = new Map(measured);
  if (usageRatio === 1) return filled;
  for (const pod of absentPods(input, usageRatio).slice(0, roomFor(input, measured, usageRatio))) {
    filled.set(pod.name, { value: usageRatio < 1 ? input.fullValue(pod) : 0n });
  }
  return filled;
}

/** On the way up absent pods damp a rise; those of a rollout that come on top of the spec do not. */
function roomFor(
  { currentReplicas, profile }: PodAverageInput,
  measured: PodValues,
  usageRatio: number,
): number {
  if (profile.surgePods === "Counted" || usageRatio < 1) return Infinity;
  return Math.max(0, currentReplicas - measured.size);
}

const areAcross = (a: number, b: number, line: number): boolean =>
  (a < line && b > line) || (a > line && b < line);
