import type { Metric } from "../spec/metric.ts";
import type { RawAnswer } from "../observation/observation.ts";
import type { RecordedMetrics } from "./recorded-step.ts";

/** The answer of the recorded metrics APIs for one metric. */
export function recordedAnswer(metric: Metric, metrics: RecordedMetrics): RawAnswer {
  const { errors } = metrics;
  const unless = (call: string, answer: RawAnswer): RawAnswer =>
    errors.includes(call) ? { kind: "Failed", message: `${call} failed` } : answer;
  switch (metric.type) {
    case "Resource":
    case "ContainerResource":
      return unless("resource", { kind: "PodMetrics", items: metrics.resource });
    case "Pods": {
      const { name } = metric.pods.metric;
      return unless(`pods/${name}`, { kind: "PodValues", items: metrics.pods.get(name) ?? [] });
    }
    case "Object": {
      const { name } = metric.object.metric;
      const value = metrics.object.get(name);
      const missing = { kind: "Failed", message: `object/${name} is not recorded` } as const;
      return unless(
        `object/${name}`,
        value === undefined ? missing : { kind: "ObjectValue", ...value },
      );
    }
    case "External": {
      const { name } = metric.external.metric;
      const values = metrics.external.get(name) ?? [];
      return unless(`external/${name}`, { kind: "ExternalValues", values });
    }
    default:
      return { kind: "Failed", message: "an unknown type of metric" };
  }
}
