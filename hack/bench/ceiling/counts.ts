import type { Counts } from "../replay/replay.ts";

/** What was added between two readings, without zeros. */
export const difference = (after: Counts, before: Counts): Counts =>
  Object.fromEntries(
    Object.entries(after)
      .map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );

export const total = (counts: Counts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** For each resource, the count of the namespace with the most. Pod metrics are read again in each period. */
export function mostByResource(byResourceAndNamespace: Counts): Counts {
  const most: Record<string, number> = {};
  for (const [place, count] of Object.entries(byResourceAndNamespace)) {
    const [resource = ""] = place.split(" ");
    if (resource !== "podmetrics") most[resource] = Math.max(most[resource] ?? 0, count);
  }
  return most;
}

/** `12 pods, 3 nodes`, the largest count first. */
export const describeCounts = (counts: Counts): string =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(", ") || "none";
