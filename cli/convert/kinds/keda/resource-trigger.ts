import { type Fields, isFields } from "../../../../engine/validate/field-reader.ts";

/**
 * The metric for a trigger of type cpu or memory; null: the trigger is incomplete.
 *
 * Source  pkg/scalers/cpu_memory_scaler.go: metadata.type is the older form of metricType.
 */
export function resourceMetric({ type, metadata, metricType }: Fields): Fields | null {
  if (type !== "cpu" && type !== "memory") return null;
  const { value, containerName, type: older } = isFields(metadata) ? metadata : {};
  const kind = metricType ?? older;
  if (kind !== "Utilization" && kind !== "AverageValue") return null;
  const text = String(value);
  if (kind === "Utilization" && !/^\d+$/.test(text)) return null;
  const amount =
    kind === "Utilization" ? { averageUtilization: Number(text) } : { averageValue: text };
  const source = { name: type, target: { type: kind, ...amount } };
  const isWhole = containerName === undefined || containerName === "";
  return isWhole
    ? { type: "Resource", resource: source }
    : { type: "ContainerResource", containerResource: { ...source, container: containerName } };
}
