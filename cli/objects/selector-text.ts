import { formatSelector } from "../../engine/observation/selectors/format-selector.ts";
import type {
  LabelRequirement,
  LabelSelector,
} from "../../engine/observation/selectors/label-selector.ts";
import { fieldsOf, listOf, textOf } from "./untrusted-fields.ts";

/** A selector from a file or a cluster; invalid parts are dropped. */
export function labelSelectorOf(raw: unknown): LabelSelector {
  const { matchLabels, matchExpressions } = fieldsOf<LabelSelector>(raw);
  const labels = Object.entries(fieldsOf<Record<string, string>>(matchLabels));
  return {
    matchLabels: Object.fromEntries(labels.map(([key, value]) => [textOf(key), textOf(value)])),
    matchExpressions: listOf(matchExpressions).map((each): LabelRequirement => {
      const { key, operator, values } = fieldsOf<LabelRequirement>(each);
      return { key: textOf(key), operator: textOf(operator), values: listOf(values).map(textOf) };
    }),
  };
}

/** In the syntax of `kubectl get -l`. */
export const selectorText = (raw: unknown): string => formatSelector(labelSelectorOf(raw));
