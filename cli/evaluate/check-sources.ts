import { isMetricType, metricTypes } from "../../engine/sources/registry.ts";
import { type MetricType, sourceKey } from "../../engine/spec/metric.ts";
import { checkScheduleTimes } from "../../engine/validate/fields/schedules.ts";
import { checkExpression } from "../../engine/validate/fields/combine.ts";
import {
  alternatives,
  type FieldReader,
  isFields,
  show,
} from "../../engine/validate/field-reader.ts";
import { sourceRules } from "../../engine/validate/metrics/source-rules.ts";
import { valueAt } from "../../engine/validate/structure.ts";

/** The fields that a metric of a recorded case must have, as text: paths within its source. */
const requiredTexts: Readonly<Record<MetricType, readonly string[]>> = {
  Resource: ["name"],
  ContainerResource: ["name", "container"],
  Pods: ["metric.name"],
  Object: ["metric.name", "describedObject.kind"],
  External: ["metric.name"],
  Prometheus: ["source", "query"],
  ExternalScaler: ["source"],
};

/** Checks what the schema of a case leaves to the metric sources, expressions and the calendar, in all of its objects. */
export function checkSources(recorded: FieldReader): void {
  const steps = recorded.objects("steps");
  const holders = [recorded, ...steps, ...steps.flatMap(step => step.objects("events"))];
  const single = holders.flatMap(holder => holder.object("autoscaler") ?? []);
  const objects = [...single, ...recorded.objects("autoscalers")];
  for (const spec of objects.flatMap(object => object.object("spec") ?? [])) checkSpec(spec);
}

function checkSpec(spec: FieldReader): void {
  for (const schedule of spec.objects("schedules")) checkScheduleTimes(schedule);
  for (const metric of spec.objects("metrics")) checkSource(metric, "metric");
  checkExpression(spec);
  for (const threshold of spec.objects("thresholds")) {
    const metric = threshold.object("value")?.object("metric");
    if (metric) checkSource(metric, "threshold");
  }
}

/**
 * A metric of an unknown type becomes a failed vote, as in upstream. A threshold cannot have one,
 * and its metric has no target.
 */
function checkSource(metric: FieldReader, use: "metric" | "threshold"): void {
  const type = metric.text("type") ?? "";
  if (isMetricType(type)) {
    const { targetRule, example } = sourceRules[type];
    const key = sourceKey(type);
    const remedy = `write ${key}: ${example[use]}`;
    demand(metric, key, "an object", remedy);
    const isOptional = targetRule.isOptional === true && metric.object(key)?.has("target") !== true;
    if (use === "metric" && !isOptional) demand(metric, `${key}.target`, "an object", remedy);
    for (const name of requiredTexts[type]) demand(metric, `${key}.${name}`, "text", remedy);
  } else if (use === "threshold") {
    metric.report("type", {
      code: "NotSupported",
      message: `${show(type)} is not supported`,
      remedy: `write ${alternatives(metricTypes)}`,
    });
  }
}

type Wanted = "text" | "an object";

/** `path` is within the metric: `pods.metric.name`. */
function demand(metric: FieldReader, path: string, wanted: Wanted, remedy: string): void {
  const [key = "", ...rest] = path.split(".");
  const value = valueAt(metric.raw(key), rest);
  if (wanted === "text" ? typeof value === "string" : isFields(value)) return;
  metric.report(path, {
    code: value === undefined ? "Required" : "Type",
    message: value === undefined ? "is required" : `must be ${wanted}, but is ${show(value)}`,
    remedy,
  });
}
