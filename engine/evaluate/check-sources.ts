import { rules } from "../../crds/generated/autoscaler.rules.js";
import { isMetricType, metricSources, metricTypes } from "../sources/registry.ts";
import { sourceKey } from "../spec/metric.ts";
import { rulesAt, violationsIn } from "../validate/crd-rules.ts";
import { checkScheduleTimes } from "../validate/fields/schedules.ts";
import { checkExpression } from "../validate/fields/combine.ts";
import { alternatives, type FieldReader, isFields, show } from "../validate/field-reader.ts";
import { valueAt } from "../validate/structure.ts";

/** Checks what the schema of a case leaves to the metric sources, expressions and the calendar, in all of its objects. */
export function checkSources(recorded: FieldReader): void {
  const steps = recorded.objects("steps");
  const holders = [recorded, ...steps, ...steps.flatMap(step => step.objects("events"))];
  const single = holders.flatMap(holder => holder.object("autoscaler") ?? []);
  for (const object of [...single, ...recorded.objects("autoscalers")]) {
    const spec = object.object("spec");
    if (spec) checkSpec(spec);
  }
}

function checkSpec(spec: FieldReader): void {
  for (const schedule of spec.objects("schedules")) checkTimes(schedule);
  for (const metric of spec.objects("metrics")) checkSource(metric, "metric");
  checkExpression(spec);
  for (const threshold of spec.objects("thresholds")) {
    const metric = threshold.object("value")?.object("metric");
    if (metric) checkSource(metric, "threshold");
  }
}

function checkTimes(schedule: FieldReader): void {
  const malformed = ["timeZone", "start", "end"].flatMap(key =>
    violationsIn(rulesAt(rules, ["spec", "schedules", "[]", key]), schedule.raw(key), []).map(
      ({ code, message, remedy }) => ({ key, code, message, remedy }),
    ),
  );
  for (const { key, ...violation } of malformed) schedule.report(key, violation);
  if (malformed.length === 0) checkScheduleTimes(schedule);
}

/**
 * A metric of an unknown type becomes a failed vote, as in upstream. A threshold cannot have one,
 * and its metric has no target.
 */
function checkSource(metric: FieldReader, use: "metric" | "threshold"): void {
  const type = metric.text("type") ?? "";
  if (isMetricType(type)) {
    const { requiredTexts, targetRule, example } = metricSources[type];
    const key = sourceKey(type);
    const remedy = `write ${key}: ${example[use]}`;
    demand(metric, key, { wanted: "an object", remedy });
    const isOptional = targetRule.isOptional === true && metric.object(key)?.has("target") !== true;
    if (use === "metric" && !isOptional) {
      demand(metric, `${key}.target`, { wanted: "an object", remedy });
    }
    for (const name of requiredTexts) demand(metric, `${key}.${name}`, { wanted: "text", remedy });
  } else if (use === "threshold") {
    metric.report("type", {
      code: "NotSupported",
      message: `${show(type)} is not supported`,
      remedy: `write ${alternatives(metricTypes)}`,
    });
  }
}

interface Demand {
  readonly wanted: "text" | "an object";
  readonly remedy: string;
}

/** `path` is within the metric: `pods.metric.name`. */
function demand(metric: FieldReader, path: string, { wanted, remedy }: Demand): void {
  const [key = "", ...rest] = path.split(".");
  const value = valueAt(metric.raw(key), rest);
  if (wanted === "text" ? typeof value === "string" : isFields(value)) return;
  metric.report(path, {
    code: value === undefined ? "Required" : "Type",
    message: value === undefined ? "is required" : `must be ${wanted}, but is ${show(value)}`,
    remedy,
  });
}
