import type { LabelRequirement, LabelSelector } from "./label-selector.ts";

/**
 * Formats a label selector as a scale subresource does.
 *
 * Source  apimachinery LabelSelectorAsSelector and labels.Requirement.String: ordered by key; a
 *         matchLabels entry comes before an expression with the same key.
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
