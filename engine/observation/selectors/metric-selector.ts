import { compileSelector, requirements, type LabelSelector } from "./label-selector.ts";
import { isLabelKey, isLabelValue } from "./label-syntax.ts";

/** A metric's selector as written: every field is optional. */
export interface WrittenSelector {
  readonly matchLabels?: Readonly<Record<string, string | null>> | null;
  readonly matchExpressions?: readonly WrittenRequirement[] | null;
}

interface WrittenRequirement {
  readonly key?: string | null;
  readonly operator?: string | null;
  readonly values?: readonly string[] | null;
}

/** Missing label values and requirement keys become empty strings, as in upstream. */
export function toLabelSelector({ matchLabels, matchExpressions }: WrittenSelector): LabelSelector {
  const labels = Object.entries(matchLabels ?? {}).map(([key, value]) => [key, value ?? ""]);
  return {
    ...(matchLabels ? { matchLabels: Object.fromEntries(labels) as Record<string, string> } : {}),
    ...(matchExpressions ? { matchExpressions: matchExpressions.map(readRequirement) } : {}),
  };
}

const readRequirement = ({ key, operator, values }: WrittenRequirement) => ({
  key: key ?? "",
  operator: operator ?? "",
  ...(values ? { values } : {}),
});

/** Why a metric's selector cannot be queried. Admission accepts any selector, as upstream does. */
export function selectorProblem(selector: LabelSelector): string | null {
  const odd = requirements(selector).find(
    ({ key, values }) => !isLabelKey(key) || !(values ?? []).every(isLabelValue),
  );
  if (odd) return `"${odd.key}" or its values are not those of a label`;
  const compiled = compileSelector(selector);
  return compiled.ok ? null : compiled.error;
}
