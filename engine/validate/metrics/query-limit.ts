import { mostQuestions } from "../../recommend/asked-metrics.ts";
import { asksEachWorkload } from "../../sources/registry.ts";
import type { FieldReader } from "../field-reader.ts";

/**
 * Pod metrics are queried for each workload, and each selector means at least one workload. How
 * many it really matches is only known at runtime.
 */
export function checkQuestions(spec: FieldReader): void {
  const monitors = spec.list("monitorSelectors")?.length ?? 0;
  if (monitors === 0) return;
  const asking = [...spec.objects("metrics"), ...spec.objects("thresholds")];
  const metrics = asking.filter(isOfPods).length;
  const questions = metrics * (1 + monitors);
  if (questions <= mostQuestions) return;
  spec.report("monitorSelectors", {
    code: "TooManyQuestions",
    message: `the metrics of pods are asked for by each selector and for the target: ${metrics} times ${1 + monitors} are ${questions} questions in a period, and ${mostQuestions} are allowed`,
    remedy: "write fewer monitorSelectors, or fewer metrics and thresholds of pods",
  });
}

/** For a metric or a threshold. */
function isOfPods(item: FieldReader): boolean {
  const intent = item.object("intention")?.text("intent");
  const types = [item.text("type"), item.object("value")?.object("metric")?.text("type")];
  const isIntended = intent === "RequestsPerSecondPerPod" || intent === "PodsMetric";
  return isIntended || types.some(type => asksEachWorkload(type ?? ""));
}
