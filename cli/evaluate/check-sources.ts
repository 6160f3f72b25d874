import { rules } from "../../crds/generated/autoscaler.rules.js";
import { isMetricType, metricTypes } from "../../engine/sources/registry.ts";
import { type MetricType, sourceKey } from "../../engine/spec/metric.ts";
import { rulesAt, violationsIn } from "../../engine/validate/crd-rules.ts";
import { checkScheduleTimes } from "../../engine/validate/fields/schedules.ts";
import { checkExpression } from "../../engine/validate/fields/combine.ts";
import type { FieldReader } from "../../engine/validate/field-reader.ts";
import { alternatives, show } from "../../engine/short-text.ts";
import { isFields } from "../../engine/json-values.ts";
import { valueAt } from "../../engine/validate/structure.ts";

interface RecordedSource {
  /** The fields that it must have, as text: paths within it. */
  readonly texts: readonly string[];
  /** Whether the source names a target itself; absent: it needs one. */
  readonly hasOwnTarget?: true;
  /** The source in YAML for remedies, with a target and without. */
  readonly metric: string;
  readonly threshold: string;
}

const utilization = "target: {type: Utilization, averageUtilization: 80}";
const average = "target: {type: AverageValue, averageValue: 100}";
const rate = "metric: {name: requests_per_second}";
const length = "metric: {name: queue_length}";
const ingress = "describedObject: {apiVersion: networking.k8s.io/v1, kind: Ingress, name: web}";
const queried = "source: platform, query: sum(queue_length)";

const recordedSources: Readonly<Record<MetricType, RecordedSource>> = {
  Resource: {
    texts: ["name"],
    metric: `{name: cpu, ${utilization}}`,
    threshold: "{name: cpu}",
  },
  ContainerResource: {
    texts: ["name", "container"],
    metric: `{name: cpu, container: main, ${utilization}}`,
    threshold: "{name: cpu, container: main}",
  },
  Pods: { texts: ["metric.name"], metric: `{${rate}, ${average}}`, threshold: `{${rate}}` },
  Object: {
    texts: ["metric.name", "describedObject.kind"],
    metric: `{${ingress}, ${rate}, target: {type: Value, value: 1k}}`,
    threshold: `{${ingress}, ${rate}}`,
  },
  External: {
    texts: ["metric.name"],
    metric: `{${length}, target: {type: AverageValue, averageValue: 30}}`,
    threshold: `{${length}}`,
  },
  Prometheus: {
    texts: ["source", "query"],
    metric: `{${queried}, ${average}}`,
    threshold: `{${queried}}`,
  },
  ExternalScaler: {
    texts: ["source"],
    hasOwnTarget: true,
    metric: "{source: queues, metadata: {queue: jobs}}",
    threshold: "{source: queues}",
  },
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
    const { texts, hasOwnTarget = false, ...example } = recordedSources[type];
    const key = sourceKey(type);
    const remedy = `write ${key}: ${example[use]}`;
    demand(metric, key, "an object", remedy);
    const isOptional = hasOwnTarget && metric.object(key)?.has("target") !== true;
    if (use === "metric" && !isOptional) demand(metric, `${key}.target`, "an object", remedy);
    for (const name of texts) demand(metric, `${key}.${name}`, "text", remedy);
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
