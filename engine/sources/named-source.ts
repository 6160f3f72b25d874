import type { EnforcedMatcher } from "../promql/enforce-matchers.ts";
import { err, ok, type Result } from "../result.ts";
import { alternatives, type Problem, show } from "../validate/field-reader.ts";

/**
 * A server with metrics that the platform team has configured under a name, as far as the rules
 * depend on it. Objects name it; only the operator knows where it is.
 */
export interface NamedSource {
  readonly name: string;
  /** Of the metrics that may name it. */
  readonly type: string;
  /** Null: all. */
  readonly allowedNamespaces: ReadonlySet<string> | null;
  /** What every selector of a query gets; `$(namespace)` stands for the namespace of the object. */
  readonly enforcedMatchers: readonly EnforcedMatcher[];
}

/** By name. */
export type NamedSources = ReadonlyMap<string, NamedSource>;

interface Use {
  readonly name: string;
  readonly type: string;
  readonly namespace: string;
}

/**
 * The source that a metric of this type may use in this namespace.
 *
 * Codes  SourceUnknown, SourceNotAllowed, SourceTypeDiffers.
 */
export function usableSource<Source extends NamedSource>(
  sources: ReadonlyMap<string, Source>,
  { name, type, namespace }: Use,
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

const placeholder = "$(namespace)";

/** A configured text for an object in the namespace. */
export const inNamespace = (text: string, namespace: string): string =>
  text.replaceAll(placeholder, () => namespace);

/** Whether a configured text differs from namespace to namespace. */
export const dependsOnNamespace = (text: string): boolean => text.includes(placeholder);

export const matchersFor = (
  { enforcedMatchers }: Pick<NamedSource, "enforcedMatchers">,
  namespace: string,
): EnforcedMatcher[] =>
  enforcedMatchers.map(({ label, value }) => ({ label, value: inNamespace(value, namespace) }));
