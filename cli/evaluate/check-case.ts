import { rules } from "../../crds/generated/autoscaler.rules.js";
import { type MetricType, sourceKey } from "../../engine/model/spec/metric.ts";
import { formatFieldError, err, ok, type Result } from "../../engine/model/values/result.ts";
import { type Fields, isFields } from "../../engine/model/values/json-values.ts";
import { alternatives, show } from "../../engine/model/values/short-text.ts";
import { FieldReader } from "../../engine/schema/field-reader.ts";
import { conform, type Structure, valueAt } from "../../engine/schema/structure.ts";
import { isMetricType, metricTypes } from "../../engine/sources/registry.ts";
import { rulesAt, violationsIn } from "../../engine/validate/crd-rules.ts";
import { checkExpression } from "../../engine/validate/fields/combine.ts";
import { checkScheduleTimes } from "../../engine/validate/fields/schedules.ts";

/**
 * A copy of a case without fields that are null. `check` adds the rules that no schema can state.
 *
 * Errors  a sentence with the first invalid path.
 */
export function readCase(
  structure: Structure,
  raw: unknown,
  check: (recorded: FieldReader) => void = () => undefined,
): Result<unknown, string> {
  const { errors, value } = conform(structure, raw);
  if (errors.length === 0) check(new FieldReader("", value as Fields, errors));
  const [first] = errors;
  if (!first) return ok(value);
  return err(formatFieldError({ ...first, path: first.path === "" ? "the case" : first.path }));
}

/** Checks what the schema of a case leaves to the metric sources, expressions and the calendar, in all of its objects. */
export function checkSources(recorded: FieldReader): void {
  const steps = recorded.objects("steps");
  const holders = [recorded, ...steps, ...steps.flatMap(step => step.objects("events"))];
  const single = holders.flatMap(holder => holder.object("autoscaler") ?? []);
  const objects = [...single, ...recorded.objects("autoscalers")];
  for (const spec of objects.flatMap(object => object.object("spec") ?? [])) checkSpec(spec);
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

/** The fields that a source must have, as text: paths within it. */
const requiredTexts: Readonly<Record<MetricType, readonly string[]>> = {
  Resource: ["name"],
  ContainerResource: ["name", "container"],
  Pods: ["metric.name"],
  Object: ["metric.name", "describedObject.kind"],
  External: ["metric.name"],
  Prometheus: ["source", "query"],
  ExternalScaler: ["source"],
};

/** Where the CRD has the rules about a metric. */
const places = {
  metric: rulesAt(rules, ["spec", "metrics", "[]"]),
  threshold: rulesAt(rules, ["spec", "thresholds", "[]", "value", "metric"]),
};

/**
 * A metric of an unknown type becomes a failed vote, as in upstream. A threshold cannot have one,
 * and its metric has no target. A scaler may name a target itself.
 */
function checkSource(metric: FieldReader, use: "metric" | "threshold"): void {
  const type = metric.text("type") ?? "";
  if (isMetricType(type)) {
    const key = sourceKey(type);
    // What the CRD says of a metric that has nothing but its type.
    const remedy = violationsIn(places[use], { type }, [])[0]?.remedy ?? `write ${key}`;
    const needsTarget = type !== "ExternalScaler" || metric.object(key)?.has("target") === true;
    demand(metric, key, "an object", remedy);
    if (use === "metric" && needsTarget) demand(metric, `${key}.target`, "an object", remedy);
    for (const name of requiredTexts[type]) demand(metric, `${key}.${name}`, "text", remedy);
  } else if (use === "threshold") {
    metric.report("type", {
      code: "NotSupported",
      message: `${show(type)} is not supported`,
      remedy: `write ${alternatives(metricTypes)}`,
    });
  }
}

/** `path` is within the metric: `pods.metric.name`. */
function demand(metric: FieldReader, path: string, wanted: "text" | "an object", remedy: string) {
  const [key = "", ...rest] = path.split(".");
  const value = valueAt(metric.raw(key), rest);
  if (wanted === "text" ? typeof value === "string" : isFields(value)) return;
  metric.report(path, {
    code: value === undefined ? "Required" : "Type",
    message: value === undefined ? "is required" : `must be ${wanted}, but is ${show(value)}`,
    remedy,
  });
}
