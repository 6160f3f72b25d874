import { canonicalJson } from "../json-values.ts";
import { shortKey } from "../short-text.ts";
import type { MeteredResource, Metric } from "../spec/metric.ts";
import { withSource } from "./registry.ts";

export const nameOf = (metric: Metric): string =>
  withSource(metric, (source, fields) => source.name(fields)) ?? "unknown";

export const resourceOf = (metric: Metric): MeteredResource | null =>
  withSource(metric, (source, fields) => source.resource?.(fields) ?? null);

/** What a metric asks, as text: the same for the same question, whatever its target. */
export const questionOf = (metric: Metric): string =>
  withSource(metric, (source, fields) =>
    shortKey(`${metric.type} ${canonicalJson(source.identity(fields))}`),
  ) ?? metric.type;
