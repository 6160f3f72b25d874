import { isMetricType, metricSources } from "../../engine/sources/registry.ts";
import type { ScalingObject } from "../objects/scaling-object.ts";

/** The remedy, if the message does not contain it. */
export function remedyFor(reason: string, { namespace, targets }: ScalingObject): string | null {
  const place = namespace === "" ? "" : ` --namespace ${namespace}`;
  if (reason !== "ScalingDisabled") return metricRemedy(reason, place);
  const [target] = targets;
  const workload = target ? `${target.ref.kind.toLowerCase()}/${target.ref.name}` : "it";
  return `\`kubectl scale${place} ${workload} --replicas=1\` hands it back to the autoscaler`;
}

/** For a metric that cannot be read, by its type. */
function metricRemedy(reason: string, place: string): string | null {
  const [, type = ""] = /^FailedGet(\w+)Metric$/.exec(reason) ?? [];
  return isMetricType(type) ? metricSources[type].remedy(place) : null;
}
