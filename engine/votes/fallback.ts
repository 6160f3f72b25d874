import type { ActiveFallback, Vote } from "../model/decision.ts";
import type { Observation } from "../model/observation/observation.ts";
import type { Pod } from "../model/observation/pod.ts";
import { list, plain, record, time } from "../model/codec.ts";
import type { SerializedFailure } from "../model/generated/history.ts";
import { type FailureClock, failingSince } from "../model/history.ts";
import { slot } from "../model/slot.ts";
import type { EpochMs } from "../model/values/result.ts";
import { questionOf, hasValueWithoutPods } from "../sources/registry.ts";
import type { MetricFallback } from "../model/spec/autoscaler-spec.ts";
import { type Fallback, fallbackAfterSeconds, withFallbackDefaults } from "../spec/defaults.ts";
import type { Metric } from "../model/spec/metric.ts";
import { earliest, timestamp } from "../model/values/time.ts";
import { isRunningAndReady } from "../arithmetic/group-pods.ts";
import { isStaying } from "../arithmetic/trusted-samples.ts";

/** A new pod is scraped twice before the metrics APIs have a sample of it. */
const FIRST_SAMPLE_MS = 60_000;

/** A clock of a metric that has recovered would count for its next failure. */
const isNoEarlier = (saved: FailureClock, actual: readonly FailureClock[]): boolean =>
  saved.since >= (failingSince(actual, saved.metric) ?? Infinity);

export const failureMemory = slot({
  name: "failures",
  codec: list(record<SerializedFailure>({ metric: plain, since: time })),
  isAsSafe: (saved, actual) => saved.every(clock => isNoEarlier(clock, actual)),
  clock: "Stops",
});

/**
 * A metric of the spec or of a threshold.
 *
 * fallback  "Abstain": it asks for nothing once it has failed for the default time; null or absent:
 *           it blocks scale-down for as long as it fails
 * clock     the name of its clock; absent: its question, because metrics with the same one fail together
 */
type Source = Metric & {
  readonly fallback?: MetricFallback | "Abstain" | null;
  readonly clock?: string;
};

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
export interface WithFallbacks<Measured> {
  readonly measured: readonly Measured[];
  readonly failures: readonly FailureClock[];
  readonly active: readonly ActiveFallback[];
  readonly takesOverAt: EpochMs | null;
}

/**
 * Replaces the votes of sources that have failed for long enough by what their fallbacks ask for.
 * Until then, a failed vote blocks scale-down (I2).
 *
 * Source  KEP-5679: the fallback is the metric's proposal, and the largest proposal wins.
 */
export function withFallbacks<Measured extends { readonly vote: Vote }>(
  sources: readonly Source[],
  measured: readonly Measured[],
  observation: Pick<Observation, "pods" | "answers">,
  context: FallbackContext,
): WithFallbacks<Measured> {
  const none = { measured, failures: context.failures, active: [], takesOverAt: null };
  // If the pods are unknown, no metric was measured, so none has failed or recovered.
  if (!observation.pods.ok) return none;
  if (!sources.some(hasFallback)) return { ...none, failures: [] };
  const pods = observation.pods.value;
  const covered = sources.flatMap((source, index) => {
    const one = measured[index];
    const isAnswered = observation.answers[index]?.kind !== "Failed";
    if (one === undefined) return [];
    const { vote, ...rest } = cover(source, one.vote, { ...context, pods, isAnswered });
    return { ...rest, measured: { ...one, vote } };
  });
  return {
    measured: covered.map(one => one.measured),
    failures: distinct(covered.flatMap(({ clock }) => clock ?? [])),
    active: covered.flatMap(({ active }) => active ?? []),
    takesOverAt: earliest(covered.map(({ takesOverAt = null }) => takesOverAt)),
  };
}

const hasFallback = ({ fallback }: Source): boolean => fallback != null;

/** Metrics that ask the same question fail together. */
const distinct = (clocks: readonly FailureClock[]): readonly FailureClock[] => [
  ...new Map(clocks.map(clock => [clock.metric, clock])).values(),
];

interface Covered {
  readonly vote: Vote;
  readonly clock?: FailureClock;
  readonly active?: ActiveFallback;
  readonly takesOverAt?: EpochMs;
}

interface FailureSigns extends FallbackContext {
  readonly pods: readonly Pod[];
  readonly isAnswered: boolean;
}

function cover(source: Source, vote: Vote, signs: FailureSigns): Covered {
  if (!source.fallback || vote.type !== "Failed") return { vote };
  const metric = source.clock ?? questionOf(source);
  const known = failingSince(signs.failures, metric);
  const since = known ?? (isFailure(source, signs) ? signs.now : null);
  if (since === null) return { vote };
  const fallback = source.fallback === "Abstain" ? null : withFallbackDefaults(source.fallback);
  const clock = { metric, since };
  const seconds = fallback?.failureDurationSeconds ?? fallbackAfterSeconds;
  const takesOverAt = since + seconds * 1000;
  if (takesOverAt > signs.now) {
    const then = fallback ? "its fallback takes over" : "it no longer blocks scale-down";
    const message = `${vote.message}; ${then} at ${timestamp(takesOverAt)}`;
    return { vote: { ...vote, message }, clock, takesOverAt };
  }
  const active = inForce(vote, fallback, since, signs.specReplicas);
  return { vote: voteOf(active), clock, active };
}

function voteOf({ source, replicas, message }: ActiveFallback): Vote {
  return replicas === undefined
    ? { source, type: "Abstain", message }
    : { source, type: "Count", replicas, reason: "FallbackActive", message };
}

/**
 * Whether a failed vote is a failure of the metric. It is not if the metric has answered but there are
 * no pods to divide it by, nor while no pod has been ready for long enough to have samples. For a source
 * that then only abstains, any absence is one: pods that never become ready must not block scale-down.
 */
function isFailure({ type, fallback }: Source, signs: FailureSigns): boolean {
  const { pods, isAnswered, now, specReplicas } = signs;
  if (fallback === "Abstain" && specReplicas > 0) return true;
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
  fallback: Fallback | null,
  since: EpochMs,
  current: number,
): ActiveFallback {
  const failed = `failed since ${timestamp(since)} (${message})`;
  if (fallback === null) {
    return { source, reason, message: `${failed}, so it no longer blocks scale-down` };
  }
  const { replicas, behavior } = fallback;
  const count = countOf(behavior, replicas, current);
  const what = count === replicas ? "its fallback" : "its fallback, the current count";
  return { source, reason, replicas: count, message: `${failed}, so ${what}: ${count}` };
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
