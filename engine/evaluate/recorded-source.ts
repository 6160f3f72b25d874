import type { Reader } from "../untrusted-reader.ts";

/** The source of each metric type, and its required fields. */
const SOURCES: ReadonlyMap<string, { readonly key: string; readonly texts: readonly string[] }> =
  new Map([
    ["Resource", { key: "resource", texts: ["name"] }],
    ["ContainerResource", { key: "containerResource", texts: ["name", "container"] }],
    ["Pods", { key: "pods", texts: ["metric.name"] }],
    ["Object", { key: "object", texts: ["metric.name", "describedObject.kind"] }],
    ["External", { key: "external", texts: ["metric.name"] }],
  ]);

/** The source of a metric, without its target; null: its type is unknown. */
export function checkSource(
  reader: Reader,
  metric: Readonly<Record<string, unknown>>,
  path: string,
): { readonly source: Readonly<Record<string, unknown>>; readonly path: string } | null {
  const known = SOURCES.get(reader.text(metric["type"], `${path}.type`));
  if (!known) return null;
  const at = `${path}.${known.key}`;
  const source = reader.object(metric[known.key], at);
  for (const name of known.texts) {
    const [first = "", second] = name.split(".");
    const value =
      second === undefined ? source[first] : reader.object(source[first], `${at}.${name}`)[second];
    reader.text(value, `${at}.${name}`);
  }
  return { source, path: at };
}
