import type { MetricSpec } from "../spec/autoscaler-spec.ts";
import type { Vote } from "../pipeline/decision.ts";
import { notQueried, type Observation } from "../observation/observation.ts";
import type { Intention } from "../spec/threshold-spec.ts";
import type { MetricContext } from "./metric-vote.ts";
import { metricVotes } from "./metric-votes.ts";

/** The default metric name for a web server's requests. */
const DEFAULT_RATE_METRIC = "http_requests_per_second";

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

/** The metric's proposal; `stepIntentions` then moves the count toward it. */
export function intentionVote(
  source: string,
  intention: Intention,
  observation: Observation,
  context: Omit<MetricContext, "pods">,
): Vote {
  const [measured] = metricVotes([intendedMetric(intention)], observation, context);
  return measured ? { ...measured.vote, source } : { ...notQueried, source, type: "Abstain" };
}
