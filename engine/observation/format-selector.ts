import type { LabelRequirement, LabelSelector } from "./label-selector.ts";

/**
 * A label selector as text, in the way in which a scale subresource states it.
 *
 * Source  apimachinery LabelSelectorAsSelector and labels.Requirement.String: in the order of the
 *         keys; a label to match comes before an expression about the same key.
 */
export function formatSelector({ matchLabels, matchExpressions }: LabelSelector): string {
  const equalities = Object.entries(matchLabels ?? {}).map(([key, value]) => ({
    key,
    text: `${key}=${value}`,
  }));
  const others = (matchExpressions ?? []).map(requirement => ({
    key: requirement.key,
    text: formatRequirement(requirement),
  }));
  return [...equalities, ...others]
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ text }) => text)
    .join(",");
}

function formatRequirement({ key, operator, values }: LabelRequirement): string {
  const listed = [...(values ?? [])].sort().join(",");
  switch (operator) {
    case "In":
      return `${key} in (${listed})`;
    case "NotIn":
      return `${key} notin (${listed})`;
    case "DoesNotExist":
      return `!${key}`;
    default:
      return key;
  }
}
