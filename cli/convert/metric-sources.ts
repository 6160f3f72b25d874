import { stringify } from "yaml";

import type { Fields } from "../../engine/model/values/json-values.ts";
import { valueAt } from "../../engine/schema/structure.ts";
import { cleanText } from "../terminal/printable.ts";
import { withoutSecrets } from "./kinds/keda/server-trigger.ts";
import type { Converted } from "./report.ts";

/** The value `metricSources` of the chart, with each source that the results name; empty: they name none. */
export function metricSourcesText(all: readonly Converted[]): string {
  /** By name: equal servers have one, although their addresses may be written differently. */
  const named = new Map<unknown, { source: Fields; namespaces: Set<string> }>();
  for (const { found, conversion } of all) {
    const { object, fields } = conversion;
    const namespace = cleanText(valueAt(object, ["metadata", "namespace"])) || "*";
    for (const { from, to } of fields) {
      const source = from && to && sourceOf(valueAt(found.raw, from), valueAt(object, to));
      if (!source) continue;
      const known = named.get(source["name"]) ?? { source, namespaces: new Set() };
      known.namespaces.add(namespace);
      named.set(source["name"], known);
    }
  }
  if (named.size === 0) return "";
  const metricSources = Array.from(named.values(), ({ source, namespaces }) => {
    const { name, type, ...server } = source;
    return { name, type, allowedNamespaces: [...namespaces], ...server };
  });
  return `# Add these sources to the values of the chart, with their credentials.\n${stringify({ metricSources }, { lineWidth: 0 })}`;
}

/** The server of a trigger that became a metric with a source; null: it has none. */
function sourceOf(trigger: unknown, metric: unknown): Fields | null {
  const type = valueAt(metric, ["type"]);
  const field = type === "Prometheus" ? "prometheus" : "externalScaler";
  const name = valueAt(metric, [field, "source"]);
  if (name === undefined) return null;
  const given = (key: string): string => cleanText(valueAt(trigger, ["metadata", key]));
  if (type === "Prometheus") {
    const url = withoutSecrets(given("serverAddress"));
    return { name, type, prometheus: { url: url.includes("://") ? url : `http://${url}` } };
  }
  // As by default, KEDA connects without TLS.
  const isPlaintext = String(valueAt(trigger, ["metadata", "enableTLS"])) !== "true";
  const address = withoutSecrets(given("scalerAddress"));
  return { name, type, externalScaler: { address, ...(isPlaintext && { plaintext: true }) } };
}
