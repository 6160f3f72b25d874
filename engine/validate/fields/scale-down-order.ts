import type { FieldReader } from "../field-reader.ts";

/** Metrics, and intentions of thresholds, with a sample of each pod. */
const ofPods = new Set(["Resource", "ContainerResource", "Pods"]);

export function checkScaleDownOrder(spec: FieldReader): void {
  if (spec.text("scaleDownOrder") !== "LeastLoaded" || measuresPods(spec)) return;
  spec.warn("scaleDownOrder", {
    code: "OrderUnmeasured",
    message: "has no effect, because no metric measures each pod",
    remedy: "add a metric of type Resource, ContainerResource or Pods, or write Newest or Zone",
  });
}

function measuresPods(spec: FieldReader): boolean {
  const thresholds = spec.objects("thresholds");
  const values = thresholds.map(threshold => threshold.object("value")?.object("metric"));
  const metrics = [...spec.objects("metrics"), ...values];
  // Every intention is about the pods, and without metrics and thresholds the metric is cpu.
  const hasIntention = thresholds.some(threshold => threshold.text("type") === "Intention");
  const isDefault = spec.isEmpty("metrics") && spec.isEmpty("thresholds");
  return (
    isDefault || hasIntention || metrics.some(metric => ofPods.has(metric?.text("type") ?? ""))
  );
}
