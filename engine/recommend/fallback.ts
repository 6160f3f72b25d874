import type { ActiveFallback, Vote } from "../pipeline/decision.ts";
import type { Observation } from "../observation/observation.ts";
import type { Pod } from "../observation/pod.ts";
import { type FailureClock, failingSince } from "../history/failure-clock.ts";
import type { EpochMs } from "../result.ts";
import { questionOf } from "../sources/metric-name.ts";
import { hasValueWithoutPods } from "../sources/registry.ts";
import type { MetricSpec } from "../spec/autoscaler-spec.ts";
import { type Fallback, withFallbackDefaults } from "../spec/defaults.ts";
import { timestamp } from "../timestamp.ts";
import type { MetricVote } from "./metric-vote.ts";
import { isRunningAndReady } from "./metrics/group-pods.ts";
import { isStaying } from "./trusted-samples.ts";

/** A new pod is scraped twice before the metrics APIs have a sample of it. */
const FIRST_SAMPLE_MS = 60_000;

interface FallbackContext {
  readonly now: EpochMs;
  readonly specReplicas: number;
  /** The clocks so far. */
  readonly failures: readonly FailureClock[];
}

/**
 * active       the fallbacks that have taken over
 * takesOverAt  when the next one does if its metric keeps failing; null: none will
 */
export interface WithFallbacks {
  readonly measured: readonly MetricVote[];
  readonly failures: readonly FailureClock[];
  readonly active: readonly ActiveFallback[];
  readonly takesOverAt: EpochMs | null;
}

/**
 * Replaces the votes of metrics that have failed for long enough by what their fallbacks ask for.
 * Until then, a failed vote blocks scale-down (I2).
 *
 * Source  KEP-5679: the fallback is the metric's proposal, and the largest proposal wins.
 */
export function withFallbacks(
  metrics: readonly MetricSpec[],
  measured: readonly MetricVote[],
  observation: Observation,
  context: FallbackContext,
): WithFallbacks {
  const none = { measured, failures: context.failures, active: [], takesOverAt: null };
  // If the pods are unknown, no metric was measured, so none has failed or recovered.
  if (!observation.pods.ok) return none;
  if (!metrics.some(hasFallback)) return { ...none, failures: noClocks };
  const pods = observation.pods.value;
  const covered = metrics.map((metric, index) => {
    const one = measured[index];
    const isAnswered = observation.answers[index]?.kind !== "Failed";
    return one && cover(metric, one, { ...context, pods, isAnswered });
  });
  const known = covered.filter(one => one !== undefined);
  const coming = known.flatMap(({ takesOverAt }) => takesOverAt ?? []);
  return {
    measured: known.map(one => one.measured),
    failures: distinct(known.flatMap(({ clock }) => clock ?? [])),
    active: known.flatMap(({ active }) => active ?? []),
    takesOverAt: coming.length === 0 ? null : Math.min(...coming),
  };
}

const noClocks: readonly FailureClock[] = [];

const hasFallback = ({ fallback }: MetricSpec): boolean => fallback != null;

/** Metrics that ask the same question fail together. */
const distinct = (clocks: readonly FailureClock[]): readonly FailureClock[] => [
  ...new Map(clocks.map(clock => [clock.metric, clock])).values(),
];

interface Covered {
  readonly measured: MetricVote;
  readonly clock?: FailureClock;
  readonly active?: ActiveFallback;
  readonly takesOverAt?: EpochMs;
}

interface FailureSigns extends FallbackContext {
  readonly pods: readonly Pod[];
  readonly isAnswered: boolean;
}

function cover(spec: MetricSpec, measured: MetricVote, signs: FailureSigns): Covered {
  const { vote } = measured;
  if (!spec.fallback || vote.type !== "Failed") return { measured };
  const metric = questionOf(spec);
  const since = failingSince(signs.failures, metric) ?? (isFailure(spec, signs) ? signs.now : null);
  if (since === null) return { measured };
  const fallback = withFallbackDefaults(spec.fallback);
  const clock = { metric, since };
  const takesOverAt = since + fallback.failureDurationSeconds * 1000;
  if (takesOverAt > signs.now) {
    const message = `${vote.message}; its fallback takes over at ${timestamp(takesOverAt)}`;
    return { measured: { ...measured, vote: { ...vote, message } }, clock, takesOverAt };
  }
  const active = inForce(vote, fallback, since, signs.specReplicas);
  const { source, replicas, message } = active;
  const count = { source, type: "Count", replicas, reason: "FallbackActive", message } as const;
  return { measured: { ...measured, vote: count }, clock, active };
}

/**
 * Whether a failed vote is a failure of the metric. It is not if the metric has answered but there are
 * no pods to divide it by, nor while no pod has been ready for long enough to have samples.
 */
function isFailure({ type }: MetricSpec, { pods, isAnswered, now }: FailureSigns): boolean {
  if (hasValueWithoutPods(type)) return !isAnswered || pods.length > 0;
  return pods.some(
    pod =>
      isStaying(pod) &&
      isRunningAndReady(pod) &&
      (pod.ready?.since ?? now) + FIRST_SAMPLE_MS <= now,
  );
}

function inForce(
  { source, reason, message }: Extract<Vote, { type: "Failed" }>,
  { replicas, behavior }: Fallback,
  since: EpochMs,
  current: number,
): ActiveFallback {
  const count = countOf(behavior, replicas, current);
  const what = count === replicas ? "its fallback" : "its fallback, the current count";
  const says = `failed since ${timestamp(since)} (${message}), so ${what}: ${count}`;
  return { source, reason, replicas: count, message: says };
}

function countOf(behavior: Fallback["behavior"], replicas: number, current: number): number {
  switch (behavior) {
    case "Static":
      return replicas;
    case "CurrentIfHigher":
      return Math.max(replicas, current);
    case "CurrentIfLower":
      return Math.min(replicas, current);
  }
}
