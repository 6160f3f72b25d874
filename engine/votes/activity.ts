import type { Answer, Observation } from "../model/observation/observation.ts";
import { time } from "../model/codec.ts";
import { type Activity, endsNoEarlier } from "../model/idle-clock.ts";
import { slot } from "../model/slot.ts";
import { milliUnits } from "../model/values/quantity.ts";
import type { Vote } from "../model/decision.ts";
import { hasValueWithoutPods } from "../sources/registry.ts";
import type { MetricSpec } from "../model/spec/autoscaler-spec.ts";
import type { DefaultedSpec } from "../spec/defaults.ts";
import type { AutoscalerProfile } from "../model/spec/profile.ts";
import type { MeasuredThreshold } from "./threshold-votes.ts";
import { totalsOf } from "../arithmetic/trusted-samples.ts";

/**
 * How long the last replica of an idle workload stays. An activation alone leaves the delay to the window of
 * scale-down. null: nothing distinguishes the last replica from the others.
 */
export function idleSeconds(spec: Pick<DefaultedSpec, "idle" | "metrics">): number | null {
  const { idle, metrics } = spec;
  const isAsked = idle != null || metrics.some(({ activation }) => activation != null);
  return isAsked ? (idle?.afterSeconds ?? 0) : null;
}

/** A release that knows no stopped clock finds none, and so begins a later one. */
export const idleMemory = slot({
  name: "idle",
  codec: {
    isInline: true,
    fields: ["idleSince", "idleForSeconds"],
    write: clock =>
      "since" in clock
        ? { idleSince: time.write(clock.since) }
        : { idleForSeconds: clock.forSeconds },
    read({ idleSince, idleForSeconds }) {
      if (idleForSeconds !== undefined) return { forSeconds: idleForSeconds };
      return idleSince === undefined ? null : { since: time.read(idleSince) };
    },
    past: (clock, now) => ("since" in clock && clock.since > now ? { since: now } : clock),
  },
  isAsSafe: endsNoEarlier,
  isCaution: true,
  clock: "Stops",
});

interface ActiveVotes {
  readonly votes: readonly Vote[];
  readonly activity: Activity;
}

interface Context {
  readonly specReplicas: number;
  readonly profile: Pick<AutoscalerProfile, "idling">;
  /** Which votes are estimates, because pods lack samples: those keep more than the last replica. */
  readonly estimated?: readonly (boolean | undefined)[];
}

/**
 * With a minimum of 0: an inactive metric asks for nothing, an active one for at least one replica.
 * While all metrics that could start the workload are inactive, a metric of pods does not keep the
 * last one: any usage above 0 asks for 1, and pods that cannot start have none to measure.
 */
export function withActivity(
  spec: Pick<DefaultedSpec, "metrics" | "minReplicas" | "replicaMultiple" | "idle">,
  votes: readonly Vote[],
  { pods, answers }: Observation,
  { specReplicas, profile, estimated = [] }: Context,
): ActiveVotes {
  const { metrics, minReplicas, replicaMultiple } = spec;
  const isAsked =
    idleSeconds(spec) !== null || answers.some(answer => isActiveBySource(answer) !== null);
  const isApplied = isAsked || profile.idling === "ByActivity";
  if (minReplicas > 0 || !isApplied) return { votes, activity: "Active" };
  if (!pods.ok) return { votes, activity: "Unknown" };
  const active = metrics.map((metric, index) => activeOf(metric, answers[index], votes[index]));
  const activity = together(active.filter((_, index) => startsWorkload(metrics[index])));
  const isLast = specReplicas <= replicaMultiple;
  const changed = votes.map((vote, index) => {
    const metric = metrics[index];
    if (!metric) return vote;
    if (startsWorkload(metric)) return ofTotal(vote, active[index] ?? "Unknown", metric);
    if (specReplicas === 0) return withoutPods(vote);
    const keepsNone = activity === "Idle" && (isLast || estimated[index] !== true);
    return keepsNone ? ofIdlePods(vote, isLast) : vote;
  });
  return { votes: changed, activity };
}

