import type { MetricSpec } from "../spec/autoscaler-spec.ts";
import type { Vote } from "../pipeline/decision.ts";
import { notQueried, type Observation } from "../observation/observation.ts";
import type { Intention } from "../spec/threshold-spec.ts";
import type { MetricContext } from "./metric-vote.ts";
import { metricVotes } from "./metric-votes.ts";

/** The default metric name for a web server's requests. */
const DEFAULT_RATE_METRIC = "http_requests_per_second";

/** The equivalent metric, which moves to the goal at once. */
export function intendedMetric({ intent, metric, value }: Intention): MetricSpec {
  switch (intent) {
    case "CPUUtilization":
      return utilization("cpu", value);
    case "MemoryUtilization":
      return utilization("memory", value);
    case "RequestsPerSecondPerPod":
    case "PodsMetric": {
      const target = { type: "AverageValue", averageValue: value };
      return { type: "Pods", pods: { metric: metric ?? { name: DEFAULT_RATE_METRIC }, target } };
    }
  }
}

const utilization = (name: string, percent: string): MetricSpec => ({
  type: "Resource",
  resource: { name, target: { type: "Utilization", averageUtilization: Number(percent) } },
});

/**
 * One step toward the intention: the metric's proposal, at most one replica from the current count.
 * It scales down only if one replica fewer is enough, because a proposal is rounded up.
 */
export function intentionVote(
  source: string,
  intention: Intention,
  observation: Observation,
  context: Omit<MetricContext, "pods">,
): Vote {
  const [measured] = metricVotes([intendedMetric(intention)], observation, context);
  if (!measured) return { ...notQueried, source, kind: "Abstain" };
  const { vote } = measured;
  if (vote.kind !== "Count") return { ...vote, source };
  const { specReplicas: current } = context;
  const replicas = Math.max(current - 1, Math.min(current + 1, vote.replicas));
  const step = replicas === vote.replicas ? "" : `, one step at a time: ${replicas}`;
  return { source, kind: "Count", replicas, message: `${vote.message}${step}` };
}
