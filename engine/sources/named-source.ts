import type { EnforcedMatcher } from "../promql/enforce-matchers.ts";

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
