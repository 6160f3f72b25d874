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
  if (source && !isAllowedIn(namespace, source)) {
    const message = `metric source ${show(name)} is not for objects in namespace ${namespace}`;
    return err({ code: "SourceNotAllowed", message, remedy: instead(sources, type, namespace) });
  }
  if (source && source.type !== type) {
    const message = `metric source ${show(name)} is for metrics of type ${source.type}`;
    return err({ code: "SourceTypeDiffers", message, remedy: instead(sources, type, namespace) });
  }
  if (source) return ok(source);
  const message = `this installation has no metric source ${show(name)}`;
  return err({ code: "SourceUnknown", message, remedy: instead(sources, type, namespace) });
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
