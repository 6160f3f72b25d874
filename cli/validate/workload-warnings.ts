import { missingRequest } from "../../engine/validate/metrics/missing-requests.ts";
import { targetKey } from "./claims.ts";
import { type Claimant, type Finding, nameOf, placeText } from "./findings.ts";
import type { WorkloadFact } from "./workloads.ts";

/** Warnings about what the files say of the workloads that Trimtab's objects name. */
export function workloadWarnings(claimants: readonly Claimant[], facts: readonly WorkloadFact[]) {
  const byTarget = new Map<string, WorkloadFact[]>();
  for (const fact of facts) {
    const target = `${fact.object.namespace}/${fact.target}`;
    byTarget.set(target, [...(byTarget.get(target) ?? []), fact]);
  }
  return claimants.flatMap(claimant => {
    const { ourKind, object, claims } = claimant;
    if (ourKind === null) return [];
    return claims.flatMap(claim => {
      const found = byTarget.get(`${object.namespace}/${targetKey(claim)}`) ?? [];
      return found.flatMap(fact => [
        ...replicasReset(claimant, fact),
        ...requestsMissing(claimant, fact),
        ...requestsResized(claimant, fact),
      ]);
    });
  });
}

function replicasReset(
  { object: scaler, place: at, holdsClaim }: Claimant,
  { object, replicasAt }: WorkloadFact,
): Finding[] {
  if (replicasAt === null || !holdsClaim) return [];
  const by = `${nameOf(scaler)}, at ${placeText(at)},`;
  return [
    {
      ...{ object, place: replicasAt, path: "spec.replicas", severity: "warning" },
      code: "ReplicasReset",
      message: `${by} scales this ${object.kind}, and each apply of this file resets the size`,
      remedy: "remove replicas, as docs/gitops.md describes",
    },
  ];
}

function requestsMissing(
  { object, percentages }: Claimant,
  { object: workload, requests }: WorkloadFact,
): Finding[] {
  if (requests === null) return [];
  const pods = [{ name: `each pod of ${workload.kind} ${workload.name}`, requests }];
  return percentages.flatMap(({ place, ...percentage }) =>
    missingRequest(percentage, pods).map(warning => ({
      ...{ ...warning, place, object },
      remedy: `${warning.remedy}, unless a LimitRange adds the request`,
    })),
  );
}

function requestsResized(
  { object, percentages }: Claimant,
  { object: vertical, place: at, resized }: WorkloadFact,
): Finding[] {
  const affected = percentages.filter(({ resource }) => resized.includes(resource));
  return affected.map(({ path, place, resource }) => ({
    ...{ object, place, path, code: "RequestResized", severity: "warning" },
    message: `is a percentage of the ${resource} request, which ${nameOf(vertical)}, at ${placeText(at)}, changes with the same usage`,
    remedy: `aim for an averageValue, or leave ${resource} out of controlledResources there, or set updateMode: Initial`,
  }));
}
