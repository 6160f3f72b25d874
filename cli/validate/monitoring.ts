import {
  type Claimant,
  type Finding,
  type Holder,
  isNested,
  nameOf,
  placeText,
} from "./findings.ts";

/**
 * Objects that count the same workloads and scale a target each: both add replicas for the same load. As with targets,
 * whether two selectors overlap is known only in the cluster, unless one has all requirements of the other.
 */
export function overlappingMonitors(claimants: readonly Claimant[]): Finding[] {
  const byKind = new Map<string, Holder[]>();
  const found: Finding[] = [];
  for (const claimant of claimants.filter(({ holdsClaim }) => holdsClaim)) {
    for (const claim of claimant.monitors) {
      const key = `${claimant.object.namespace}/${claim.target}`;
      const before = byKind.get(key) ?? [];
      const other = before.find(one => one.claimant !== claimant && isNested(one.claim, claim));
      if (other) found.push(overlap({ claimant, claim }, other));
      before.push({ claimant, claim });
      byKind.set(key, before);
    }
  }
  return found;
}

function overlap({ claimant: { object }, claim }: Holder, other: Holder): Finding {
  const { path, place, targetName } = claim;
  const by = `${nameOf(other.claimant.object)}, at ${placeText(other.claim.place)}`;
  return {
    ...{ path, place, object, code: "MonitoringOverlap", severity: "warning" },
    message: `${targetName} is also monitored by ${by}, so both add replicas for the same load`,
    remedy: "let one object scale for these workloads, or monitor different ones",
  };
}