/**
 * The same for thresholds: an intention is a metric of pods, and a value threshold on one keeps no last
 * replica without a sample, or because one replica is what its reading needs. While it agrees, it counts: such a workload is busy.
 */
export function withIdleThresholds(
  { thresholds, replicaMultiple }: Pick<DefaultedSpec, "thresholds" | "replicaMultiple">,
  measured: readonly MeasuredThreshold[],
  { activity, specReplicas }: Pick<ActiveVotes, "activity"> & Pick<Context, "specReplicas">,
): readonly MeasuredThreshold[] {
  if (activity !== "Idle" || specReplicas > replicaMultiple) return measured;
  return measured.map((one, index) => {
    const threshold = thresholds[index];
    const value = threshold?.type === "Value" ? threshold.value : null;
    if (value !== null && hasValueWithoutPods(value.metric.type)) return one;
    const isIdle = value === null || one.vote.type === "Failed";
    const vote = isIdle ? ofIdlePods(one.vote, true) : one.vote;
    return { ...one, vote, ...(one.keeps === 1 && { keeps: 0 }) };
  });
}

/** Without a metric that could start it, nothing says that the workload is idle. */
const together = (active: readonly Activity[]): Activity =>
  active.length === 0 || active.includes("Active")
    ? "Active"
    : active.includes("Unknown")
      ? "Unknown"
      : "Idle";

const startsWorkload = (metric: MetricSpec | undefined): boolean =>
  metric !== undefined && hasValueWithoutPods(metric.type);

const isActiveBySource = (answer: Answer | undefined): boolean | null =>
  answer !== undefined && "isActive" in answer ? (answer.isActive ?? null) : null;

/** A metric that fails is not known to be inactive (I2), whether or not its fallback counts. */
function activeOf(metric: MetricSpec, answer: Answer | undefined, vote: Vote | undefined) {
  if (vote?.type !== "Count" || vote.reason !== undefined) return "Unknown";
  const bySource = isActiveBySource(answer);
  if (bySource !== null) return bySource ? "Active" : "Idle";
  const total = totalOf(answer);
  const above = milliUnits(metric.activation?.value ?? "0");
  if (total === null || !above.ok) return "Unknown";
  return total > above.value ? "Active" : "Idle";
}

/** Null: unknown. A scaler that names no metrics was only asked whether there is work. */
function totalOf(answer: Answer | undefined): bigint | null {
  const totals = answer ? totalsOf(answer) : [];
  return totals.length === 0 ? null : totals.reduce((sum, value) => sum + value, 0n);
}

function ofTotal(vote: Vote, active: Activity, { activation }: MetricSpec): Vote {
  if (vote.type !== "Count" || active === "Unknown") return vote;
  if (active === "Active") {
    if (vote.replicas > 0) return vote;
    return { ...vote, replicas: 1, message: `${vote.message}, but it is active: 1` };
  }
  if (vote.replicas <= 0) return vote;
  const value = activation ? ` at ${activation.value} or less` : "";
  return { ...vote, replicas: 0, message: `${vote.message}, but it is inactive${value}: 0` };
}

function withoutPods(vote: Vote): Vote {
  const { source, type } = vote;
  if (type !== "Failed") return vote;
  return { source, type: "Abstain", message: "without pods, there is nothing to measure" };
}

/** A failure says nothing of more than the last replica, so those stay (I2). */
function ofIdlePods({ source, ...vote }: Vote, isLast: boolean): Vote {
  const isOne = vote.type === "Count" && vote.replicas === 1 && vote.reason === undefined;
  if (!isOne && !(isLast && vote.type === "Failed")) return { source, ...vote };
  const message = `${vote.message}, which keeps no last replica: 0`;
  return { source, type: "Count", replicas: 0, message };
}
