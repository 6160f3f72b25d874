import type {
  LabelRequirement as WrittenRequirement,
  LabelSelector as WrittenSelector,
} from "../../../crds/generated/autoscaler.ts";
import { compileSelector, requirements, type LabelSelector } from "./label-selector.ts";
import { isLabelKey, isLabelValue } from "./label-syntax.ts";

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
