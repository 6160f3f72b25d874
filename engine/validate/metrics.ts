import { MAX_REPLICAS } from "../bound.ts";
import type { FieldReader } from "./field-reader.ts";
import { readName, resourceName } from "./names.ts";
import { checkAmount } from "./quantities.ts";

const exampleTarget = "target: {type: Utilization, averageUtilization: 80}";

/** The list of autoscaling/v2, as far as this version knows its types. */
export function checkMetrics(spec: FieldReader): void {
  const metrics = spec.objects("metrics", { max: 32 }) ?? [];
  for (const metric of metrics) checkMetric(metric);
  const list = spec.raw("metrics");
  if (!spec.has("metrics") || (Array.isArray(list) && list.length === 0)) {
    spec.warn("metrics", {
      code: "MetricsDefaulted",
      message: "there is no metric, so the pods' cpu is kept at 80% of what they request",
      remedy: `write metrics: [{type: Resource, resource: {name: cpu, ${exampleTarget}}}] or another metric`,
    });
  }
}

function checkMetric(metric: FieldReader): void {
  metric.require("type", "type: Resource");
  const type = metric.oneOf("type", ["Resource"]);
  if (type === "Resource") metric.require("resource", `resource: {name: cpu, ${exampleTarget}}`);
  const resource = metric.object("resource");
  if (resource === undefined) return;
  const name = readName(resource, "name", resourceName, "cpu");
  if (name !== undefined && name !== "cpu" && name !== "memory") {
    resource.warn("name", {
      code: "ResourceUnmeasured",
      message: `metrics-server measures cpu and memory only, not ${name}`,
      remedy: "write cpu or memory, unless something else here measures it",
    });
  }
  resource.require("target", exampleTarget);
  const target = resource.object("target");
  if (target !== undefined) checkTarget(target, name);
}

function checkTarget(target: FieldReader, resource: string | undefined): void {
  target.require("type", "type: Utilization");
  checkFit(target, target.oneOf("type", ["Utilization", "AverageValue"]));
  checkAmount(target, "averageValue");
  const utilization = target.integer("averageUtilization", { min: 1, max: MAX_REPLICAS });
  if (resource === "memory" && utilization !== undefined && utilization > 100) {
    target.warn("averageUtilization", {
      code: "MemoryAboveRequest",
      message: `${utilization}% of the requested memory is never reached by a pod whose limit is its request`,
      remedy: "write 100 or less, unless the limits of the pods exceed their requests",
    });
  }
}

/** Upstream lets type say one thing and the fields another; then the fields count. */
function checkFit(target: FieldReader, type: "Utilization" | "AverageValue" | undefined): void {
  if (target.has("averageUtilization") && target.has("averageValue")) {
    target.report("averageValue", {
      code: "MetricTargetAmbiguous",
      message: "only one of averageUtilization and averageValue may be set, but both are",
      remedy: "keep the one that type names and remove the other",
    });
  }
  if (type === "Utilization" && !target.has("averageUtilization")) {
    target.report("averageUtilization", {
      code: "MetricTargetMissing",
      message: "type Utilization needs averageUtilization",
      remedy:
        "write averageUtilization: 80 for 80% of the request, or type: AverageValue and an averageValue",
    });
  }
  if (type === "AverageValue" && !target.has("averageValue")) {
    target.report("averageValue", {
      code: "MetricTargetMissing",
      message: "type AverageValue needs averageValue",
      remedy:
        "write averageValue: 500m or the like, or type: Utilization and an averageUtilization",
    });
  }
}
