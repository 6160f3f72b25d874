import { error, note, type Rule, warning } from "./rule.ts";
import { decidingMetric, lasting, neverScalesDown } from "./subject.ts";

/** A rollout, or a restart of what serves the metrics, takes less. */
const longMs = 600_000;

/** The HPA cannot calculate a size, or one of its metrics has no value. */
export const metricFailing: Rule = {
  name: "MetricFailing",
  explainedBy: ["NoRequests", "TargetMissing"],
  check({ conditions, metrics, object }, { now, fleet }) {
    const active = conditions.get("ScalingActive");
    if (active?.status === "False") {
      const { reason, message, since } = active;
      const isKnown =
        reason === "ScalingDisabled" ||
        (reason === "AmbiguousSelector" && fleet.rivalsOf(object).length > 0);
      if (isKnown || now - (since ?? 0) < longMs) return [];
      const remedy =
        "look at what serves the metric, such as metrics-server or the metrics adapter; until then, the count of replicas stays as it is";
      return [
        error(`has not been able to scale${lasting(active, now)}: ${reason}: ${message}`, remedy),
      ];
    }
    const missing = metrics.filter(({ hasValue }) => !hasValue);
    if (missing.length === 0 || missing.length === metrics.length) return [];
    const names = missing.map(({ label }) => label).join(", ");
    return [
      warning(
        `has no current value of ${names}, while other metrics have one`,
        "look at what serves it, or remove it; while it is missing, the HPA does not scale down",
      ),
    ];
  },
};

/** Usage of memory rarely falls when pods are added, nor when their load falls. */
export const memoryTarget: Rule = {
  name: "MemoryTarget",
  check(subject) {
    const { metrics, min, currentReplicas } = subject;
    const memory = metrics.find(({ name, type }) => name === "memory" && type.endsWith("Resource"));
    if (!memory || neverScalesDown(subject)) return [];
    const isAlone = metrics.length === 1;
    const decides =
      decidingMetric(subject)?.name === "memory" && (currentReplicas ?? 0) > min.value;
    const why = isAlone ? "only by memory" : decides ? "by memory at the moment" : "also by memory";
    const held = decides
      ? `; ${currentReplicas ?? 0} replicas run, and the minimum is ${min.value}`
      : "";
    const remark = isAlone || decides ? warning : note;
    return [
      remark(
        `scales ${why}, whose usage rarely falls when load does, so that it does not scale down${held}`,
        "scale by cpu or by a metric of the load, and let requests and limits provide for memory",
      ),
    ];
  },
};
