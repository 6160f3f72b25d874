import type { FieldReader } from "../field-reader.ts";
import { checkMetricName } from "../metrics/metric-target.ts";
import { checkAmount, checkPercentage } from "./quantities.ts";

export function checkIntention(intention: FieldReader): void {
  const intent = intention.text("intent");
  const isUtilization = intent === "CPUUtilization" || intent === "MemoryUtilization";
  checkMetric(intention, isUtilization);
  checkAmount(intention, "value");
  if (isUtilization && intention.has("value")) checkPercentage(intention, "value");
}

function checkMetric(intention: FieldReader, isUtilization: boolean): void {
  const metric = intention.object("metric");
  if (intention.text("intent") === "PodsMetric" && !intention.has("metric")) {
    intention.report("metric", {
      code: "IntentionMetricMissing",
      message: "is required for intent PodsMetric",
      remedy: "write metric: {name: sessions}",
    });
  }
  if (metric === undefined) return;
  if (isUtilization) {
    intention.report("metric", {
      code: "IntentionMetricForbidden",
      message: "the intent says already which metric counts",
      remedy: "remove it, or write intent PodsMetric",
    });
  }
  if (!metric.has("name")) {
    const message = "is required for a metric";
    metric.report("name", { code: "Required", message, remedy: "write name: sessions" });
  }
  checkMetricName(metric);
}
