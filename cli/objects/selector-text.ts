import type { TargetSelector } from "../../crds/generated/autoscaler.ts";
import { formatSelector } from "../../engine/observation/selectors/format-selector.ts";
import type { LabelSelector } from "../../engine/observation/selectors/label-selector.ts";
import { present, type WellTyped } from "./well-typed.ts";

/** A selector from a file or a cluster; invalid parts are dropped. */
export function labelSelectorOf({ selector = {} }: WellTyped<TargetSelector>): LabelSelector {
  const labels = Object.entries(selector.matchLabels ?? {});
  return {
    matchLabels: Object.fromEntries(labels.map(([key, value = ""]) => [key, value])),
    matchExpressions: present(selector.matchExpressions).map(requirement => {
      const { key = "", operator = "", values } = requirement;
      return { key, operator, values: values?.map((value = "") => value) };
    }),
  };
}

/** In the syntax of `kubectl get -l`. */
export const selectorText = (selector: WellTyped<TargetSelector>): string =>
  formatSelector(labelSelectorOf(selector));
