import type { FieldReader } from "../field-reader.ts";
import { checkMetricName } from "../metrics/metric-identity.ts";
import { checkAmount, checkPercentage } from "./quantities.ts";

export function checkIntention(intention: FieldReader): void {
  const intent = intention.text("intent");
  const isUtilization = intent === "CPUUtilization" || intent === "MemoryUtilization";
  checkMetric(intention, { isUtilization, isNeeded: intent === "PodsMetric" });
  checkAmount(intention, "value");
  if (isUtilization && intention.has("value")) checkPercentage(intention, "value");
}

function checkMetric(
  intention: FieldReader,
  { isUtilization, isNeeded }: { readonly isUtilization: boolean; readonly isNeeded: boolean },
): void {
  const metric = intention.object("metric");
  if (isNeeded && !intention.has("metric")) {
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
    metric.report("name", {
      code: "Required",
      message: "is required for a metric",
      remedy: "write name: sessions",
    });
  }
  checkMetricName(metric);
}
