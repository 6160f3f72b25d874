import { type NamedSources, usableSource } from "../sources/named-source.ts";
import { isMetricType, metricSources } from "../sources/registry.ts";
import { sourceKey } from "../spec/metric.ts";
import type { FieldReader } from "./field-reader.ts";
import type { Parts } from "./validate-object.ts";

/** Reports where the metrics and thresholds of a spec name sources that they may not use; one in each part. */
export function* checkNamedSources(
  spec: FieldReader,
  sources: NamedSources,
  namespace: string,
): Parts {
  const compared = spec
    .objects("thresholds")
    .flatMap(threshold => threshold.object("value")?.object("metric") ?? []);
  for (const metric of [...spec.objects("metrics"), ...compared]) {
    const type = metric.text("type") ?? "";
    const named = isMetricType(type) ? metricSources[type].named : undefined;
    const fields = metric.object(sourceKey(type));
    const name = fields?.text("source");
    if (!named || !fields || name === undefined) continue;
    const source = usableSource(sources, { name, type, namespace });
    if (source.ok) named.check(fields, source.value, namespace);
    else fields.report("source", source.error);
    yield;
  }
}
