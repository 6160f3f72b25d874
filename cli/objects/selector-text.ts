import type { TargetSelector } from "../../crds/generated/autoscaler.ts";
import { formatSelector } from "../../engine/observation/selectors/format-selector.ts";
import type { LabelSelector } from "../../engine/observation/selectors/label-selector.ts";
import { cleanText } from "../terminal/printable.ts";
import { present, type WellTyped } from "./well-typed.ts";

/** A selector from a file or a cluster; invalid parts are dropped. */
export function labelSelectorOf({ selector = {} }: WellTyped<TargetSelector>): LabelSelector {
  const labels = Object.entries(selector.matchLabels ?? {});
  return {
    matchLabels: Object.fromEntries(
      labels.map(([key, value]) => [cleanText(key), cleanText(value)]),
    ),
    matchExpressions: present(selector.matchExpressions).map(({ key, operator, values }) => ({
      key: cleanText(key),
      operator: cleanText(operator),
      values: values?.map(cleanText),
    })),
  };
}

/** In the syntax of `kubectl get -l`. */
export const selectorText = (selector: WellTyped<TargetSelector>): string =>
  formatSelector(labelSelectorOf(selector));
