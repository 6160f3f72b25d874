import type { MeteredResource, Metric } from "../spec/metric.ts";
import { withSource } from "./registry.ts";

export const nameOf = (metric: Metric): string =>
  withSource(metric, (source, fields) => source.name(fields)) ?? "unknown";

export const resourceOf = (metric: Metric): MeteredResource | null =>
  withSource(metric, (source, fields) => source.resource?.(fields) ?? null);
