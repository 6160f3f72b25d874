import { amount } from "../../engine/recommend/amount.ts";
import { inUnitOf } from "../../engine/observation/values/quantity-text.ts";
import type { Load, MeasuredMetric } from "./observed-load.ts";

/** "cpu 105% of 70%", "40 nodes, 320 cores": for a sentence. */
export function describeLoad(load: Load): string {
  if (load.kind === "Cluster") return countsOf(load, ", ") ?? "nothing yet";
  const metrics = load.metrics.map(metric => {
    const { current, target } = inOneUnit(metric);
    return `${metric.name} ${current ?? "unknown"} of ${target}`;
  });
  return metrics.join(", ");
}

/** "cpu 105%/70%", "40 nodes 320 cores": for a column. */
export function loadCell(load: Load): string {
  if (load.kind === "Cluster") return countsOf(load, " ") ?? "-";
  return load.metrics.map(metric => `${metric.name} ${ratio(metric)}`).join(" ");
}

/** "105%/70%", "40n 320c": for a narrow column. Of several metrics, the one that won. */
export function shortLoadCell(load: Load, winner: string | null): string {
  if (load.kind === "Cluster") {
    const { nodes, cores } = load;
    return nodes === null || cores === null ? "-" : `${nodes}n ${cores}c`;
  }
  const metric = load.metrics.find(({ name }) => name === winner) ?? load.metrics[0];
  return metric ? ratio(metric) : "-";
}

/** Null: not counted yet. */
function countsOf({ nodes, cores, others }: Extract<Load, { kind: "Cluster" }>, separator: string) {
  if (nodes === null || cores === null) return null;
  return [amount(nodes, "nodes"), amount(cores, "cores"), ...others].join(separator);
}

function ratio(metric: MeasuredMetric): string {
  const { current, target } = inOneUnit(metric);
  return `${current ?? "?"}/${target}`;
}

/** Both amounts in the unit of the target. */
function inOneUnit({ name, current, target }: MeasuredMetric) {
  const inUnit = inUnitOf(target, name);
  return { current: current === null ? null : inUnit(current), target: inUnit(target) };
}
