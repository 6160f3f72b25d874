import type { Answer, Observation } from "../observation/observation.ts";
import { milliUnits } from "../observation/values/quantity.ts";
import type { Vote } from "../pipeline/decision.ts";
import { hasValueWithoutPods } from "../sources/registry.ts";
import type { MetricSpec } from "../spec/autoscaler-spec.ts";
import type { DefaultedSpec } from "../spec/defaults.ts";

interface Activity {
  readonly votes: readonly Vote[];
  /** Whether every metric that could start the workload is inactive. */
  readonly isIdle: boolean;
}

interface Context {
  readonly specReplicas: number;
  /** Which votes are estimates, because pods lack samples: those keep the last replica. */
  readonly estimated?: readonly (boolean | undefined)[];
}

type Active = "Active" | "Inactive" | "Unknown";

/**
 * With a minimum of 0: an inactive metric asks for nothing, an active one for at least one replica.
 * While all metrics that could start the workload are inactive, a metric of pods does not keep the
 * last one: any usage above 0 asks for 1.
 */
export function withActivity(
  { metrics, minReplicas, idle }: Pick<DefaultedSpec, "metrics" | "minReplicas" | "idle">,
  votes: readonly Vote[],
  { pods, answers }: Observation,
  { specReplicas, estimated = [] }: Context,
): Activity {
  const saysItself = answers.some(answer => isActiveBySource(answer) !== null);
  if (minReplicas > 0 || (idle === null && !saysItself) || !pods.ok)
    return { votes, isIdle: false };
  const active = metrics.map((metric, index) => activeOf(metric, answers[index], votes[index]));
  const starting = active.filter((_, index) => startsWorkload(metrics[index]));
  const isIdle = starting.length > 0 && starting.every(each => each === "Inactive");
  const changed = votes.map((vote, index) => {
    const metric = metrics[index];
    if (!metric) return vote;
    return startsWorkload(metric)
      ? ofTotal(vote, active[index] ?? "Unknown", metric)
      : ofPods(vote, { isIdle: isIdle && estimated[index] !== true, specReplicas });
  });
  return { votes: changed, isIdle };
}

const startsWorkload = (metric: MetricSpec | undefined): boolean =>
  metric !== undefined && hasValueWithoutPods(metric.type);

const isActiveBySource = (answer: Answer | undefined): boolean | null =>
  answer !== undefined && "isActive" in answer ? (answer.isActive ?? null) : null;

/** A metric that fails is not known to be inactive (I2), whether or not its fallback counts. */
function activeOf(metric: MetricSpec, answer: Answer | undefined, vote: Vote | undefined): Active {
  if (vote?.type !== "Count" || vote.reason !== undefined) return "Unknown";
  const bySource = isActiveBySource(answer);
  if (bySource !== null) return bySource ? "Active" : "Inactive";
  const total = totalOf(answer);
  const above = milliUnits(metric.activation?.value ?? "0");
  if (total === null || !above.ok) return "Unknown";
  return total > above.value ? "Active" : "Inactive";
}

/** Null: unknown. A scaler that names no metrics was only asked whether there is work. */
function totalOf(answer: Answer | undefined): bigint | null {
  if (answer?.kind === "Value") return answer.value;
  if (answer?.kind === "Values") return sumOf(answer.values);
  if (answer?.kind !== "Scaler" || answer.metrics.length === 0) return null;
  return sumOf(answer.metrics.flatMap(({ values }) => values));
}

const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);

function ofTotal(vote: Vote, active: Active, { activation }: MetricSpec): Vote {
  if (vote.type !== "Count" || active === "Unknown") return vote;
  if (active === "Active") {
    if (vote.replicas > 0) return vote;
    return { ...vote, replicas: 1, message: `${vote.message}, but it is active: 1` };
  }
  if (vote.replicas <= 0) return vote;
  const value = activation ? ` at ${activation.value} or less` : "";
  return { ...vote, replicas: 0, message: `${vote.message}, but it is inactive${value}: 0` };
}

interface PodsContext {
  readonly isIdle: boolean;
  readonly specReplicas: number;
}

function ofPods(vote: Vote, { isIdle, specReplicas }: PodsContext): Vote {
  const { source, type } = vote;
  if (specReplicas === 0 && type === "Failed") {
    return { source, type: "Abstain", message: "without pods, there is nothing to measure" };
  }
  const isLast = isIdle && type === "Count" && vote.replicas === 1 && vote.reason === undefined;
  return isLast
    ? { ...vote, replicas: 0, message: `${vote.message}, which keeps no last replica: 0` }
    : vote;
}
