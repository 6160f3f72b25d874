import { isMetricType, metricSources } from "../sources/registry.ts";
import { sourceKey } from "../spec/metric.ts";
import type { Reader } from "../untrusted-reader.ts";

/** The source of a metric, without its target; null: its type is unknown. */
export function checkSource(
  reader: Reader,
  metric: Readonly<Record<string, unknown>>,
  path: string,
): { readonly source: Readonly<Record<string, unknown>>; readonly path: string } | null {
  const type = reader.text(metric["type"], `${path}.type`);
  if (!isMetricType(type)) return null;
  const key = sourceKey(type);
  const at = `${path}.${key}`;
  const source = reader.object(metric[key], at);
  for (const name of metricSources[type].requiredTexts) {
    const [first = "", second] = name.split(".");
    const value =
      second === undefined ? source[first] : reader.object(source[first], `${at}.${name}`)[second];
    reader.text(value, `${at}.${name}`);
  }
  return { source, path: at };
}
