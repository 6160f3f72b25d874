import { MAX_REPLICAS } from "../model/decision.ts";

/** The least multiple that is no smaller than `count`. */
export function wholeGroups(count: number, multiple: number): number {
  const most = Math.floor(MAX_REPLICAS / multiple) * multiple;
  return Math.min(most, Math.ceil(count / multiple) * multiple);
}

type Grouped = Readonly<Record<"minReplicas" | "maxReplicas" | "replicaMultiple", number>>;

/** The whole groups within the bounds; the bounds as they are if there are none. */
export function inWholeGroups<Spec extends Grouped>(spec: Spec): Spec {
  const { replicaMultiple: multiple, minReplicas: min, maxReplicas: max } = spec;
  if (multiple === 1) return spec;
  const minReplicas = wholeGroups(min, multiple);
  const maxReplicas = Math.floor(max / multiple) * multiple;
  return maxReplicas === 0 || minReplicas > maxReplicas
    ? spec
    : { ...spec, minReplicas, maxReplicas };
}

/** How far a rate limit lets whole groups go from the current count. */
export function groupsWithin(limit: number, currentReplicas: number, multiple: number): number {
  if (multiple === 1) return limit;
  const isUp = limit > currentReplicas;
  const groups = (isUp ? Math.floor(limit / multiple) : Math.ceil(limit / multiple)) * multiple;
  const moves = isUp ? groups > currentReplicas : groups < currentReplicas;
  return moves ? groups : currentReplicas;
}
