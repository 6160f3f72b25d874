import type { Reader } from "./untrusted-reader.ts";

/** The source that a metric of each type carries, and what must be in it. */
const SOURCES: ReadonlyMap<string, { readonly key: string; readonly texts: readonly string[] }> =
  new Map([
    ["Resource", { key: "resource", texts: ["name"] }],
    ["ContainerResource", { key: "containerResource", texts: ["name", "container"] }],
    ["Pods", { key: "pods", texts: ["metric.name"] }],
    ["Object", { key: "object", texts: ["metric.name", "describedObject.kind"] }],
    ["External", { key: "external", texts: ["metric.name"] }],
  ]);

/** What a metric is about, whatever it aims for; null: nobody knows its type. */
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
