import type { MeteredResource, Metric } from "../spec/metric.ts";
import { withSource } from "./registry.ts";

/** The name of a metric in a sentence. */
export const nameOf = (metric: Metric): string =>
  withSource(metric, (source, fields) => source.name(fields)) ?? "unknown";

/** The resource that a metric measures; null: none. */
export const resourceOf = (metric: Metric): MeteredResource | null =>
  withSource(metric, (source, fields) => source.resource?.(fields) ?? null);
