import { err, ok, type Result } from "../model/values/result.ts";
import type { NamedSource, NamedSources } from "../sources/named-source.ts";
import { isMetricType } from "../sources/registry.ts";
import { sourceKey } from "../model/spec/metric.ts";
import type { FieldReader, Problem, Parts } from "../schema/field-reader.ts";
import { alternatives, show } from "../model/values/short-text.ts";
import { sourceRules } from "./metrics/source-rules.ts";

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
    const checkNamed = isMetricType(type) ? sourceRules[type].checkNamed : undefined;
    const fields = metric.object(sourceKey(type));
    const name = fields?.text("source");
    if (!checkNamed || !fields || name === undefined) continue;
    const source = usableSource(sources, { name, type, namespace });
    if (source.ok) checkNamed(fields, source.value, namespace);
    else fields.report("source", source.error);
    yield;
  }
}

/**
 * The source that a metric of this type may use in this namespace.
 *
 * Codes  SourceUnknown, SourceNotAllowed, SourceTypeDiffers.
 */
export function usableSource<Source extends NamedSource>(
  sources: ReadonlyMap<string, Source>,
  { name, type, namespace }: Readonly<Record<"name" | "type" | "namespace", string>>,
): Result<Source, Problem> {
  const source = sources.get(name);
  const named = `metric source ${show(name)}`;
  const refused = (code: string, message: string) =>
    err({ code, message, remedy: instead(sources, type, namespace) });
  if (!source) return refused("SourceUnknown", `this installation has no ${named}`);
  if (!isAllowedIn(namespace, source)) {
    return refused("SourceNotAllowed", `${named} is not for objects in namespace ${namespace}`);
  }
  if (source.type === type) return ok(source);
  return refused("SourceTypeDiffers", `${named} is for metrics of type ${source.type}`);
}

const isAllowedIn = (namespace: string, { allowedNamespaces }: NamedSource): boolean =>
  allowedNamespaces?.has(namespace) ?? true;

/** Names only the sources that the namespace may use: the others are none of its business. */
function instead(sources: NamedSources, type: string, namespace: string): string {
  const usable = Array.from(sources.values())
    .filter(source => source.type === type && isAllowedIn(namespace, source))
    .map(({ name }) => name);
  if (usable.length > 0) return `name ${alternatives(usable)}`;
  return "ask the platform team to add it to the chart's metricSources";
}
