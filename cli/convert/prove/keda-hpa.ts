import { type Fields, fieldsOf, isFields } from "../../../engine/model/values/json-values.ts";
import { valueAt } from "../../../engine/schema/structure.ts";

const annotation = "autoscaling.keda.sh/";
const throughMetricsApi = "reaches the HPA through KEDA's metrics API, which is not simulated";

/**
 * The HorizontalPodAutoscaler that KEDA creates for a ScaledObject, which decides every size from 1 upward.
 * It is built from KEDA's rules, not by the conversion that it is compared with.
 *
 * Source  controllers/keda/hpa.go and pkg/scalers/cpu_memory_scaler.go of KEDA 2.21.0.
 * Errors  why nothing here decides as that HorizontalPodAutoscaler, as the end of a sentence.
 */
export function hpaOfKeda({ metadata, spec }: Fields): Fields | string {
  if (!isFields(spec)) return "it has no spec";
  const annotations = valueAt(metadata, ["annotations"]);
  const isSet = (key: string): boolean => isTrue(valueAt(annotations, [`${annotation}${key}`]));
  if (isSet("paused") || valueAt(annotations, [`${annotation}paused-replicas`]) !== undefined) {
    return "it is paused, so KEDA decides no size";
  }
  if (valueAt(spec, ["advanced", "scalingModifiers", "formula"]) !== undefined) {
    return `its formula ${throughMetricsApi}`;
  }
  const triggers = Array.isArray(spec["triggers"]) ? (spec["triggers"] as unknown[]) : [];
  const metrics: Fields[] = [];
  for (const trigger of triggers) {
    const metric = metricOf(trigger);
    if (typeof metric === "string") return metric;
    metrics.push(metric);
  }
  const least = Number(spec["minReplicaCount"] ?? 0);
  const target = { apiVersion: "apps/v1", kind: "Deployment", ...fieldsAt(spec, "scaleTargetRef") };
  const behavior = fieldsAt(spec, "advanced", "horizontalPodAutoscalerConfig", "behavior");
  const disabled = (key: string, rules: string): Fields =>
    isSet(key) ? { [rules]: { ...fieldsAt(behavior, rules), selectPolicy: "Disabled" } } : {};
  const rules = {
    ...behavior,
    ...disabled("paused-scale-in", "scaleDown"),
    ...disabled("paused-scale-out", "scaleUp"),
  };
  return {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: `keda-hpa-${String(valueAt(metadata, ["name"]))}` },
    spec: {
      scaleTargetRef: target,
      minReplicas: least > 0 ? least : 1,
      maxReplicas: spec["maxReplicaCount"] ?? 100,
      metrics,
      // With a behavior, even an empty one, the HPA controller ends the window a period earlier.
      ...(Object.keys(rules).length > 0 && { behavior: rules }),
    },
  };
}

/** As in Go's ParseBool, of which KEDA ignores errors: any other text pauses. */
const isTrue = (value: unknown): boolean =>
  value !== undefined && !["0", "f", "F", "false", "FALSE", "False"].includes(textOf(value));

/** A number or a word may stand without quotes. */
const textOf = (value: unknown): string =>
  typeof value === "object" ? "" : `${value as string | number | boolean}`;

const fieldsAt = (value: unknown, ...path: readonly string[]): Fields =>
  fieldsOf(valueAt(value, path));

function metricOf(trigger: unknown): Fields | string {
  const { type, metricType, metadata } = fieldsOf(trigger);
  if (type !== "cpu" && type !== "memory") {
    return `its trigger ${textOf(type)} ${throughMetricsApi}`;
  }
  const { value, containerName, type: older } = fieldsOf(metadata);
  const kind = metricType ?? older;
  const amount =
    kind === "Utilization"
      ? { averageUtilization: Number(value) }
      : { averageValue: String(value) };
  const source = { name: type, target: { type: kind, ...amount } };
  return containerName === undefined || containerName === ""
    ? { type: "Resource", resource: source }
    : { type: "ContainerResource", containerResource: { ...source, container: containerName } };
}
